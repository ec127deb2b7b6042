import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { TextField } from "../../design-system/form/text-field";
import { NewPasswordField } from "./new-password-field";

export interface NewPasswordFieldsProps {
  label: string;
  confirmLabel: string;
  hint: string;
  /** What a guess would begin with: the own name. */
  own?: readonly string[];
}

/** The fields `password` and `confirm` of the form around them. A generated password fills both. */
export function NewPasswordFields({ label, confirmLabel, hint, own = [] }: NewPasswordFieldsProps) {
  const form = useFormContext<{ password: string; confirm: string }>();
  const [shown, setShown] = useState(false);
  const repeat = (password: string): void => {
    form.setValue("confirm", password, { shouldDirty: true });
    form.clearErrors("confirm");
  };
  return (
    <>
      <NewPasswordField
        label={label}
        hint={hint}
        own={own}
        shown={shown}
        onShow={setShown}
        onGenerate={repeat}
      />
      <TextField
        name="confirm"
        label={confirmLabel}
        type={shown ? "text" : "password"}
        autoComplete="new-password"
      />
    </>
  );
}
