import MuiTextField from "@mui/material/TextField";
import { useState } from "react";
import { useField } from "../../design-system/form/use-field";
import type { SectionValues } from "./setting-values";

interface LinesFieldProps {
  name: `values.${string}`;
  label: string;
  hint: string;
  disabled: boolean;
}

/** Several phrases, one on a line; the form holds them as a list without empty lines. */
export function LinesField(props: LinesFieldProps) {
  const { field, helper, invalid } = useField<SectionValues, SectionValues>(props);
  const { ref, value, onChange, ...bound } = field;
  const lines = Array.isArray(value) ? (value as string[]) : [];
  const [text, setText] = useState<string>();
  // Keeps the typed text with its empty lines while it equals the form's value.
  const shown =
    text !== undefined && readLines(text).join("\n") === lines.join("\n") ? text : lines.join("\n");
  return (
    <MuiTextField
      {...bound}
      inputRef={ref}
      label={props.label}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onChange(readLines(event.target.value));
      }}
      error={invalid}
      helperText={helper}
      multiline
      minRows={3}
      maxRows={10}
      autoComplete="off"
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

function readLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
