import type { FormField } from "@tollgate/contract/form-field";
import { useFormContext, useWatch, type FieldValues } from "react-hook-form";
import { JsonField } from "../../design-system/form/json-field";
import { ListField } from "../../design-system/form/list-field";
import { MapField } from "../../design-system/form/map-field";
import { NumberField } from "../../design-system/form/number-field";
import { SecretField } from "../../design-system/form/secret-field";
import { SelectField } from "../../design-system/form/select-field";
import { SwitchField } from "../../design-system/form/switch-field";
import { TextField } from "../../design-system/form/text-field";
import { useLanguage } from "../../lib/i18n/use-language";
import { isFieldShown } from "./form-paths";

interface DescriptorFieldsProps {
  fields: readonly FormField[];
  /** Secrets that the server may already hold, all of them or by name: they are then write-only. */
  stored: boolean | readonly string[];
  /** Shown on a stored secret. */
  storedHint?: string;
  disabled?: boolean;
}

/** The fields of a descriptor, bound to the surrounding form, independent of the provider. */
export function DescriptorFields({ fields, ...rest }: DescriptorFieldsProps) {
  const { control } = useFormContext<FieldValues>();
  const values = useWatch({ control });
  return fields
    .filter((field) => isFieldShown(field, values))
    .map((field) => <DescriptorField key={field.name} field={field} {...rest} />);
}

type DescriptorFieldProps = Omit<DescriptorFieldsProps, "fields"> & { field: FormField };

function DescriptorField({ field, stored, storedHint, disabled = false }: DescriptorFieldProps) {
  const { localize } = useLanguage();
  const common = {
    name: field.name,
    label: localize(field.label),
    ...(field.hint && { hint: localize(field.hint) }),
    ...(field.required && { required: true }),
    disabled,
  };
  const placeholder = field.placeholder ? { placeholder: field.placeholder } : {};
  switch (field.kind) {
    case "text":
      return <TextField {...common} {...placeholder} multiline={field.multiline ?? false} />;
    case "secret":
      return (
        <SecretField
          {...common}
          {...placeholder}
          {...(storedHint && { setHint: storedHint })}
          multiline={field.multiline ?? false}
          isSet={typeof stored === "boolean" ? stored : stored.includes(field.name)}
        />
      );
    case "number":
      return (
        <NumberField
          {...common}
          {...placeholder}
          {...(field.min !== undefined && { min: field.min })}
          {...(field.max !== undefined && { max: field.max })}
          integer={field.integer ?? false}
        />
      );
    case "switch":
      return <SwitchField {...common} />;
    case "select":
      return (
        <SelectField
          {...common}
          options={field.options.map((option) => ({ value: option.value, label: localize(option.label) }))}
        />
      );
    case "json":
      return <JsonField {...common} {...placeholder} />;
    case "map":
      return (
        <MapField {...common} keyLabel={localize(field.keyLabel)} valueLabel={localize(field.valueLabel)} />
      );
    case "list":
      return <ListField {...common} {...placeholder} />;
  }
}
