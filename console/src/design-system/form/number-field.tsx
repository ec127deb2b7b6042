import InputAdornment from "@mui/material/InputAdornment";
import MuiTextField from "@mui/material/TextField";
import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "./field-props";
import { useField } from "./use-field";

export interface NumberFieldProps<T extends FieldValues, Output> extends FieldProps<T, Output> {
  min?: number;
  max?: number;
  /** Whole numbers only. */
  integer?: boolean;
  /** At the right, e.g. "s". */
  unit?: ReactNode;
  placeholder?: string;
}

/** A number. While the text is none (empty, "1.") the form holds NaN, which every number schema rejects. */
export function NumberField<T extends FieldValues, Output = T>(props: NumberFieldProps<T, Output>) {
  const { field, helper, invalid } = useField(props);
  const { ref, value, onChange, ...bound } = field;
  const [text, setText] = useState<string>();
  // Shows the typed text while it equals the form's value; otherwise the form changed from outside.
  const shown = text !== undefined && Object.is(toNumber(text), value) ? text : toText(value);
  return (
    <MuiTextField
      {...bound}
      inputRef={ref}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onChange(toNumber(event.target.value));
      }}
      label={props.label}
      required={props.required ?? false}
      error={invalid}
      helperText={helper}
      placeholder={props.placeholder ?? ""}
      autoComplete="off"
      slotProps={{
        htmlInput: {
          inputMode: props.integer ? "numeric" : "decimal",
          role: "spinbutton",
          "aria-valuenow": typeof value === "number" && !Number.isNaN(value) ? value : undefined,
          "aria-valuemin": props.min,
          "aria-valuemax": props.max,
        },
        input: props.unit
          ? { endAdornment: <InputAdornment position="end">{props.unit}</InputAdornment> }
          : {},
        inputLabel: props.placeholder ? { shrink: true } : {},
      }}
    />
  );
}

function toNumber(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
}

function toText(value: unknown): string {
  return typeof value === "number" && !Number.isNaN(value) ? String(value) : "";
}
