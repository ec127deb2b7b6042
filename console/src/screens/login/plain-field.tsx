import FormControl from "@mui/material/FormControl";
import FormHelperText from "@mui/material/FormHelperText";
import InputLabel from "@mui/material/InputLabel";
import OutlinedInput from "@mui/material/OutlinedInput";
import { type ReactNode, type Ref, useId } from "react";

export interface PlainFieldProps {
  name: string;
  label: string;
  type?: string;
  autoComplete: string;
  autoFocus?: boolean;
  /** Digits: phones show them alone. */
  numeric?: boolean;
  inputRef: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  end?: ReactNode;
}

/** A text field from its parts; the library's complete one would load menu and dialog code. */
export function PlainField(props: PlainFieldProps) {
  const id = useId();
  const invalid = props.problem !== undefined;
  return (
    <FormControl error={invalid} fullWidth>
      <InputLabel htmlFor={id}>{props.label}</InputLabel>
      <OutlinedInput
        id={id}
        name={props.name}
        label={props.label}
        type={props.type ?? "text"}
        autoComplete={props.autoComplete}
        autoFocus={props.autoFocus ?? false}
        inputRef={props.inputRef}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        endAdornment={props.end}
        slotProps={{
          input: {
            "aria-describedby": invalid ? `${id}-problem` : undefined,
            ...(props.numeric && { inputMode: "numeric" as const }),
          },
        }}
      />
      {invalid && <FormHelperText id={`${id}-problem`}>{props.problem}</FormHelperText>}
    </FormControl>
  );
}
