import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import { neverExpires } from "@tollgate/contract/tokens";
import type { FieldPath, FieldValues } from "react-hook-form";
import { useField } from "../../design-system/form/use-field";
import { MomentField } from "../moment-field/moment-field";

interface ExpiryFieldProps<Values extends FieldValues> {
  name: FieldPath<Values>;
  /** Label of the date field. */
  label: string;
  /** Name of the switch that turns expiry off. */
  neverLabel: string;
  /** Shown below a date in the past. */
  pastHint: string;
}

const thirtyDays = 30 * 86_400;

/** Never, or a moment in the viewer's zone; the form holds epoch seconds. */
export function ExpiryField<Values extends FieldValues>(props: ExpiryFieldProps<Values>) {
  const { field, helper, invalid } = useField<Values, Values>({ name: props.name, label: props.label });
  const value: number = typeof field.value === "number" ? field.value : neverExpires;
  const never = value === neverExpires;
  const past = !never && value > 0 && value * 1000 < Date.now();
  const in30Days = () => Math.floor(Date.now() / 60_000) * 60 + thirtyDays;
  return (
    <Stack sx={{ gap: 1.5 }}>
      <FormControlLabel
        label={props.neverLabel}
        labelPlacement="start"
        control={
          <Switch
            checked={never}
            onChange={(event) => field.onChange(event.target.checked ? neverExpires : in30Days())}
          />
        }
        sx={{ m: 0, justifyContent: "space-between", minHeight: 32 }}
      />
      {!never && (
        <MomentField
          label={props.label}
          value={value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          invalid={invalid}
          problem={helper ?? (past ? props.pastHint : undefined)}
        />
      )}
    </Stack>
  );
}
