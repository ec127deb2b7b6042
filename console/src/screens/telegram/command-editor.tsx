import InputAdornment from "@mui/material/InputAdornment";
import { type TelegramMenu, telegramMenuForm } from "@tollgate/contract/telegram";
import { type MarkupMode, markupModes } from "@tollgate/contract/telegram-markup";
import { useEffect, useState } from "react";
import { FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { FormSection } from "../../design-system/form/form-section";
import { SelectField } from "../../design-system/form/select-field";
import { TextField } from "../../design-system/form/text-field";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { describeError } from "../../lib/describe-error";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { notify } from "../../lib/notifications/notifications";
import { ReplyPreview } from "./reply-preview";
import { useSaveTelegramMenu } from "./telegram-queries";

/** `parse_mode` is one of the list, whatever else the schema would take. */
type Values = Omit<z.output<typeof telegramMenuForm>, "id"> & { id?: number };

interface CommandEditorProps {
  /** The command to change; undefined for a new one. */
  menu: TelegramMenu | undefined;
  onClose: () => void;
}

const newCommand: Values = {
  id: 0,
  command: "",
  description: "",
  parse_mode: "MarkdownV2",
  reply_message: "",
};

/** Command, description and reply, with the message as Telegram will show it. */
export function CommandEditor({ menu, onClose }: CommandEditorProps) {
  const { t } = useTranslation("telegram");
  const form = useForm<Values, unknown, z.output<typeof telegramMenuForm>>({
    defaultValues: menu ?? newCommand,
    mode: "onChange",
    resolver: formResolver(
      telegramMenuForm as unknown as z.ZodType<z.output<typeof telegramMenuForm>, Values>,
    ),
  });
  const save = useSaveTelegramMenu();
  const [problem, setProblem] = useState<string>();
  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      const { command } = await save.mutateAsync(values);
      notify.success(t(menu ? "done.changed" : "done.created", { command }));
      onClose();
    } catch (error) {
      if (!applyServerErrors(error, form.setError)) setProblem(describeError(error));
    }
  });

  return (
    <SidePanel
      open
      title={menu ? t("editor.edit", { command: menu.command }) : t("editor.create")}
      onClose={onClose}
      dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
      onSubmit={(event) => void submit(event)}
      submitting={save.isPending}
      problem={problem}
      submitLabel={t(menu ? "editor.save" : "editor.submit")}
    >
      <FormProvider {...form}>
        <FormSection>
          <TextField<Values>
            name="command"
            label={t("columns.command")}
            hint={t("editor.commandHint")}
            start={<InputAdornment position="start">/</InputAdornment>}
            mono
            required
            autoFocus={!menu}
          />
          <TextField<Values>
            name="description"
            label={t("columns.description")}
            hint={t("editor.descriptionHint")}
            required
          />
          <SelectField<Values>
            name="parse_mode"
            label={t("columns.parse_mode")}
            options={markupModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
          />
          <ReplyField />
        </FormSection>
      </FormProvider>
    </SidePanel>
  );
}

function ReplyField() {
  const { t } = useTranslation("telegram");
  const [mode, text] = useWatch<Values, ["parse_mode", "reply_message"]>({
    name: ["parse_mode", "reply_message"],
  });
  const { trigger } = useFormContext<Values>();
  const written = text !== "";
  // The same text may be valid in one format and invalid in another.
  useEffect(() => {
    if (written) void trigger("reply_message");
  }, [mode, written, trigger]);
  return (
    <>
      <TextField<Values>
        name="reply_message"
        label={t("columns.reply_message")}
        hint={t(`editor.hints.${mode satisfies MarkupMode}`)}
        multiline
        minRows={5}
        mono
        required
      />
      <ReplyPreview text={text} mode={mode} />
    </>
  );
}
