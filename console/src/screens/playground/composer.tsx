import AttachFileIcon from "@mui/icons-material/AttachFile";
import SendIcon from "@mui/icons-material/ArrowUpward";
import StopIcon from "@mui/icons-material/Stop";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import InputBase from "@mui/material/InputBase";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePhone } from "../../design-system/theme/use-phone";
import { AttachmentList } from "./attachment-list";
import { acceptedFiles, type FileProblem } from "./attachments";
import { formatBytes } from "./format-bytes";
import type { PromptDraft } from "./use-prompt-draft";

interface ComposerProps {
  draft: PromptDraft;
  running: boolean;
  /** Why nothing can be sent now, as a sentence; undefined: it can. */
  blocked: string | undefined;
  /** What the models may not take, as a sentence. */
  warning: string | undefined;
  onSend: () => void;
  onStop: () => void;
}

/** Where prompts are written: Enter sends, Shift and Enter begin a line; files are dropped, pasted or chosen. */
export function Composer({ draft, running, blocked, warning, onSend, onStop }: ComposerProps) {
  const { t } = useTranslation("playground");
  const phone = usePhone();
  const field = useRef<HTMLTextAreaElement>(null);
  const [dragging, setDragging] = useState(false);
  const { text, setText, files } = draft;
  const sendable = !draft.isEmpty && blocked === undefined && !running;

  const send = (): void => {
    if (!sendable) return;
    onSend();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter ends IME composition first; phones have no Shift for a new line.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || phone) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    void files.add(pasted);
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setDragging(true);
    },
    onDragLeave: () => setDragging(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setDragging(false);
      void files.add([...event.dataTransfer.files]);
    },
  };

  return (
    <Box
      {...drop}
      sx={{
        border: dragging ? 2 : 1,
        m: dragging ? "-1px" : 0,
        borderColor: dragging ? "primary.main" : "divider",
        borderRadius: 1.5,
        bgcolor: "background.paper",
        boxShadow: 1,
        "&:focus-within": { borderColor: "primary.main" },
      }}
    >
      {(files.attachments.length > 0 || files.problems.length > 0) && (
        <Stack sx={{ gap: 1, px: 1.5, pt: 1.5 }}>
          <AttachmentList attachments={files.attachments} onRemove={files.remove} />
          <FileProblems problems={files.problems} />
        </Stack>
      )}
      {dragging && (
        <Typography variant="body2" sx={{ px: 2, pt: 1.5, color: "primary.main" }}>
          {t("files.drop")}
        </Typography>
      )}
      <InputBase
        inputRef={field}
        fullWidth
        multiline
        minRows={phone ? 1 : 2}
        maxRows={10}
        value={text}
        placeholder={t("composer.placeholder")}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        inputProps={{ "aria-label": t("composer.label") }}
        sx={{ px: 2, pt: 1.5, pb: 0.5, fontSize: { xs: 16, sm: 14 }, lineHeight: "22px" }}
      />
      <Stack direction="row" sx={{ alignItems: "center", gap: 1, px: 1, pb: 1 }}>
        <FileButton onFiles={(chosen) => void files.add(chosen)} />
        <Typography variant="caption" role="status" sx={{ flex: 1, minWidth: 0, color: "text.secondary" }}>
          {blocked ?? warning ?? (phone ? "" : t("composer.keys"))}
        </Typography>
        {running ? (
          <Button size="small" variant="outlined" startIcon={<StopIcon />} onClick={onStop}>
            {t("composer.stop")}
          </Button>
        ) : (
          <Button
            size="small"
            variant="contained"
            disabled={!sendable}
            startIcon={<SendIcon />}
            onClick={send}
          >
            {t("composer.send")}
          </Button>
        )}
      </Stack>
    </Box>
  );
}

function FileButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation("playground");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tooltip title={t("files.hint")}>
        <IconButton size="small" aria-label={t("files.add")} onClick={() => input.current?.click()}>
          <AttachFileIcon sx={{ fontSize: 19 }} />
        </IconButton>
      </Tooltip>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedFiles}
        data-testid="files"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Allows choosing the same file again.
          event.target.value = "";
        }}
      />
    </>
  );
}

function FileProblems({ problems }: { problems: readonly FileProblem[] }) {
  const { t } = useTranslation("playground");
  if (problems.length === 0) return null;
  return (
    <Box role="alert">
      {problems.map((problem) => (
        <Typography key={`${problem.key} ${problem.name}`} variant="body2" sx={{ color: "error.main" }}>
          {t(`files.problem.${problem.key}`, {
            name: problem.name,
            most:
              "most" in problem ? (problem.key === "count" ? problem.most : formatBytes(problem.most)) : "",
          })}
        </Typography>
      ))}
    </Box>
  );
}
