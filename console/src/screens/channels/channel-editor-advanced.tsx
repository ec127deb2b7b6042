import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { billingEstimate } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { ReactNode } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CollapsedSection } from "../../design-system/form/collapsed-section";
import { JsonField } from "../../design-system/form/json-field";
import { ListField } from "../../design-system/form/list-field";
import { NumberField } from "../../design-system/form/number-field";
import { SelectField } from "../../design-system/form/select-field";
import { SwitchField } from "../../design-system/form/switch-field";
import { TextField } from "../../design-system/form/text-field";
import { useLanguage } from "../../lib/i18n/use-language";
import { DescriptorFields } from "../../widgets/descriptor-form/descriptor-fields";
import { isBlank, readPath } from "../../widgets/descriptor-form/form-paths";
import { isPluginField } from "./channel-editor-basics";
import { type AdvancedPart, advancedParts, type ChannelValues, changedFields } from "./channel-values";
import { MapOrJsonField } from "./map-or-json-field";

/** A part of the editor that most channels leave alone: folded, naming what is set inside. */
function AdvancedSection({ part, children }: { part: AdvancedPart; children: ReactNode }) {
  const { t } = useTranslation("channels");
  const { control } = useFormContext<ChannelValues>();
  const values = useWatch({ control }) as ChannelValues;
  const { errors } = useFormState({ control });
  const changed = changedFields(part, values).map((name) => t(`field.${name}` as "field.tag"));
  return (
    <CollapsedSection
      title={t(`section.${part}`)}
      summary={changed.length > 0 ? changed.join(" · ") : t("section.defaults")}
      invalid={advancedParts[part].some((name) => errors[name] !== undefined)}
    >
      {children}
    </CollapsedSection>
  );
}

/** Everything beyond the basics, in folded sections. */
export function AdvancedSections({ descriptor }: { descriptor: ProviderDescriptor | undefined }) {
  return (
    <Box sx={{ mt: 3.5 }}>
      <ProviderSection descriptor={descriptor} />
      <RoutingSection />
      <RequestsSection />
      <BehaviorSection />
      <TimeoutsSection />
    </Box>
  );
}

function ProviderSection({ descriptor }: { descriptor: ProviderDescriptor | undefined }) {
  const { t } = useTranslation("channels");
  const { localize } = useLanguage();
  const { control } = useFormContext<ChannelValues>();
  const values = useWatch({ control });
  const { errors } = useFormState({ control });
  const fields = (descriptor?.fields ?? []).filter((field) => isPluginField(field.name));
  if (fields.length === 0) return null;
  const filled = fields.filter((field) => !isBlank(readPath(values, field.name)));
  return (
    <CollapsedSection
      title={t("section.provider")}
      summary={filled.map((field) => localize(field.label)).join(" · ") || t("section.defaults")}
      defaultOpen={fields.some((field) => field.required)}
      invalid={errors.plugin !== undefined}
    >
      <DescriptorFields fields={fields} stored={false} />
    </CollapsedSection>
  );
}

function RoutingSection() {
  const { t } = useTranslation("channels");
  return (
    <AdvancedSection part="routing">
      <TextField<ChannelValues> name="tag" label={t("field.tag")} hint={t("field.tag_hint")} />
      <NumberField<ChannelValues>
        name="priority"
        label={t("field.priority")}
        hint={t("field.priority_hint")}
        min={0}
        integer
      />
      <NumberField<ChannelValues>
        name="weight"
        label={t("field.weight")}
        hint={t("field.weight_hint")}
        min={1}
        integer
      />
    </AdvancedSection>
  );
}

function RequestsSection() {
  const { t } = useTranslation("channels");
  return (
    <AdvancedSection part="requests">
      <MapOrJsonField
        name="model_mapping"
        label={t("field.model_mapping")}
        hint={t("field.model_mapping_hint")}
        keyLabel={t("field.model_mapping_from")}
        valueLabel={t("field.model_mapping_to")}
        jsonExample='{"gpt-4": "+gpt-4o"}'
      />
      <MapOrJsonField
        name="model_headers"
        label={t("field.model_headers")}
        hint={t("field.model_headers_hint")}
        keyLabel={t("field.header_name")}
        valueLabel={t("field.header_value")}
        jsonExample='{"X-Team": "search"}'
      />
      <JsonField<ChannelValues>
        name="custom_parameter"
        label={t("field.custom_parameter")}
        hint={t("field.custom_parameter_hint")}
        placeholder='{"service_tier": "flex"}'
        minRows={3}
      />
      <TextField<ChannelValues>
        name="proxy"
        label={t("field.proxy")}
        hint={t("field.proxy_hint")}
        placeholder="socks5://127.0.0.1:1080"
        mono
      />
    </AdvancedSection>
  );
}

function BehaviorSection() {
  const { t } = useTranslation("channels");
  const { control } = useFormContext<ChannelValues>();
  const models = useWatch({ control, name: "models" });
  return (
    <AdvancedSection part="behavior">
      <SwitchField<ChannelValues>
        name="only_chat"
        label={t("field.only_chat")}
        hint={t("field.only_chat_hint")}
      />
      <SelectField<ChannelValues>
        name="pre_cost"
        label={t("field.pre_cost")}
        hint={t("field.pre_cost_hint")}
        options={[
          { value: billingEstimate.normal, label: t("field.pre_cost_1") },
          { value: billingEstimate.skipImages, label: t("field.pre_cost_2") },
          { value: billingEstimate.none, label: t("field.pre_cost_3") },
        ]}
      />
      <ListField<ChannelValues>
        name="disabled_stream"
        label={t("field.disabled_stream")}
        hint={t("field.disabled_stream_hint")}
        suggestions={models}
      />
    </AdvancedSection>
  );
}

function TimeoutsSection() {
  const { t } = useTranslation("channels");
  return (
    <AdvancedSection part="timeouts">
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("field.timeout_hint")}
      </Typography>
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 2 }}>
        {advancedParts.timeouts.map((name) => (
          <NumberField<ChannelValues>
            key={name}
            name={name}
            label={t(`field.${name}`)}
            unit={t("field.seconds")}
            min={0}
          />
        ))}
      </Box>
    </AdvancedSection>
  );
}
