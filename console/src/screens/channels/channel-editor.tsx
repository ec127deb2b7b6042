import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import type { Channel } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useMemo, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CollapsedSection } from "../../design-system/form/collapsed-section";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { FormProblems } from "../../widgets/form-problems/form-problems";
import { groupSymbolsQuery } from "../../widgets/group-select/group-queries";
import { modelNamesQuery } from "../../widgets/model-picker/model-names";
import { UnpricedModels } from "../../widgets/unpriced-models/unpriced-models";
import { AdvancedSections } from "./channel-editor-advanced";
import { ConnectionSection, ProviderHeader } from "./channel-editor-basics";
import { ChannelHistory } from "./channel-history";
import { ModelsSection } from "./channel-editor-models";
import { channelResolver } from "./channel-resolver";
import {
  type ChannelValues,
  newChannelValues,
  valuesForProvider,
  valuesOfChannel,
  valuesOfCopy,
} from "./channel-values";
import { channelNamesQuery, useSaveChannel } from "./channels-queries";
import { ProviderList } from "./provider-list";
import { useDraftPrices } from "./use-draft-prices";
import { useFieldLabels } from "./use-field-labels";

/** What the editor opens with: nothing, a stored channel, or a channel to copy. */
export type ChannelEditorStart =
  | { kind: "create" }
  | { kind: "edit"; channel: Channel }
  | { kind: "copy"; channel: Channel };

interface ChannelEditorProps {
  start: ChannelEditorStart;
  descriptors: ReadonlyMap<number, ProviderDescriptor>;
  onClose: () => void;
  /** A new channel was stored; the editor is closed. */
  onCreated?: (channel: Channel) => void;
}

/** Creates or changes a channel; the form is drawn from the descriptor of the provider that is chosen first. */
export function ChannelEditor({ start, descriptors, onClose, onCreated }: ChannelEditorProps) {
  const { t } = useTranslation("channels");
  // As it was opened: what others change meanwhile is not a change of this editor.
  const [stored] = useState(() => (start.kind === "edit" ? start.channel : undefined));
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
  const prices = useDraftPrices(form, descriptor);
  const names = useQuery({ ...channelNamesQuery, enabled: start.kind === "create" }).data ?? [];
  const labels = useFieldLabels(descriptor);

  const choose = (next: ProviderDescriptor) => {
    const values = valuesForProvider(form.getValues(), next, { former: descriptor, names });
    for (const name of ["name", "type", "key", "base_url", "models", "test_model", "plugin"] as const) {
      form.setValue(name, values[name], { shouldDirty: true });
    }
    form.clearErrors();
    setChoosing(false);
  };

  const submit = form.handleSubmit(async (values) => {
    try {
      if (!(await prices.save())) return;
      const saved = await save.mutateAsync({ stored, values });
      prices.announce(
        t(stored ? "done.updated" : "done.created", { name: saved.name }),
        !stored && !!onCreated,
      );
      onClose();
      if (!stored) onCreated?.(saved);
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
    <FormProvider {...form}>
      <SidePanel
        open
        title={title}
        onClose={onClose}
        dirty={(form.formState.isDirty || prices.dirty) && !form.formState.isSubmitSuccessful}
        onSubmit={(event) => void submit(event)}
        submitting={save.isPending || prices.saving}
        submitLabel={t(stored ? "editor.save" : "editor.submit_create")}
        footerStart={<FormProblems labels={labels} />}
      >
        <ProviderHeader descriptor={descriptor} type={type} onChange={() => setChoosing(true)} />
        <ConnectionSection descriptor={descriptor} stored={stored} />
        <ModelsSection
          descriptor={descriptor}
          groups={groups.data ?? []}
          modelNames={models.data?.models ?? []}
          gone={stored?.model_check.gone_models.map(({ model }) => model) ?? []}
        />
        <Box sx={{ mt: 2 }}>
          <UnpricedModels {...prices.section} />
        </Box>
        <AdvancedSections descriptor={descriptor} />
        {stored && (
          <CollapsedSection title={t("history.title")} summary={t("history.summary")}>
            <ChannelHistory channelId={stored.id} name={stored.name} />
          </CollapsedSection>
        )}
      </SidePanel>
    </FormProvider>
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
