import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { Price } from "@tollgate/contract/pricing";
import type { TFunction } from "i18next";
import { useMemo, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../design-system/form/form-section";
import { SelectField } from "../../design-system/form/select-field";
import { SwitchField } from "../../design-system/form/switch-field";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { notify } from "../../lib/notifications/notifications";
import { modelNamesQuery } from "../../widgets/model-picker/model-names";
import { type PriceUnit, UnitChoice } from "../../widgets/price-cells/unit-choice";
import { ProviderChip } from "../../widgets/provider-chip/provider-chip";
import { ExtrasSections } from "./extras-sections";
import { MultiplierField } from "./multiplier-field";
import { PriceExample } from "./price-example";
import { PriceModelsField } from "./price-models-field";
import { type PriceEditorStart, type PriceValues, priceResolver } from "./price-values";
import { useSavePrice } from "./pricing-queries";
import { RulesSection } from "./rules-section";

interface PriceEditorProps {
  start: PriceEditorStart;
  prices: readonly Price[];
  descriptors: ReadonlyMap<number, ProviderDescriptor>;
  onClose: () => void;
}

/** Creates or changes a price, with the cost of an example call in view. */
export function PriceEditor({ start, prices, descriptors, onClose }: PriceEditorProps) {
  const { t } = useTranslation("pricing");
  // As it was opened: what others change meanwhile is not a change of this editor.
  const [opened] = useState(start);
  const { former } = opened;
  const isNew = former.length === 0;
  const [unit, setUnit] = useState<PriceUnit>("1M");
  const resolver = useMemo(() => {
    const others = new Set(prices.map((price) => price.model).filter((model) => !former.includes(model)));
    return priceResolver(others, (model) => t("field.model_taken", { model }));
  }, [prices, former, t]);
  const form = useForm<PriceValues>({ defaultValues: opened.values, resolver });
  const type = useWatch({ control: form.control, name: "type" });
  const names = useQuery(modelNamesQuery);
  const save = useSavePrice();

  const submit = form.handleSubmit(async (next) => {
    try {
      await save.mutateAsync({ start: opened, values: next });
      const [name = ""] = next.models;
      const what = { name, count: next.models.length };
      notify.success(
        next.models.length === 1
          ? t(isNew ? "done.created" : "done.updated", what)
          : t("done.saved_models", what),
      );
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError, fieldOf);
    }
  });

  return (
    <SidePanel
      open
      title={editorTitle(t, former)}
      onClose={onClose}
      dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
      onSubmit={(event) => void submit(event)}
      submitting={save.isPending}
      submitLabel={t(isNew ? "editor.submit_create" : "editor.save")}
    >
      <FormProvider {...form}>
        <FormSection title={t("section.model")}>
          <PriceModelsField names={names.data?.models ?? []} unpriced={names.data?.unpriced ?? []} />
          <SelectField<PriceValues>
            name="channel_type"
            label={t("field.channel_type")}
            hint={t("field.channel_type_hint")}
            options={[
              { value: 0, label: t("no_provider") },
              ...[...descriptors.values()].map((descriptor) => ({
                value: descriptor.type,
                label: <ProviderChip type={descriptor.type} descriptor={descriptor} />,
              })),
            ]}
          />
        </FormSection>
        <FormSection
          title={t("section.price")}
          description={
            <Stack direction="row" sx={{ alignItems: "center", justifyContent: "space-between", gap: 2 }}>
              {t(type === "times" ? "field.multiplier_hint_times" : "field.multiplier_hint")}
              {type === "tokens" && <UnitChoice value={unit} onChange={setUnit} />}
            </Stack>
          }
        >
          <SelectField<PriceValues>
            name="type"
            label={t("field.type")}
            options={[
              { value: "tokens", label: t("field.type_tokens") },
              { value: "times", label: t("field.type_times") },
            ]}
          />
          <MultiplierField
            name="input"
            type={type}
            unit={unit}
            label={t(type === "times" ? "field.call" : "field.input")}
          />
          {type === "tokens" && (
            <MultiplierField name="output" type={type} unit={unit} label={t("field.output")} />
          )}
          <PriceExample />
          <SwitchField<PriceValues> name="locked" label={t("field.locked")} hint={t("field.locked_hint")} />
        </FormSection>
        <ExtrasSections />
        <RulesSection unit={unit} />
      </FormProvider>
    </SidePanel>
  );
}

function editorTitle(t: TFunction<"pricing">, former: readonly string[]): string {
  const [name = ""] = former;
  if (former.length === 0) return t("editor.create");
  return former.length === 1 ? t("editor.edit", { name }) : t("editor.edit_models", { count: former.length });
}

/** The server names the fields of one price, or of a price beside its models; the form has them in one object. */
function fieldOf(path: string): string {
  return path.replace(/^model$/, "models").replace(/^price\./, "");
}
