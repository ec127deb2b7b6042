import { useQuery } from "@tanstack/react-query";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { Price } from "@tollgate/contract/pricing";
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
import { ProviderChip } from "../../widgets/provider-chip/provider-chip";
import { ExtrasSections } from "./extras-sections";
import { MultiplierField } from "./multiplier-field";
import { PriceExample } from "./price-example";
import { PriceModelField } from "./price-model-field";
import { newPriceValues, type PriceValues, priceResolver, savedPrice } from "./price-values";
import { useSavePrice } from "./pricing-queries";

/** What the editor opens on: a stored price, or the beginning of a new one. */
export interface PriceEditorStart {
  /** Model of the stored price; empty for a new one. */
  former: string;
  values: PriceValues;
}

/** A new price, for a model that is already known or for none yet. */
export function startOfNewPrice(values: Partial<PriceValues> = {}): PriceEditorStart {
  return { former: "", values: { ...newPriceValues, ...values } };
}

interface PriceEditorProps {
  start: PriceEditorStart;
  prices: readonly Price[];
  descriptors: ReadonlyMap<number, ProviderDescriptor>;
  onClose: () => void;
}

/** Creates or changes a price, with the cost of an example call in view. */
export function PriceEditor({ start, prices, descriptors, onClose }: PriceEditorProps) {
  const { t } = useTranslation("pricing");
  const { former } = start;
  const [values] = useState(start.values);
  const resolver = useMemo(() => {
    const others = new Set(prices.map((price) => price.model).filter((model) => model !== former));
    return priceResolver(others, (model) => t("field.model_taken", { model }));
  }, [prices, former, t]);
  const form = useForm<PriceValues>({ defaultValues: values, resolver });
  const type = useWatch({ control: form.control, name: "type" });
  const names = useQuery(modelNamesQuery);
  const save = useSavePrice();

  const submit = form.handleSubmit(async (next) => {
    try {
      const saved = await save.mutateAsync({ former, body: savedPrice(next) });
      notify.success(t(former ? "done.updated" : "done.created", { name: saved.model }));
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });

  return (
    <SidePanel
      open
      title={former ? t("editor.edit", { name: former }) : t("editor.create")}
      onClose={onClose}
      dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
      onSubmit={(event) => void submit(event)}
      submitting={save.isPending}
      submitLabel={t(former ? "editor.save" : "editor.submit_create")}
    >
      <FormProvider {...form}>
        <FormSection title={t("section.model")}>
          <PriceModelField names={names.data?.models ?? []} unpriced={names.data?.unpriced ?? []} />
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
          description={t(type === "times" ? "field.multiplier_hint_times" : "field.multiplier_hint")}
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
            label={t(type === "times" ? "field.call" : "field.input")}
          />
          {type === "tokens" && <MultiplierField name="output" type={type} label={t("field.output")} />}
          <PriceExample />
          <SwitchField<PriceValues> name="locked" label={t("field.locked")} hint={t("field.locked_hint")} />
        </FormSection>
        <ExtrasSections />
      </FormProvider>
    </SidePanel>
  );
}
