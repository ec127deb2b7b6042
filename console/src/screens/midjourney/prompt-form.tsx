import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

interface PromptFormProps {
  /** Name of the form. */
  label: string;
  initial: string;
  sending: boolean;
  onSend: (prompt: string) => void;
  onCancel?: () => void;
}

/** The prompt that a task waits for. */
export function PromptForm({ label, initial, sending, onSend, onCancel }: PromptFormProps) {
  const { t } = useTranslation(["midjourney", "common"]);
  const [prompt, setPrompt] = useState(initial);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    onSend(prompt.trim());
  };
  return (
    <Stack component="form" aria-label={label} onSubmit={send} sx={{ gap: 1, mt: 2 }}>
      <TextField
        // The field follows a press.
        autoFocus
        multiline
        size="small"
        maxRows={6}
        label={t("columns.prompt")}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
      />
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button
          type="submit"
          size="small"
          variant="contained"
          disabled={prompt.trim() === ""}
          loading={sending}
        >
          {t("follow_ups.submit")}
        </Button>
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            {t("common:cancel")}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
