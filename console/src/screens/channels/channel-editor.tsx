import { useQuery } from "@tanstack/react-query";
import type { Channel } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useMemo, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CollapsedSection } from "../../design-system/form/collapsed-section";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { notify } from "../../lib/notifications/notifications";
import { groupSymbolsQuery } from "../../widgets/group-select/group-queries";
import { modelNamesQuery } from "../../widgets/model-picker/model-names";
import { AdvancedSections } from "./channel-editor-advanced";
import { ConnectionSection, ProviderHeader } from "./channel-editor-basics";
import { ChannelHistory } from "./channel-history";
import { ModelsSection } from "./channel-editor-models";
import { channelResolver } from "./channel-resolver";
import {
  type ChannelValues,
  newChannelValues,
  savedValues,
  valuesForProvider,
  valuesOfChannel,
  valuesOfCopy,
} from "./channel-values";
import { useSaveChannel } from "./channels-queries";
import { ProviderList } from "./provider-list";

/** What the editor opens on: nothing, a stored channel, or a channel to make another one from. */
export type ChannelEditorStart =
  | { kind: "create" }
  | { kind: "edit"; channel: Channel }
  | { kind: "copy"; channel: Channel };

interface ChannelEditorProps {
  start: ChannelEditorStart;
  descriptors: ReadonlyMap<number, ProviderDescriptor>;
  onClose: () => void;
}

/** Creates or changes a channel; the form is drawn from the descriptor of the provider that is chosen first. */
export function ChannelEditor({ start, descriptors, onClose }: ChannelEditorProps) {
  const { t } = useTranslation("channels");
  const stored = start.kind === "edit" ? start.channel : undefined;
  const [choosing, setChoosing] = useState(start.kind === "create");
  const resolver = useMemo(() => channelResolver(descriptors), [descriptors]);
  const form = useForm<ChannelValues>({
    defaultValues: useStartValues(start),
    resolver,
  });
  const type = useWatch({ control: form.control, name: "type" });
  const descriptor = descriptors.get(type);
  const groups = useQuery(groupSymbolsQuery);
  const models = useQuery(modelNamesQuery);
  const save = useSaveChannel();

  const choose = (next: ProviderDescriptor) => {
    const values = valuesForProvider(form.getValues(), next, descriptor);
    for (const name of ["type", "key", "base_url", "models", "test_model", "plugin"] as const) {
      form.setValue(name, values[name], { shouldDirty: true });
    }
    form.clearErrors();
    setChoosing(false);
  };

  const submit = form.handleSubmit(async (values) => {
    try {
      const saved = await save.mutateAsync(savedValues(values));
      notify.success(t(stored ? "done.updated" : "done.created", { name: saved.name }));
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });

  const title =
    start.kind === "create"
      ? t("editor.create")
      : t(start.kind === "edit" ? "editor.edit" : "editor.duplicate", { name: start.channel.name });
  if (choosing) {
    return (
      <SidePanel open title={title} onClose={onClose}>
        <ProviderList descriptors={descriptors} onChoose={choose} />
      </SidePanel>
    );
  }
  return (
    <SidePanel
      open
      title={title}
      onClose={onClose}
      dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
      onSubmit={(event) => void submit(event)}
      submitting={save.isPending}
      submitLabel={t(stored ? "editor.save" : "editor.submit_create")}
    >
      <FormProvider {...form}>
        <ProviderHeader descriptor={descriptor} type={type} onChange={() => setChoosing(true)} />
        <ConnectionSection descriptor={descriptor} stored={stored} />
        <ModelsSection
          descriptor={descriptor}
          groups={groups.data ?? []}
          modelNames={models.data?.models ?? []}
        />
        <AdvancedSections descriptor={descriptor} />
        {stored && (
          <CollapsedSection title={t("history.title")} summary={t("history.summary")}>
            <ChannelHistory channelId={stored.id} name={stored.name} />
          </CollapsedSection>
        )}
      </FormProvider>
    </SidePanel>
  );
}

/** The values at opening; later changes of the list do not touch a form that is being filled in. */
function useStartValues(start: ChannelEditorStart): ChannelValues {
  const { t } = useTranslation("channels");
  const [values] = useState<ChannelValues>(() => {
    if (start.kind === "create") return newChannelValues;
    if (start.kind === "edit") return valuesOfChannel(start.channel);
    return valuesOfCopy(start.channel, t("copy_name", { name: start.channel.name }));
  });
  return values;
}
