import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Box from "@mui/material/Box";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useMonoFont } from "../../design-system/mono-text/use-mono-font";
import { monoFont } from "../../design-system/theme/tokens";
import { parseJson } from "./read-chunk";
import type { SettingProblem } from "./settings";

interface JsonEditorProps {
  label: string;
  hint: string;
  value: string;
  /** Set by a button where the field is empty. */
  example: string;
  problem: SettingProblem | undefined;
  onChange: (text: string) => void;
}

/** JSON as text. A problem names its line and column, and a button goes there. */
export function JsonEditor({ label, hint, value, example, problem, onChange }: JsonEditorProps) {
  const { t } = useTranslation("playground");
  const field = useRef<HTMLTextAreaElement>(null);
  useMonoFont();
  const parsed = value.trim() === "" ? undefined : parseJson(value);
  const ordered = parsed === undefined ? value : JSON.stringify(parsed, null, 2);
  const goTo = (line: number, column: number): void => {
    const before = value.split("\n").slice(0, line - 1);
    const at = before.reduce((length, one) => length + one.length + 1, 0) + column - 1;
    field.current?.focus();
    field.current?.setSelectionRange(at, Math.min(value.length, at + 1));
  };
  const place = problem?.params;
  return (
    <Box>
      <TextField
        inputRef={field}
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={problem !== undefined && problem.key !== "empty"}
        helperText={problem ? t(`settings.problem.${problem.key}`, problem.params ?? {}) : hint}
        multiline
        minRows={4}
        maxRows={16}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: {
            spellCheck: false,
            style: { fontFamily: monoFont, fontSize: 12.5, lineHeight: "20px" },
          },
        }}
      />
      <Box sx={{ display: "flex", gap: 0.5, mt: 0.25 }}>
        {value.trim() === "" && (
          <Button size="small" onClick={() => onChange(example)}>
            {t("settings.example")}
          </Button>
        )}
        {problem && typeof place?.["line"] === "number" && typeof place["column"] === "number" && (
          <Button size="small" onClick={() => goTo(Number(place["line"]), Number(place["column"]))}>
            {t("settings.goTo")}
          </Button>
        )}
        {ordered !== value && (
          <Button size="small" onClick={() => onChange(ordered)}>
            {t("settings.order")}
          </Button>
        )}
      </Box>
    </Box>
  );
}
