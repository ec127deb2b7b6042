import Typography from "@mui/material/Typography";
import type { Self } from "@tollgate/contract/profile";
import type { FieldPath, FieldValues } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { TextField } from "../../design-system/form/text-field";

export interface StepUpFieldProps {
  self: Self;
  autoFocus?: boolean;
}

/**
 * The step-up field: the password, or a two-factor code where the account has no password. No field
 * where only a fresh sign-in works, which a sentence explains. Needs a form with `current_password` and `code`.
 */
export function StepUpField<T extends FieldValues>({ self, autoFocus = false }: StepUpFieldProps) {
  const { t } = useTranslation("profile");
  if (self.has_password) {
    return (
      <TextField<T>
        name={"current_password" as FieldPath<T>}
        label={t("stepUp.password")}
        type="password"
        autoComplete="current-password"
        autoFocus={autoFocus}
      />
    );
  }
  if (!self.second_factor) {
    return (
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("stepUp.freshSignIn")}
      </Typography>
    );
  }
  return (
    <TextField<T>
      name={"code" as FieldPath<T>}
      label={t("stepUp.code")}
      hint={t("stepUp.codeHint")}
      autoComplete="one-time-code"
      autoFocus={autoFocus}
    />
  );
}
