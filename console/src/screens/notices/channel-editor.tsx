import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { NoticeChannel } from "@tollgate/contract/notices";
import { useEffect, useMemo, useState } from "react";
import { FormProvider, type UseFormReturn, useForm, useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../design-system/form/form-section";
import { NumberField } from "../../design-system/form/number-field";
import { SelectField } from "../../design-system/form/select-field";
import { SwitchField } from "../../design-system/form/switch-field";
import { TextField } from "../../design-system/form/text-field";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { ApiError } from "../../lib/api-error";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { languageNames, languages } from "../../lib/i18n/languages";
import { useLanguage } from "../../lib/i18n/use-language";
import { notify } from "../../lib/notifications/notifications";
import { ChannelAccount, ChannelAdvanced } from "./channel-account";
import {
  bodyOfChannel,
  channelResolver,
  type ChannelValues,
  newChannelValues,
  valuesOfChannel,
} from "./channel-values";
import { ChannelType } from "./channel-columns";
import { EventsField } from "./events-field";
import { type Kinds, useCreateChannel, useUpdateChannel } from "./notices-queries";

interface ChannelEditorProps {
  /** The channel to change; undefined for a new one. */
  channel: NoticeChannel | undefined;
  kinds: Kinds;
  onClose: () => void;
}

/** Creates or changes a channel; the form is drawn from the descriptor of its kind. */
export function ChannelEditor({ channel, kinds, onClose }: ChannelEditorProps) {
  const { t } = useTranslation("notices");
  const { language } = useLanguage();
  const resolver = useMemo(() => channelResolver(kinds, channel), [kinds, channel]);
  const [start] = useState(() => (channel ? valuesOfChannel(channel) : newChannelValues(language)));
  const form = useForm<ChannelValues>({ defaultValues: start, resolver });
  const { submit, saving } = useSave({ form, channel, onClose });
  const kind = kinds.get(useWatch({ control: form.control, name: "type" }));
  return (
    <FormProvider {...form}>
      <SidePanel
        open
        title={channel ? t("editor.edit", { name: channel.name }) : t("editor.create")}
        onClose={onClose}
        dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
        onSubmit={(event) => void submit(event)}
        submitting={saving}
        submitLabel={t(channel ? "editor.save" : "editor.submit_create")}
      >
        <Basics kinds={kinds} channel={channel} />
        {kind && (
          <>
            <ChannelAccount kind={kind} channel={channel} />
            <FormSection title={t("section.events")} description={t("section.events_hint")}>
              <EventsField />
            </FormSection>
            <Delivery />
            <ChannelAdvanced key={kind.type} kind={kind} />
          </>
        )}
      </SidePanel>
    </FormProvider>
  );
}

/** Kind and name. The kind is chosen once, and a name that was not typed follows it. */
function Basics({ kinds, channel }: Pick<ChannelEditorProps, "kinds" | "channel">) {
  const { t } = useTranslation("notices");
  const { localize } = useLanguage();
  const { getValues, setValue, watch } = useFormContext<ChannelValues>();
  const type = useWatch<ChannelValues, "type">({ name: "type" });
  useEffect(() => {
    if (channel) return undefined;
    const { unsubscribe } = watch((_values, { name }) => {
      const kind = name === "type" ? kinds.get(getValues("type")) : undefined;
      if (!kind) return;
      const labels = [...kinds.values()].map(({ label }) => localize(label));
      const typed = getValues("name");
      if (typed === "" || labels.includes(typed))
        setValue("name", localize(kind.label), { shouldDirty: true });
      setValue("config", {});
    });
    return unsubscribe;
  }, [channel, kinds, localize, getValues, setValue, watch]);
  return (
    <FormSection title={t("section.basics")}>
      {channel ? (
        <Stack direction="row" sx={{ alignItems: "center", gap: 1.5, typography: "body2" }}>
          <Box component="span" sx={{ color: "text.secondary" }}>
            {t("columns.type")}
          </Box>
          <ChannelType kinds={kinds} type={channel.type} />
        </Stack>
      ) : (
        <SelectField<ChannelValues>
          name="type"
          label={t("columns.type")}
          required
          options={[...kinds.values()].map((kind) => ({ value: kind.type, label: localize(kind.label) }))}
        />
      )}
      {type !== "" && <TextField<ChannelValues> name="name" label={t("columns.name")} required />}
    </FormSection>
  );
}

function Delivery() {
  const { t } = useTranslation("notices");
  return (
    <FormSection title={t("section.delivery")}>
      <SelectField<ChannelValues>
        name="language"
        label={t("field.language")}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <NumberField<ChannelValues>
        name="pause_minutes"
        label={t("field.pause")}
        hint={t("field.pause_hint")}
        unit={t("field.minutes")}
        integer
        min={0}
        max={10_080}
      />
      <SwitchField<ChannelValues> name="enable" label={t("field.enable")} hint={t("field.enable_hint")} />
    </FormSection>
  );
}

interface SaveInput extends Pick<ChannelEditorProps, "channel" | "onClose"> {
  form: UseFormReturn<ChannelValues>;
}

function useSave({ form, channel, onClose }: SaveInput) {
  const { t } = useTranslation("notices");
  const create = useCreateChannel();
  const update = useUpdateChannel();
  const submit = form.handleSubmit(async (values) => {
    try {
      const body = bodyOfChannel(values, channel?.config);
      const type = channel?.type ?? values.type;
      const { name } = channel
        ? await update.mutateAsync({ ...body, id: channel.id })
        : await create.mutateAsync({ ...body, type });
      notify.success(t(channel ? "done.updated" : "done.created", { name }));
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      applyServerErrors(error, form.setError);
    }
  });
  return { submit, saving: create.isPending || update.isPending };
}
