import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CollapsedSection } from "../../design-system/form/collapsed-section";
import { ListField } from "../../design-system/form/list-field";
import { SwitchField } from "../../design-system/form/switch-field";
import { formatNumber } from "../../lib/format-number";
import { callableModelsQuery } from "../../widgets/model-picker/model-names";
import { ModelsField } from "../../widgets/model-picker/models-field";
import { CallLimitField } from "./call-limit-field";
import { callLimits, type TokenValues } from "./token-values";

/** Which models, from where, and how many calls; folded, naming what is set. */
export function RestrictionsSection() {
  const { t } = useTranslation("tokens");
  const limits = useWatch<TokenValues, "setting.limits">({ name: "setting.limits" });
  const calls = useWatch<TokenValues, typeof callLimits>({ name: callLimits });
  const limitsCalls = calls.some((limit) => limit > 0);
  const callSummary = callLimits.map((name, index) => {
    const limit = calls[index] ?? 0;
    return limit > 0 && t(`section.summary_${name}`, { count: limit, limit: formatNumber(limit) });
  });
  const { errors } = useFormState<TokenValues>();
  const { limit_model_setting: models, limits_ip_setting: addresses } = limits;
  const { data: names = [] } = useQuery(callableModelsQuery);
  const [openAtFirst] = useState(models.enabled || addresses.enabled || limitsCalls);
  const summary = [
    models.enabled && t("section.summary_models", { count: models.models.length }),
    addresses.enabled && t("section.summary_addresses", { count: addresses.whitelist.length }),
    ...callSummary,
  ].filter(Boolean);

  return (
    <CollapsedSection
      title={t("section.limits")}
      summary={summary.join(" · ") || t("section.unrestricted")}
      defaultOpen={openAtFirst}
      invalid={errors.setting?.limits !== undefined || callLimits.some((name) => errors[name] !== undefined)}
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
      <CallLimits />
    </CollapsedSection>
  );
}

/** How many calls, together with what the group allows. */
function CallLimits() {
  const { t } = useTranslation("tokens");
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" sx={{ p: 0 }}>
        {t("field.call_limits")}
      </Typography>
      <Typography variant="caption" component="p" sx={{ color: "text.secondary", mb: 2 }}>
        {t("field.call_limits_hint")}
      </Typography>
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" },
        }}
      >
        {callLimits.map((name) => (
          <CallLimitField key={name} name={name} />
        ))}
      </Box>
    </Box>
  );
}
