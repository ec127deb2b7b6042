import { newPasskeyForm, type Passkey, passkeyNameForm } from "@tollgate/contract/passkeys";
import type { Self } from "@tollgate/contract/profile";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { TextField } from "../../design-system/form/text-field";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { notify } from "../../lib/notifications/notifications";
import { PasskeyCancelled } from "../../lib/passkeys";
import { reportFailure } from "../../lib/query-client";
import { FormDialog } from "./form-dialog";
import { useAddPasskey, useDeletePasskey, useRenamePasskey } from "./profile-queries";
import { StepUpDialog } from "./step-up-dialog";
import { StepUpField } from "./step-up-field";
import { stepUpResolver } from "./step-up-resolver";

type NewPasskey = z.input<typeof newPasskeyForm>;

/** A name and step-up; the browser's own dialog follows. */
export function AddPasskeyDialog({ self, onClose }: { self: Self; onClose: () => void }) {
  const { t } = useTranslation("profile");
  const form = useForm<NewPasskey, unknown, z.output<typeof newPasskeyForm>>({
    defaultValues: { alias: "", current_password: "", code: "" },
    resolver: stepUpResolver(self, newPasskeyForm),
  });
  const add = useAddPasskey();
  const submit = form.handleSubmit(async (values) => {
    try {
      const { alias } = await add.mutateAsync(values);
      notify.success(t("passkeys.done", { name: alias }));
      onClose();
    } catch (error) {
      if (error instanceof PasskeyCancelled) notify.info(t("passkeys.cancelled"));
      else if (!applyServerErrors(error, form.setError)) reportFailure(error);
    }
  });
  return (
    <FormDialog
      title={t("passkeys.add")}
      description={t("passkeys.addBody")}
      form={form}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      submitLabel={t("factor.continue")}
      submitting={add.isPending}
    >
      <TextField<NewPasskey>
        name="alias"
        label={t("passkeys.name")}
        hint={t("passkeys.nameHint")}
        autoFocus
      />
      <StepUpField<NewPasskey> self={self} />
    </FormDialog>
  );
}

const newName = formResolver(passkeyNameForm);

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation(["profile", "common"]);
  const form = useForm<{ alias: string }>({ defaultValues: { alias: passkey.alias }, resolver: newName });
  const rename = useRenamePasskey();
  const submit = form.handleSubmit(async ({ alias }) => {
    try {
      await rename.mutateAsync({ id: passkey.id, alias });
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });
  return (
    <FormDialog
      title={t("passkeys.renameOne", { name: passkey.alias })}
      form={form}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      submitLabel={t("common:save")}
      submitting={rename.isPending}
    >
      <TextField<{ alias: string }> name="alias" label={t("passkeys.name")} autoFocus />
    </FormDialog>
  );
}

interface DeletePasskeyDialogProps {
  self: Self;
  passkey: Passkey;
  onClose: () => void;
}

export function DeletePasskeyDialog({ self, passkey: { id, alias }, onClose }: DeletePasskeyDialogProps) {
  const { t } = useTranslation("profile");
  const remove = useDeletePasskey();
  return (
    <StepUpDialog
      self={self}
      danger
      title={t("passkeys.deleteTitle", { name: alias })}
      description={t("passkeys.deleteBody")}
      submitLabel={t("passkeys.delete")}
      act={(stepUp) => remove.mutateAsync({ id, stepUp })}
      onDone={() => {
        notify.success(t("passkeys.deleted", { name: alias }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
