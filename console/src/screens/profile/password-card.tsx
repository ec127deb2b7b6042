import Button from "@mui/material/Button";
import { newPassword } from "@tollgate/contract/account-fields";
import type { Self } from "@tollgate/contract/profile";
import { stepUp } from "@tollgate/contract/step-up";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { notify } from "../../lib/notifications/notifications";
import { matchingPasswords } from "../../widgets/new-password/matching-passwords";
import { NewPasswordFields } from "../../widgets/new-password/new-password-fields";
import { FormDialog } from "./form-dialog";
import { ProfileCard } from "./profile-card";
import { useUpdateSelf } from "./profile-queries";
import { StepUpField } from "./step-up-field";
import { stepUpResolver } from "./step-up-resolver";

/** The password; an account that came by another service may get its first one here. */
export function PasswordCard({ self }: { self: Self }) {
  const { t } = useTranslation("profile");
  const [open, setOpen] = useState(false);
  return (
    <>
      <ProfileCard
        title={t("password.title")}
        description={t(self.has_password ? "password.body" : "password.none")}
        action={
          <Button variant="outlined" onClick={() => setOpen(true)}>
            {t(self.has_password ? "password.change" : "password.set")}
          </Button>
        }
      />
      {open && <PasswordDialog self={self} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The server's rules, and that both new ones are the same. */
const passwordForm = stepUp
  .extend({ password: newPassword, confirm: z.string() })
  .superRefine(matchingPasswords);

type PasswordValues = z.input<typeof passwordForm>;

function PasswordDialog({ self, onClose }: { self: Self; onClose: () => void }) {
  const { t } = useTranslation("profile");
  const resolver = useMemo(() => stepUpResolver(self, passwordForm), [self]);
  const form = useForm<PasswordValues, unknown, z.output<typeof passwordForm>>({
    defaultValues: { current_password: "", code: "", password: "", confirm: "" },
    resolver,
  });
  const update = useUpdateSelf();
  const submit = form.handleSubmit(async ({ current_password, code, password }) => {
    try {
      await update.mutateAsync({ current_password, code, password, display_name: self.display_name });
      notify.success(t("password.done"));
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });
  return (
    <FormDialog
      title={t(self.has_password ? "password.change" : "password.set")}
      description={t("password.dialogBody")}
      form={form}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      submitLabel={t("password.save")}
      submitting={update.isPending}
    >
      <StepUpField<PasswordValues> self={self} autoFocus />
      <NewPasswordFields
        label={t("password.new")}
        confirmLabel={t("password.repeat")}
        hint={t("password.hint")}
        own={[self.username]}
      />
    </FormDialog>
  );
}
