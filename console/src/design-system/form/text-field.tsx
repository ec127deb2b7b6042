import MuiTextField from "@mui/material/TextField";
import type { HTMLInputTypeAttribute, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { useMonoFont } from "../mono-text/use-mono-font";
import { monoFont } from "../theme/tokens";
import type { FieldProps } from "./field-props";
import { useField } from "./use-field";

export interface TextFieldProps<T extends FieldValues, Output> extends FieldProps<T, Output> {
  multiline?: boolean;
  minRows?: number;
  maxRows?: number;
  placeholder?: string;
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  autoFocus?: boolean;
  /** Ids, addresses, code. */
  mono?: boolean;
  start?: ReactNode;
  end?: ReactNode;
}

/** A line or several of text. */
export function TextField<T extends FieldValues, Output = T>(props: TextFieldProps<T, Output>) {
  const { field, helper, invalid } = useField(props);
  useMonoFont(props.mono ?? false);
  const { ref, value, ...bound } = field;
  return (
    <MuiTextField
      {...bound}
      inputRef={ref}
      value={value ?? ""}
      label={props.label}
      required={props.required ?? false}
      error={invalid}
      helperText={helper}
      type={props.type ?? "text"}
      placeholder={props.placeholder ?? ""}
      autoComplete={props.autoComplete ?? "off"}
      autoFocus={props.autoFocus ?? false}
      multiline={props.multiline ?? false}
      {...(props.multiline && { minRows: props.minRows ?? 3, maxRows: props.maxRows ?? 12 })}
      slotProps={{
        input: { startAdornment: props.start, endAdornment: props.end },
        htmlInput: props.mono ? { style: { fontFamily: monoFont, fontSize: 13 }, spellCheck: false } : {},
        inputLabel: props.placeholder || props.start ? { shrink: true } : {},
      }}
    />
  );
}
