import VisibilityIcon from "@mui/icons-material/VisibilityOutlined";
import VisibilityOffIcon from "@mui/icons-material/VisibilityOffOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import MuiTextField from "@mui/material/TextField";
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useMonoFont } from "../mono-text/use-mono-font";
import { useDesignTexts } from "../texts/design-texts";
import { monoFont } from "../theme/tokens";
import type { FieldProps } from "./field-props";
import { useField } from "./use-field";

export interface SecretFieldProps<T extends FieldValues, Output> extends FieldProps<T, Output> {
  /** The server has one stored; it is never shown. */
  isSet: boolean;
  /** What may be shown of it, e.g. "…wxyz" or "3 keys". */
  setHint?: string;
  multiline?: boolean;
  placeholder?: string;
  autoFocus?: boolean;
}

/**
 * A secret: write-only. While one is set the field shows that and offers to replace it; an empty value keeps the stored one.
 */
export function SecretField<T extends FieldValues, Output = T>(props: SecretFieldProps<T, Output>) {
  const texts = useDesignTexts();
  const { field, helper, invalid } = useField(props);
  useMonoFont();
  const [replacing, setReplacing] = useState(false);
  const [shown, setShown] = useState(false);
  const { ref, value, ...bound } = field;

  if (props.isSet && !replacing && !value) {
    return (
      <MuiTextField
        label={props.label}
        value={[texts.isSet, props.setHint].filter(Boolean).join(" · ")}
        helperText={helper}
        error={invalid}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { readOnly: true },
          input: {
            endAdornment: (
              <Button size="small" disabled={props.disabled ?? false} onClick={() => setReplacing(true)}>
                {texts.replace}
              </Button>
            ),
          },
        }}
      />
    );
  }
  const masked = !shown && !props.multiline;
  return (
    <MuiTextField
      {...bound}
      inputRef={ref}
      value={value ?? ""}
      label={props.label}
      required={(props.required ?? false) && !props.isSet}
      error={invalid}
      helperText={helper}
      type={masked ? "password" : "text"}
      multiline={props.multiline ?? false}
      {...(props.multiline && { minRows: 2, maxRows: 8 })}
      autoFocus={replacing || (props.autoFocus ?? false)}
      autoComplete="new-password"
      placeholder={props.placeholder ?? (props.isSet ? "" : texts.notSet)}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { style: { fontFamily: monoFont, fontSize: 13 }, spellCheck: false },
        input: {
          endAdornment: (
            <>
              {!props.multiline && (
                <IconButton
                  size="small"
                  aria-label={shown ? texts.hide : texts.show}
                  onClick={() => setShown(!shown)}
                >
                  {shown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
                </IconButton>
              )}
              {replacing && (
                <Button
                  size="small"
                  sx={{ flexShrink: 0 }}
                  onClick={() => {
                    field.onChange("");
                    setReplacing(false);
                  }}
                >
                  {texts.keepCurrent}
                </Button>
              )}
            </>
          ),
        },
      }}
    />
  );
}
