import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CollapsedSection } from "../../design-system/form/collapsed-section";
import { ListField } from "../../design-system/form/list-field";
import { SwitchField } from "../../design-system/form/switch-field";
import { callableModelsQuery } from "../../widgets/model-picker/model-names";
import { ModelsField } from "../../widgets/model-picker/models-field";
import type { TokenValues } from "./token-values";

/** Which models, and from where; folded, naming what is set. */
export function RestrictionsSection() {
  const { t } = useTranslation("tokens");
  const limits = useWatch<TokenValues, "setting.limits">({ name: "setting.limits" });
  const { errors } = useFormState<TokenValues>();
  const { limit_model_setting: models, limits_ip_setting: addresses } = limits;
  const { data: names = [] } = useQuery(callableModelsQuery);
  const [openAtFirst] = useState(models.enabled || addresses.enabled);
  const summary = [
    models.enabled && t("section.summary_models", { count: models.models.length }),
    addresses.enabled && t("section.summary_addresses", { count: addresses.whitelist.length }),
  ].filter(Boolean);

  return (
    <CollapsedSection
      title={t("section.limits")}
      summary={summary.join(" · ") || t("section.unrestricted")}
      defaultOpen={openAtFirst}
      invalid={errors.setting !== undefined}
    >
      <SwitchField<TokenValues>
        name="setting.limits.limit_model_setting.enabled"
        label={t("field.limit_models")}
        hint={t("field.limit_models_hint")}
      />
      {models.enabled && (
        <ModelsField<TokenValues>
          name="setting.limits.limit_model_setting.models"
          label={t("field.models")}
          suggestions={names}
        />
      )}
      <SwitchField<TokenValues>
        name="setting.limits.limits_ip_setting.enabled"
        label={t("field.limit_ips")}
        hint={t("field.limit_ips_hint")}
      />
      {addresses.enabled && (
        <ListField<TokenValues>
          name="setting.limits.limits_ip_setting.whitelist"
          label={t("field.addresses")}
          hint={t("field.addresses_hint")}
        />
      )}
    </CollapsedSection>
  );
}
