import CloseIcon from "@mui/icons-material/Close";
import Dialog from "@mui/material/Dialog";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { usePhone } from "../../design-system/theme/use-phone";
import { useServerAddress } from "../../widgets/snippets/snippets";
import { buildNextRequest, buildRequest } from "./chat-request";
import { CodeBlock } from "./code-block";
import { type CodeLanguage, codeLanguages, exportCode, keyVariable, shortenCode } from "./code-export";
import type { Conversation, Prompt } from "./conversation";

interface CodeDialogProps {
  conversation: Conversation;
  /** The typed prompt; empty: the last request is shown. */
  prompt: Prompt;
  onClose: () => void;
}

const titles: Record<CodeLanguage, string> = { curl: "curl", python: "Python", javascript: "JavaScript" };

/** The exact request as code that runs unchanged: the one that would be sent now, or the last one. */
export function CodeDialog({ conversation, prompt, onClose }: CodeDialogProps) {
  const { t } = useTranslation("playground");
  const id = useId();
  const phone = usePhone();
  const server = useServerAddress();
  const [language, setLanguage] = useState<CodeLanguage>("curl");
  const [laneId, setLaneId] = useState(conversation.lanes[0]?.id ?? "");
  const code = exportCode(language, server, requestOf(conversation, laneId, prompt));
  const { text, shortened } = shortenCode(code);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth fullScreen={phone}>
      <Stack direction="row" sx={{ alignItems: "center", justifyContent: "space-between", pr: 2, pt: 1 }}>
        <DialogTitle id={id}>{t("code.title")}</DialogTitle>
        <IconButton aria-label={t("code.close")} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Stack>
      <DialogContent>
        <Typography variant="body2" sx={{ color: "text.secondary", mb: 1.5 }}>
          {t("code.lead")} <MonoText>{keyVariable}</MonoText>
        </Typography>
        {conversation.lanes.length > 1 && (
          <TextField
            select
            label={t("model.label")}
            value={laneId}
            onChange={(event) => setLaneId(event.target.value)}
            sx={{ mb: 1, maxWidth: 360 }}
          >
            {conversation.lanes.map((lane) => (
              <MenuItem key={lane.id} value={lane.id}>
                {lane.model}
              </MenuItem>
            ))}
          </TextField>
        )}
        <Tabs value={language} onChange={(_event, next: CodeLanguage) => setLanguage(next)} sx={{ mb: 1.5 }}>
          {codeLanguages.map((name) => (
            <Tab key={name} value={name} label={titles[name]} />
          ))}
        </Tabs>
        <CodeBlock code={text} whole={code} language={titles[language]} />
        {shortened && (
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {t("code.shortened")}
          </Typography>
        )}
      </DialogContent>
    </Dialog>
  );
}

function requestOf(conversation: Conversation, laneId: string, prompt: Prompt) {
  const lane = conversation.lanes.find(({ id }) => id === laneId) ?? { id: "", model: "" };
  const turn = conversation.turns.at(-1);
  const answer = turn?.answers.find((one) => one.laneId === lane.id);
  const isWritten = prompt.text.trim() !== "" || prompt.attachments.length > 0;
  if (isWritten || !turn || !answer) return buildNextRequest(conversation, lane, prompt);
  const stepId = answer.steps.at(-1)?.id ?? "";
  return buildRequest(conversation, { turnId: turn.id, laneId: lane.id, model: answer.model, stepId });
}
