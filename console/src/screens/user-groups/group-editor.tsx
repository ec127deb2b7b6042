import type { UsedGroup } from "@tollgate/contract/groups";
import { useMemo, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../design-system/form/form-section";
import { NumberField } from "../../design-system/form/number-field";
import { SwitchField } from "../../design-system/form/switch-field";
import { TextField } from "../../design-system/form/text-field";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { formatDollars } from "../../lib/format-number";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { notify } from "../../lib/notifications/notifications";
import { type GroupValues, groupResolver, newGroupValues, valuesOfGroup } from "./group-values";
import { useSaveGroup } from "./user-groups-queries";

interface GroupEditorProps {
  /** The group to change; undefined for a new one. */
  group: UsedGroup | undefined;
  onClose: () => void;
}

/** Creates or changes a group. */
export function GroupEditor({ group, onClose }: GroupEditorProps) {
  const { t } = useTranslation("user-groups");
  const [start] = useState(() => (group ? valuesOfGroup(group) : newGroupValues));
  const isNew = group === undefined;
  const resolver = useMemo(() => groupResolver(isNew), [isNew]);
  const form = useForm<GroupValues>({ defaultValues: start, resolver });
  const save = useSaveGroup();

  const submit = form.handleSubmit(async (values) => {
    try {
      const saved = await save.mutateAsync({ start, values });
      notify.success(t(isNew ? "done.created" : "done.updated", { name: saved.name }));
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });

  return (
    <SidePanel
      open
      title={group ? t("editor.edit", { name: group.name }) : t("editor.create")}
      onClose={onClose}
      dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
      onSubmit={(event) => void submit(event)}
      submitting={save.isPending}
      submitLabel={t(isNew ? "editor.submit_create" : "editor.save")}
    >
      <FormProvider {...form}>
        <FormSection title={t("section.basics")}>
          {isNew && (
            <TextField<GroupValues>
              name="symbol"
              label={t("field.symbol")}
              hint={t("field.symbol_hint")}
              required
              autoFocus
              mono
            />
          )}
          <TextField<GroupValues> name="name" label={t("field.name")} required />
          <NumberField<GroupValues>
            name="ratio"
            label={t("field.ratio")}
            hint={<RatioHint />}
            min={0}
            max={1000}
            required
          />
          <SwitchField<GroupValues> name="public" label={t("field.public")} hint={t("field.public_hint")} />
        </FormSection>
        <FormSection title={t("section.limits")} description={t("section.limits_hint")}>
          <NumberField<GroupValues> name="api_rate" label={t("field.api_rate")} integer min={1} required />
          <NumberField<GroupValues>
            name="tokens_per_minute"
            label={t("field.tokens_per_minute")}
            hint={t("field.zero_is_none")}
            integer
            min={0}
          />
          <NumberField<GroupValues>
            name="concurrency"
            label={t("field.concurrency")}
            hint={t("field.zero_is_none")}
            integer
            min={0}
          />
        </FormSection>
        <UpgradeSection />
      </FormProvider>
    </SidePanel>
  );
}

/** What a ratio means for a price, by example. */
function RatioHint() {
  const { t } = useTranslation("user-groups");
  const ratio = useWatch<GroupValues, "ratio">({ name: "ratio" });
  return Number.isFinite(ratio)
    ? t("field.ratio_example", { price: formatDollars(2 * ratio) })
    : t("field.ratio_hint");
}

function UpgradeSection() {
  const { t } = useTranslation("user-groups");
  const promotion = useWatch<GroupValues, "promotion">({ name: "promotion" });
  return (
    <FormSection title={t("section.upgrade")}>
      <SwitchField<GroupValues>
        name="promotion"
        label={t("field.promotion")}
        hint={t("field.promotion_hint")}
      />
      {promotion && (
        <>
          <NumberField<GroupValues> name="min" label={t("field.min")} integer min={0} unit="USD" />
          <NumberField<GroupValues>
            name="max"
            label={t("field.max")}
            hint={t("field.max_hint")}
            integer
            min={0}
            unit="USD"
          />
        </>
      )}
    </FormSection>
  );
}
