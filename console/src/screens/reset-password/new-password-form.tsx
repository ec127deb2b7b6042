import { newPassword } from "@tollgate/contract/account-fields";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { FormProblem } from "../../design-system/form/form-problem";
import { ApiError } from "../../lib/api-error";
import { describeError } from "../../lib/describe-error";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { matchingPasswords } from "../../widgets/new-password/matching-passwords";
import { NewPasswordFields } from "../../widgets/new-password/new-password-fields";
import { type ResetLink, useResetPassword } from "./reset-password-queries";

const schema = z.object({ password: newPassword, confirm: z.string().min(1) }).superRefine(matchingPasswords);

/** The new password, twice. */
export function NewPasswordForm(props: { link: ResetLink; onEnd: (ended: "done" | "dead") => void }) {
  const { t } = useTranslation("reset-password");
  const reset = useResetPassword();
  const form = useForm({ resolver: formResolver(schema), defaultValues: { password: "", confirm: "" } });
  const [problem, setProblem] = useState<string>();
  const submit = form.handleSubmit(({ password }) => {
    setProblem(undefined);
    reset.mutate(
      { ...props.link, password },
      {
        onSuccess: () => props.onEnd("done"),
        onError: (error) => {
          if (error instanceof ApiError && error.code === "reset.link_dead") props.onEnd("dead");
          else if (!applyServerErrors(error, form.setError)) setProblem(describeError(error));
        },
      },
    );
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} onChange={() => setProblem(undefined)}>
        {/* Password managers store the new password under this name. */}
        <input
          type="email"
          name="username"
          autoComplete="username"
          value={props.link.email}
          readOnly
          hidden
        />
        <Stack spacing={2.25}>
          <FormProblem text={problem} />
          <NewPasswordFields
            label={t("password")}
            confirmLabel={t("confirm")}
            hint={t("passwordHint")}
            own={[props.link.email.split("@")[0] ?? ""]}
          />
          <Button type="submit" variant="contained" size="large" loading={reset.isPending}>
            {t("submit")}
          </Button>
        </Stack>
      </form>
    </FormProvider>
  );
}
