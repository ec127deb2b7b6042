import { useMemo } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { notify } from "../../lib/notifications/notifications";
import { UserFields } from "./user-fields";
import { newUserOf, newUserValues, userResolver, type UserValues } from "./user-values";
import { useCreateUser } from "./users-queries";

/** Creates a user. */
export function UserEditor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("users");
  const resolver = useMemo(() => userResolver(undefined), []);
  const form = useForm<UserValues>({ defaultValues: newUserValues, resolver });
  const create = useCreateUser();

  const submit = form.handleSubmit(async (values) => {
    try {
      const made = await create.mutateAsync(newUserOf(values));
      notify.success(t("done.created", { name: made.username }));
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });

  return (
    <SidePanel
      open
      title={t("editor.create")}
      onClose={onClose}
      dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
      onSubmit={(event) => void submit(event)}
      submitting={create.isPending}
      submitLabel={t("editor.submit_create")}
    >
      <FormProvider {...form}>
        <UserFields isNew group={newUserValues.group} />
      </FormProvider>
    </SidePanel>
  );
}
