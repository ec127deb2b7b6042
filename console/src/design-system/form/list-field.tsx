import Autocomplete from "@mui/material/Autocomplete";
import MuiTextField from "@mui/material/TextField";
import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "./field-props";
import { useField } from "./use-field";

export interface ListFieldProps<T extends FieldValues, Output> extends FieldProps<T, Output> {
  /** Offered while typing; others may be typed unless `onlySuggestions`. */
  suggestions?: readonly string[];
  onlySuggestions?: boolean;
  placeholder?: string;
}

/** Several texts as chips. A pasted list (lines, commas, spaces) becomes one chip each. */
export function ListField<T extends FieldValues, Output = T>(props: ListFieldProps<T, Output>) {
  const { field, helper, invalid } = useField(props);
  const { ref, value, onChange, ...bound } = field;
  const values: string[] = Array.isArray(value) ? value : [];
  const suggestions = props.suggestions ?? [];
  return (
    <Autocomplete<string, true, false, boolean>
      {...bound}
      multiple
      slotProps={{ chip: { size: "small" } }}
      freeSolo={!props.onlySuggestions}
      filterSelectedOptions
      disableCloseOnSelect
      options={suggestions}
      value={values}
      onChange={(_, next) => onChange(splitEntries(next))}
      renderInput={(params) => (
        <MuiTextField
          {...params}
          inputRef={ref}
          label={props.label}
          required={props.required ?? false}
          error={invalid}
          helperText={helper}
          placeholder={values.length === 0 ? (props.placeholder ?? "") : ""}
        />
      )}
    />
  );
}

/** Entries without separators and repetitions. */
export function splitEntries(entries: readonly string[]): string[] {
  const parts = entries.flatMap((entry) => entry.split(/[\s,;，；]+/)).filter((entry) => entry !== "");
  return [...new Set(parts)];
}
