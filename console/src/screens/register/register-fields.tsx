import { registerForm } from "@tollgate/contract/registration";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useMemo, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { FormProblem } from "../../design-system/form/form-problem";
import { TextField } from "../../design-system/form/text-field";
import { describeError } from "../../lib/describe-error";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { forgetInvitation } from "../../lib/invitation";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { NewPasswordFields } from "../../widgets/new-password/new-password-fields";
import { useTurnstile } from "../../widgets/turnstile/use-turnstile";
import { formFor, type RegisterInput, type RegisterOutput } from "./register-form";
import { useRegister } from "./register-queries";
import { VerificationFields } from "./verification-fields";

/** The form for an account with a password. */
export function RegisterFields({ invitation }: { invitation: string }) {
  const { t } = useTranslation("register");
  const { email_verification } = useSiteInfo();
  const navigate = useNavigate();
  const turnstile = useTurnstile();
  const register = useRegister();
  const resolver = useMemo(() => formResolver(formFor(email_verification)), [email_verification]);
  const form = useForm<RegisterInput, unknown, RegisterOutput>({
    resolver,
    defaultValues: { username: "", password: "", confirm: "", email: "", verification_code: "" },
  });
  const [problem, setProblem] = useState<string>();
  const username = useWatch({ control: form.control, name: "username" });

  const submit = form.handleSubmit((values) => {
    const answer = turnstile.take();
    if (answer === undefined) return;
    setProblem(undefined);
    register.mutate(
      // Without the repeated password, which only the page needs.
      { form: registerForm.parse({ ...values, aff_code: invitation }), turnstile: answer },
      {
        onSuccess: () => {
          forgetInvitation();
          void navigate("/login", { state: { registered: registerForm.parse(values).username } });
        },
        onError: (error) => {
          if (!applyServerErrors(error, form.setError)) setProblem(describeError(error));
        },
      },
    );
  });

  return (
    <FormProvider {...form}>
      <Stack
        component="form"
        noValidate
        spacing={2.25}
        onSubmit={(event) => void submit(event)}
        onChange={() => setProblem(undefined)}
      >
        <FormProblem text={problem} />
        <TextField
          name="username"
          label={t("username")}
          hint={t("usernameHint")}
          autoComplete="username"
          autoFocus
        />
        <NewPasswordFields
          label={t("password")}
          confirmLabel={t("confirm")}
          hint={t("passwordHint")}
          own={[username]}
        />
        {email_verification && <VerificationFields turnstile={turnstile} />}
        {turnstile.widget}
        <Button type="submit" variant="contained" size="large" loading={register.isPending}>
          {t("submit")}
        </Button>
      </Stack>
    </FormProvider>
  );
}
