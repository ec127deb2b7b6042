import { telegramMenuForm } from "@tollgate/contract/telegram-menus";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { FormSection } from "../../design-system/form/form-section";
import { TextField } from "../../design-system/form/text-field";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { notify } from "../../lib/notifications/notifications";
import { useCreateTelegramMenu } from "./telegram-menus-queries";

type Values = z.input<typeof telegramMenuForm>;

/** The form of a new one. */
export function TelegramMenuEditor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("telegram-menus");
  const form = useForm<Values, unknown, z.output<typeof telegramMenuForm>>({
    defaultValues: { name: "", remark: "" },
    resolver: formResolver(telegramMenuForm),
  });
  const save = useCreateTelegramMenu();
  const submit = form.handleSubmit(async (values) => {
    try {
      const { name } = await save.mutateAsync(values);
      notify.success(t("done.created", { name }));
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });

  return (
    <SidePanel
      open
      title={t("editor.title")}
      onClose={onClose}
      dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
      onSubmit={(event) => void submit(event)}
      submitting={save.isPending}
      submitLabel={t("editor.submit")}
    >
      <FormProvider {...form}>
        <FormSection>
          <TextField<Values> name="name" label={t("columns.name")} required autoFocus />
          <TextField<Values> name="remark" label={t("columns.remark")} />
        </FormSection>
      </FormProvider>
    </SidePanel>
  );
}
