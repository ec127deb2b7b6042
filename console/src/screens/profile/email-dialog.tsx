import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { Self } from "@tollgate/contract/profile";
import { type BindEmailForm, bindEmailForm, codePauseSeconds } from "@tollgate/contract/registration";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { TextField } from "../../design-system/form/text-field";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { notify } from "../../lib/notifications/notifications";
import { FormDialog } from "./form-dialog";
import { useBindEmail, useSendCode } from "./profile-queries";
import { StepUpField } from "./step-up-field";
import { stepUpResolver } from "./step-up-resolver";

type Values = z.input<typeof bindEmailForm>;

/** An address and the code that was sent to it. */
export function EmailDialog({ self, onClose }: { self: Self; onClose: () => void }) {
  const { t } = useTranslation("profile");
  const form = useForm<Values, unknown, BindEmailForm>({
    defaultValues: { email: "", verification_code: "", current_password: "", code: "" },
    resolver: stepUpResolver(self, bindEmailForm),
  });
  const bind = useBindEmail();
  const submit = form.handleSubmit(async (values) => {
    try {
      await bind.mutateAsync(values);
      notify.success(t("email.done"));
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });
  return (
    <FormDialog
      title={t(self.email === "" ? "email.bind" : "email.change")}
      description={t("email.body")}
      form={form}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      submitLabel={t("email.save")}
      submitting={bind.isPending}
    >
      <TextField<Values> name="email" label={t("email.new")} type="email" autoComplete="email" autoFocus />
      <Stack direction="row" sx={{ gap: 1, alignItems: "flex-start" }}>
        <TextField<Values> name="verification_code" label={t("email.code")} autoComplete="one-time-code" />
        <SendCodeButton
          send={async (code) => {
            if (await form.trigger("email")) await code(form.getValues("email").trim());
          }}
          onRejected={(error) => applyServerErrors(error, form.setError)}
        />
      </Stack>
      <StepUpField<Values> self={self} />
    </FormDialog>
  );
}

interface SendCodeButtonProps {
  /** Calls back with the address if it is one. */
  send: (code: (email: string) => Promise<void>) => Promise<void>;
  onRejected: (error: unknown) => void;
}

/** Sends the code, then counts down to the next. */
function SendCodeButton({ send, onRejected }: SendCodeButtonProps) {
  const { t } = useTranslation("profile");
  const sendCode = useSendCode();
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const press = (): void =>
    void send(async (email) => {
      try {
        await sendCode.mutateAsync(email);
        notify.success(t("email.sent", { email }));
        setLeft(codePauseSeconds);
      } catch (error) {
        onRejected(error);
      }
    });
  return (
    <Button
      variant="outlined"
      loading={sendCode.isPending}
      disabled={left > 0}
      onClick={press}
      sx={{ height: 40, flexShrink: 0, minWidth: 116 }}
    >
      {left > 0 ? t("email.again", { count: left }) : t("email.send")}
    </Button>
  );
}
