import Link from "@mui/material/Link";
import type { Self } from "@tollgate/contract/profile";
import { type TwoFactorStepUp, twoFactorStepUp } from "@tollgate/contract/two-factor";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { TextField } from "../../design-system/form/text-field";
import { type OwnerAction, StepUpFormDialog } from "./step-up-form-dialog";
import { stepUpResolver } from "./step-up-resolver";

export interface TwoFactorStepUpDialogProps<Result> extends OwnerAction<TwoFactorStepUp, Result> {
  self: Self;
}

type Values = z.input<typeof twoFactorStepUp>;

type Kind = "code" | "recovery_code";

/** Shows a missing value at the visible field. */
const formOf = (kind: Kind) =>
  twoFactorStepUp.superRefine((form, context) => {
    if (form[kind] !== "") return;
    context.addIssue({ code: "too_small", minimum: 1, origin: "string", path: [kind], message: "A code." });
  });
const forms = { code: formOf("code"), recovery_code: formOf("recovery_code") };

/** A change of two-factor authentication itself: password and a code of it, or a recovery code. */
export function TwoFactorStepUpDialog<Result>({ self, ...action }: TwoFactorStepUpDialogProps<Result>) {
  const { t } = useTranslation("profile");
  const [kind, setKind] = useState<Kind>("code");
  const form = useForm<Values, unknown, TwoFactorStepUp>({
    defaultValues: { current_password: "", code: "", recovery_code: "" },
    resolver: stepUpResolver(self, forms[kind]),
  });
  const recovery = kind === "recovery_code";
  const swap = (): void => {
    form.setValue("code", "");
    form.setValue("recovery_code", "");
    form.clearErrors();
    setKind(recovery ? "code" : "recovery_code");
  };
  return (
    <StepUpFormDialog {...action} form={form}>
      {self.has_password && (
        <TextField<Values>
          name="current_password"
          label={t("stepUp.password")}
          type="password"
          autoComplete="current-password"
          autoFocus
        />
      )}
      <TextField<Values>
        key={kind}
        name={kind}
        label={t(recovery ? "factor.recoveryCode" : "factor.code")}
        autoComplete={recovery ? "off" : "one-time-code"}
      />
      <Link component="button" type="button" variant="body2" onClick={swap} sx={{ alignSelf: "flex-start" }}>
        {t(recovery ? "factor.useCode" : "factor.useRecoveryCode")}
      </Link>
    </StepUpFormDialog>
  );
}
