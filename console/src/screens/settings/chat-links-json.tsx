import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMonoFont } from "../../design-system/mono-text/use-mono-font";
import { monoFont } from "../../design-system/theme/tokens";
import type { FieldValue } from "./setting-values";

interface ChatLinksJsonProps {
  value: FieldValue | undefined;
  onChange: (value: FieldValue) => void;
  disabled: boolean;
}

/** The links as JSON text. While it cannot be read the form holds the text itself, which is refused when it is saved. */
export function ChatLinksJson({ value, onChange, disabled }: ChatLinksJsonProps) {
  const { t } = useTranslation(["settings", "common"]);
  useMonoFont();
  const [text, setText] = useState(() =>
    typeof value === "string" ? value : JSON.stringify(value, null, 2),
  );
  return (
    <TextField
      label={t("chat.json")}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange(read(event.target.value));
      }}
      disabled={disabled}
      error={typeof value === "string"}
      helperText={typeof value === "string" ? t("common:invalidJson") : undefined}
      multiline
      minRows={6}
      maxRows={24}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { style: { fontFamily: monoFont, fontSize: 13, lineHeight: "20px" }, spellCheck: false },
      }}
    />
  );
}

function read(text: string): FieldValue {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? (parsed as FieldValue) : text;
  } catch {
    return text;
  }
}
