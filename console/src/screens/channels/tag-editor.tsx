import Alert from "@mui/material/Alert";
import { useQuery } from "@tanstack/react-query";
import type { Channel } from "@tollgate/contract/channels";
import { useForm, FormProvider } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../design-system/form/form-section";
import { ListField } from "../../design-system/form/list-field";
import { TextField } from "../../design-system/form/text-field";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { notify } from "../../lib/notifications/notifications";
import { groupSymbolsQuery } from "../../widgets/group-select/group-queries";
import { modelNamesQuery } from "../../widgets/model-picker/model-names";
import { ModelsField } from "../../widgets/model-picker/models-field";
import { taggedChannelsQuery, useSaveTag } from "./channels-queries";

interface TagValues {
  tag: string;
  group: string[];
  models: string[];
  test_model: string;
  base_url: string;
  proxy: string;
}

/** Changes what the channels of a tag share. Only fields that were touched are sent, so that the others stay as each channel has them. */
export function TagEditor({ tag, onClose }: { tag: string; onClose: () => void }) {
  const members = useQuery(taggedChannelsQuery(tag));
  const [first] = members.data ?? [];
  if (!first) return null;
  return <TagForm tag={tag} first={first} count={members.data?.length ?? 0} onClose={onClose} />;
}

interface TagFormProps {
  tag: string;
  first: Channel;
  count: number;
  onClose: () => void;
}

function TagForm({ tag, first, count, onClose }: TagFormProps) {
  const { t } = useTranslation("channels");
  const { group, models, test_model, base_url, proxy } = first;
  const form = useForm<TagValues>({ defaultValues: { tag, group, models, test_model, base_url, proxy } });
  const groups = useQuery(groupSymbolsQuery);
  const names = useQuery(modelNamesQuery);
  const save = useSaveTag();
  const { dirtyFields, isDirty, isSubmitSuccessful } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const touched = Object.fromEntries(
      Object.entries(values).filter(([name]) => dirtyFields[name as keyof TagValues]),
    );
    try {
      await save.mutateAsync({ tag, change: touched });
      notify.success(t("done.changed", { count }));
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });
  return (
    <FormProvider {...form}>
      <SidePanel
        open
        title={t("group.edit_title", { tag })}
        subtitle={t("group.channels", { count })}
        onClose={onClose}
        dirty={isDirty && !isSubmitSuccessful}
        onSubmit={(event) => void submit(event)}
        submitting={save.isPending}
        submitLabel={t("editor.save")}
      >
        <FormSection>
          <Alert severity="info">{t("group.edit_hint", { count })}</Alert>
          <TextField<TagValues> name="tag" label={t("field.tag")} />
          <ListField<TagValues>
            name="group"
            label={t("field.groups")}
            onlySuggestions
            suggestions={groups.data ?? []}
          />
          <ModelsField<TagValues>
            name="models"
            label={t("field.models")}
            suggestions={names.data?.models ?? []}
          />
          <TextField<TagValues> name="test_model" label={t("field.test_model")} />
          <TextField<TagValues> name="base_url" label={t("field.base_url")} />
          <TextField<TagValues> name="proxy" label={t("field.proxy")} hint={t("field.proxy_hint")} />
        </FormSection>
      </SidePanel>
    </FormProvider>
  );
}
