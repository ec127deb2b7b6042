import Button from "@mui/material/Button";
import MuiTextField from "@mui/material/TextField";
import type { FieldValues } from "react-hook-form";
import { useDesignTexts } from "../texts/design-texts";
import { useMonoFont } from "../mono-text/use-mono-font";
import { monoFont } from "../theme/tokens";
import type { FieldProps } from "./field-props";
import { readJson } from "./json-positions";
import { useField } from "./use-field";

export interface JsonFieldProps<T extends FieldValues, Output> extends FieldProps<T, Output> {
  placeholder?: string;
  minRows?: number;
}

/** JSON as text. Reports line and column of invalid JSON immediately, and can format valid JSON. */
export function JsonField<T extends FieldValues, Output = T>(props: JsonFieldProps<T, Output>) {
  const texts = useDesignTexts();
  const { field, helper, invalid } = useField(props);
  useMonoFont();
  const { ref, value, ...bound } = field;
  const text = typeof value === "string" ? value : "";
  const read = text.trim() === "" ? undefined : readJson(text);
  const formatted = read?.ok ? JSON.stringify(read.value, null, 2) : undefined;
  const fault = read && !read.ok ? read.place : undefined;
  return (
    <MuiTextField
      {...bound}
      inputRef={ref}
      value={text}
      label={props.label}
      required={props.required ?? false}
      error={invalid || fault !== undefined}
      helperText={fault ? texts.invalidJson(fault.line, fault.column) : helper}
      placeholder={props.placeholder ?? ""}
      multiline
      minRows={props.minRows ?? 4}
      maxRows={16}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { style: { fontFamily: monoFont, fontSize: 13, lineHeight: "20px" }, spellCheck: false },
        input: {
          endAdornment:
            formatted !== undefined && formatted !== text ? (
              <Button
                size="small"
                onClick={() => field.onChange(formatted)}
                sx={{ position: "absolute", right: 8, top: 8 }}
              >
                {texts.format}
              </Button>
            ) : null,
        },
      }}
    />
  );
}
