import Link from "@mui/material/Link";
import type { Self } from "@tollgate/contract/profile";
import {
  secondFactorForm,
  type SecondFactorProof,
  secondFactorProof,
} from "@tollgate/contract/second-factor";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { TextField } from "../../design-system/form/text-field";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { FormDialog } from "./form-dialog";

export interface SecondFactorProofDialogProps<Result> {
  self: Self;
  title: string;
  description: ReactNode;
  submitLabel: string;
  danger?: boolean;
  act: (proof: SecondFactorProof) => Promise<Result>;
  onDone: (result: Result) => void;
  onClose: () => void;
}

type Values = z.input<typeof secondFactorProof>;

const resolver = formResolver(secondFactorProof.and(secondFactorForm));

/** A change of the second factor itself: password and a code of it, or a recovery code. */
export function SecondFactorProofDialog<Result>(props: SecondFactorProofDialogProps<Result>) {
  const { t } = useTranslation("profile");
  const form = useForm<Values, unknown, SecondFactorProof>({
    defaultValues: { current_password: "", code: "", recovery_code: "" },
    resolver,
  });
  const [recovery, setRecovery] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = form.handleSubmit(async (values) => {
    setBusy(true);
    try {
      props.onDone(await props.act(values));
    } catch (error) {
      applyServerErrors(error, form.setError);
    } finally {
      setBusy(false);
    }
  });
  const swap = (): void => {
    form.setValue("code", "");
    form.setValue("recovery_code", "");
    form.clearErrors();
    setRecovery(!recovery);
  };
  return (
    <FormDialog
      title={props.title}
      description={props.description}
      form={form}
      onSubmit={(event) => void submit(event)}
      onClose={props.onClose}
      submitLabel={props.submitLabel}
      submitting={busy}
      danger={props.danger ?? false}
    >
      {props.self.has_password && (
        <TextField<Values>
          name="current_password"
          label={t("proof.password")}
          type="password"
          autoComplete="current-password"
          autoFocus
        />
      )}
      <TextField<Values>
        key={String(recovery)}
        name={recovery ? "recovery_code" : "code"}
        label={t(recovery ? "factor.recoveryCode" : "factor.code")}
        autoComplete={recovery ? "off" : "one-time-code"}
      />
      <Link component="button" type="button" variant="body2" onClick={swap} sx={{ alignSelf: "flex-start" }}>
        {t(recovery ? "factor.useCode" : "factor.useRecoveryCode")}
      </Link>
    </FormDialog>
  );
}
