import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { readJson } from "../../design-system/form/json-positions";
import { useMonoFont } from "../../design-system/mono-text/use-mono-font";
import { monoFont } from "../../design-system/theme/tokens";

interface JsonTextProps {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Whether parsed JSON is of the setting's form at all. */
  isReadable: (parsed: unknown) => boolean;
  disabled: boolean;
}

/** A setting as JSON text. While it cannot be read the form holds the text itself, which is rejected when it is saved. */
export function JsonText({ label, value, onChange, isReadable, disabled }: JsonTextProps) {
  const { t } = useTranslation("common");
  useMonoFont();
  const [text, setText] = useState(() =>
    typeof value === "string" ? value : JSON.stringify(value, null, 2),
  );
  const parsed = readJson(text);
  const problem = parsed.ok ? t("wrongJson") : t("invalidJson", { ...parsed.place });
  return (
    <TextField
      label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange(read(event.target.value, isReadable));
      }}
      disabled={disabled}
      error={typeof value === "string"}
      helperText={typeof value === "string" ? problem : undefined}
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

function read(text: string, isReadable: JsonTextProps["isReadable"]): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return isReadable(parsed) ? parsed : text;
  } catch {
    return text;
  }
}
