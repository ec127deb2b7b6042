import Button from "@mui/material/Button";
import { newPassword } from "@tollgate/contract/account-fields";
import type { Self } from "@tollgate/contract/profile";
import { proof } from "@tollgate/contract/proof";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { TextField } from "../../design-system/form/text-field";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { notify } from "../../lib/notifications/notifications";
import { FormDialog } from "./form-dialog";
import { ProfileCard } from "./profile-card";
import { useUpdateSelf } from "./profile-queries";
import { ProofField } from "./proof-field";
import { proofResolver } from "./proof-resolver";

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

/** The server's rules, and that both new ones are the same (specification §5). */
function passwordForm(differ: string) {
  return proof
    .extend({ password: newPassword, repeated: z.string() })
    .refine((form) => form.password === form.repeated, {
      path: ["repeated"],
      message: differ,
      params: { code: "-" },
    });
}

type PasswordValues = z.input<ReturnType<typeof passwordForm>>;

function PasswordDialog({ self, onClose }: { self: Self; onClose: () => void }) {
  const { t } = useTranslation("profile");
  const resolver = useMemo(() => proofResolver(self, passwordForm(t("password.differ"))), [self, t]);
  const form = useForm<PasswordValues, unknown, z.output<ReturnType<typeof passwordForm>>>({
    defaultValues: { current_password: "", code: "", password: "", repeated: "" },
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
      <ProofField<PasswordValues> self={self} autoFocus />
      <TextField<PasswordValues>
        name="password"
        label={t("password.new")}
        type="password"
        autoComplete="new-password"
        hint={t("password.hint")}
      />
      <TextField<PasswordValues>
        name="repeated"
        label={t("password.repeat")}
        type="password"
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
