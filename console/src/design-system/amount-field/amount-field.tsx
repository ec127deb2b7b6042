import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "../form/field-props";
import { useField } from "../form/use-field";
import type { AmountUnit } from "./amount";
import { AmountInput } from "./amount-input";

export interface AmountFieldProps<T extends FieldValues, Output> extends FieldProps<T, Output> {
  quotaPerUnit: number;
  defaultUnit?: AmountUnit;
  /** The field may be empty: the form then holds null. */
  optional?: boolean;
}

/** An amount of money in a form; the form holds integer quota. */
export function AmountField<T extends FieldValues, Output = T>(props: AmountFieldProps<T, Output>) {
  const { field, helper, invalid } = useField(props);
  return (
    <AmountInput
      label={props.label}
      value={typeof field.value === "number" ? field.value : Number.NaN}
      onChange={field.onChange}
      {...(props.optional && { onClear: () => field.onChange(null) })}
      onBlur={field.onBlur}
      inputRef={field.ref}
      quotaPerUnit={props.quotaPerUnit}
      {...(props.defaultUnit && { defaultUnit: props.defaultUnit })}
      hint={helper}
      error={invalid}
      required={props.required ?? false}
      disabled={props.disabled ?? false}
    />
  );
}
