import FormControl from "@mui/material/FormControl";
import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "./field-props";
import { useField } from "./use-field";

/** On or off, with its name at the left and the switch at the right. */
export function SwitchField<T extends FieldValues, Output = T>(props: FieldProps<T, Output>) {
  const { field, helper, invalid } = useField(props);
  const { ref, value, onChange, ...bound } = field;
  const id = useId();
  return (
    <FormControl error={invalid} fullWidth>
      <Stack
        direction="row"
        sx={{ alignItems: "center", justifyContent: "space-between", gap: 2, minHeight: 32 }}
      >
        <Typography component="label" htmlFor={id}>
          {props.label}
        </Typography>
        <Switch
          {...bound}
          id={id}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
          slotProps={{ input: { ref } }}
        />
      </Stack>
      {helper && <FormHelperText sx={{ mt: 0, ml: 0, mr: 6 }}>{helper}</FormHelperText>}
    </FormControl>
  );
}
