import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { memo, useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { AttachmentList } from "./attachment-list";
import type { Prompt } from "./conversation";

interface PromptViewProps {
  prompt: Prompt;
  /** Prompts that follow this one and would be dropped. */
  following: number;
  disabled: boolean;
  onResend: (prompt: Prompt) => void;
}

/** The user's prompt, which can be edited and resent. */
export const PromptView = memo(function PromptView({
  prompt,
  following,
  disabled,
  onResend,
}: PromptViewProps) {
  const { t } = useTranslation("playground");
  const [edited, setEdited] = useState<string>();
  if (edited !== undefined)
    return (
      <Stack sx={{ gap: 1 }}>
        <AttachmentList attachments={prompt.attachments} />
        <TextField
          autoFocus
          label={t("prompt.edit")}
          value={edited}
          onChange={(event) => setEdited(event.target.value)}
          multiline
          minRows={2}
          maxRows={16}
          helperText={following > 0 ? t("prompt.drops", { count: following }) : ""}
        />
        <Stack direction="row" sx={{ gap: 1, justifyContent: "flex-end" }}>
          <Button size="small" variant="outlined" onClick={() => setEdited(undefined)}>
            {t("prompt.cancel")}
          </Button>
          <Button
            size="small"
            variant="contained"
            disabled={disabled || (edited.trim() === "" && prompt.attachments.length === 0)}
            onClick={() => {
              setEdited(undefined);
              onResend({ ...prompt, text: edited });
            }}
          >
            {t("prompt.resend")}
          </Button>
        </Stack>
      </Stack>
    );
  return (
    <Stack sx={{ alignItems: "flex-end", gap: 0.5 }}>
      <AttachmentList attachments={prompt.attachments} />
      {prompt.text !== "" && (
        <Box
          sx={{
            maxWidth: "min(100%, 680px)",
            px: 2,
            py: 1.25,
            borderRadius: 1.5,
            bgcolor: "action.selected",
            whiteSpace: "pre-wrap",
            overflowWrap: "anywhere",
            fontSize: 14,
            lineHeight: "22px",
            overflowY: "auto",
            maxHeight: 400,
          }}
          tabIndex={prompt.text.length > 1500 ? 0 : undefined}
        >
          <Typography component="span" variant="inherit">
            {prompt.text}
          </Typography>
        </Box>
      )}
      <Stack direction="row" sx={{ gap: 0.25 }}>
        {prompt.text !== "" && <CopyButton text={prompt.text} label={t("prompt.copy")} />}
        <Tooltip title={t("prompt.edit")}>
          <span>
            <IconButton
              size="small"
              aria-label={t("prompt.edit")}
              disabled={disabled}
              onClick={() => setEdited(prompt.text)}
              sx={{ color: "text.secondary", p: 0.5 }}
            >
              <EditOutlinedIcon sx={{ fontSize: 15 }} />
            </IconButton>
          </span>
        </Tooltip>
      </Stack>
    </Stack>
  );
});
