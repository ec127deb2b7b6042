import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Self } from "@tollgate/contract/profile";
import { firstCodeForm, type TwoFactorSecret } from "@tollgate/contract/two-factor";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { TextField } from "../../design-system/form/text-field";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { FormDialog } from "./form-dialog";
import { useBeginTwoFactor, useConfirmTwoFactor } from "./profile-queries";
import { StepUpDialog } from "./step-up-dialog";
import { QrCode } from "./qr-code";

interface TwoFactorDialogProps {
  self: Self;
  /** The recovery codes, to be shown once. */
  onDone: (codes: string[]) => void;
  onClose: () => void;
}

/** Turns two-factor authentication on: step-up, then the app, then its first code. */
export function TwoFactorDialog({ self, onDone, onClose }: TwoFactorDialogProps) {
  const { t } = useTranslation("profile");
  const [secret, setSecret] = useState<TwoFactorSecret>();
  const begin = useBeginTwoFactor();
  if (secret) return <AppStep secret={secret} onDone={onDone} onClose={onClose} />;
  return (
    <StepUpDialog
      self={self}
      title={t("factor.turnOnTitle")}
      description={t("factor.turnOnBody")}
      submitLabel={t("factor.continue")}
      act={(stepUp) => begin.mutateAsync(stepUp)}
      onDone={setSecret}
      onClose={onClose}
    />
  );
}

const resolver = formResolver(firstCodeForm);

function AppStep(props: { secret: TwoFactorSecret; onDone: (codes: string[]) => void; onClose: () => void }) {
  const { t } = useTranslation("profile");
  const form = useForm<{ code: string }>({ defaultValues: { code: "" }, resolver });
  const confirm = useConfirmTwoFactor();
  const submit = form.handleSubmit(async (values) => {
    try {
      props.onDone((await confirm.mutateAsync(values)).recovery_codes);
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });
  return (
    <FormDialog
      title={t("factor.scanTitle")}
      description={t("factor.scanBody")}
      form={form}
      onSubmit={(event) => void submit(event)}
      onClose={props.onClose}
      submitLabel={t("factor.turnOn")}
      submitting={confirm.isPending}
    >
      <QrCode text={props.secret.uri} label={t("factor.qr")} />
      <Stack sx={{ alignItems: "center", textAlign: "center", gap: 0.25 }}>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("factor.manual")}
        </Typography>
        <MonoText wrap copy={props.secret.secret}>
          {props.secret.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
        </MonoText>
      </Stack>
      <TextField<{ code: string }>
        name="code"
        label={t("factor.code")}
        placeholder="000000"
        autoComplete="one-time-code"
        autoFocus
      />
    </FormDialog>
  );
}
