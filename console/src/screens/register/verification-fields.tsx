import { email as emailSchema } from "@tollgate/contract/account-fields";
import { codePauseSeconds } from "@tollgate/contract/registration";
import Button from "@mui/material/Button";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { TextField } from "../../design-system/form/text-field";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { notify } from "../../lib/notifications/notifications";
import { useCountdown } from "../../lib/use-countdown";
import type { Turnstile } from "../../widgets/turnstile/use-turnstile";
import type { RegisterInput } from "./register-form";
import { useSendVerification } from "./register-queries";

/** The address, the button that sends a code to it, and the code. */
export function VerificationFields({ turnstile }: { turnstile: Turnstile }) {
  const { t } = useTranslation("register");
  const form = useFormContext<RegisterInput>();
  const send = useSendVerification();
  const pause = useCountdown();

  const ask = async (): Promise<void> => {
    const email = emailSchema.safeParse(form.getValues("email"));
    if (!email.success) {
      await form.trigger("email", { shouldFocus: true });
      return;
    }
    const answer = turnstile.take();
    if (answer === undefined) return;
    send.mutate(
      { email: email.data, turnstile: answer },
      {
        onSuccess: () => {
          pause.start(codePauseSeconds);
          notify.success(t("codeSent", { email: email.data }));
          form.clearErrors("verification_code");
          form.setFocus("verification_code");
        },
        onError: (error) => applyServerErrors(error, form.setError),
      },
    );
  };

  return (
    <>
      <TextField name="email" label={t("email")} type="email" autoComplete="email" />
      <TextField
        name="verification_code"
        label={t("code")}
        autoComplete="one-time-code"
        end={
          <Button
            size="small"
            disabled={pause.seconds > 0}
            loading={send.isPending}
            onClick={() => void ask()}
            sx={{ whiteSpace: "nowrap", flexShrink: 0, mr: -0.75, fontVariantNumeric: "tabular-nums" }}
          >
            {pause.seconds > 0 ? t("sendAgainIn", { seconds: pause.seconds }) : t("sendCode")}
          </Button>
        }
      />
    </>
  );
}
