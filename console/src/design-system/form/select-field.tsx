import MenuItem from "@mui/material/MenuItem";
import MuiTextField from "@mui/material/TextField";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "./field-props";
import { useField } from "./use-field";

export interface SelectOption {
  value: string | number;
  label: ReactNode;
}

export interface SelectFieldProps<T extends FieldValues, Output> extends FieldProps<T, Output> {
  options: SelectOption[];
  placeholder?: string;
}

/** One of a few values, numbers or text. */
export function SelectField<T extends FieldValues, Output = T>(props: SelectFieldProps<T, Output>) {
  const { field, helper, invalid } = useField(props);
  const { ref, value, onChange, ...bound } = field;
  // An unset value selects the empty option, if there is one.
  const chosen: unknown = value ?? "";
  const known = props.options.some((option) => option.value === chosen);
  return (
    <MuiTextField
      {...bound}
      select
      inputRef={ref}
      value={known ? chosen : ""}
      onChange={(event) => {
        const option = props.options.find((entry) => String(entry.value) === String(event.target.value));
        if (option) onChange(option.value);
      }}
      label={props.label}
      required={props.required ?? false}
      error={invalid}
      helperText={helper}
      slotProps={{
        select: {
          displayEmpty: props.placeholder !== undefined || known,
          renderValue: (shown: unknown) =>
            props.options.find((option) => option.value === shown)?.label ?? props.placeholder ?? "",
        },
        inputLabel: props.placeholder !== undefined || known ? { shrink: true } : {},
      }}
    >
      {props.options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </MuiTextField>
  );
}
