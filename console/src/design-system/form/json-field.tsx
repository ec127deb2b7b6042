import Button from "@mui/material/Button";
import MuiTextField from "@mui/material/TextField";
import type { FieldValues } from "react-hook-form";
import { useDesignTexts } from "../texts/design-texts";
import { useMonoFont } from "../mono-text/use-mono-font";
import { monoFont } from "../theme/tokens";
import type { FieldProps } from "./field-props";
import { useField } from "./use-field";

export interface JsonFieldProps<T extends FieldValues, Output> extends FieldProps<T, Output> {
  placeholder?: string;
  minRows?: number;
}

/** JSON as text. Reports invalid JSON immediately, and can format it. */
export function JsonField<T extends FieldValues, Output = T>(props: JsonFieldProps<T, Output>) {
  const texts = useDesignTexts();
  const { field, helper, invalid } = useField(props);
  useMonoFont();
  const { ref, value, ...bound } = field;
  const text = typeof value === "string" ? value : "";
  const formatted = format(text);
  const unreadable = text.trim() !== "" && formatted === undefined;
  return (
    <MuiTextField
      {...bound}
      inputRef={ref}
      value={text}
      label={props.label}
      required={props.required ?? false}
      error={invalid || unreadable}
      helperText={unreadable && !invalid ? texts.invalidJson : helper}
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

/** The text set in order; undefined if it cannot be read or is empty. */
function format(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
