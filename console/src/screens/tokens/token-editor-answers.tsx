import { useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CollapsedSection } from "../../design-system/form/collapsed-section";
import { NumberField } from "../../design-system/form/number-field";
import { SwitchField } from "../../design-system/form/switch-field";
import type { TokenValues } from "./token-values";

/** How answers come: from the response cache where they can, and with keep-alives before the first word. */
export function AnswersSection() {
  const { t } = useTranslation("tokens");
  const [cached, heartbeat] = useWatch<TokenValues, ["chat_cache", "setting.heartbeat"]>({
    name: ["chat_cache", "setting.heartbeat"],
  });
  const { errors } = useFormState<TokenValues>();
  const [openAtFirst] = useState(cached || heartbeat.enabled);
  const summary = [
    cached && t("section.summary_cache"),
    heartbeat.enabled && t("section.summary_heartbeat"),
  ].filter(Boolean);

  return (
    <CollapsedSection
      title={t("section.answers")}
      summary={summary.join(" · ") || t("section.answers_plain")}
      defaultOpen={openAtFirst}
      invalid={errors.chat_cache !== undefined || errors.setting?.heartbeat !== undefined}
    >
      <SwitchField<TokenValues>
        name="chat_cache"
        label={t("field.chat_cache")}
        hint={t("field.chat_cache_hint")}
      />
      <SwitchField<TokenValues>
        name="setting.heartbeat.enabled"
        label={t("field.heartbeat")}
        hint={t("field.heartbeat_hint")}
      />
      {heartbeat.enabled && (
        <NumberField<TokenValues>
          name="setting.heartbeat.timeout_seconds"
          label={t("field.heartbeat_seconds")}
          hint={t("field.heartbeat_seconds_hint")}
          unit={t("field.seconds")}
          min={30}
          max={90}
          integer
        />
      )}
    </CollapsedSection>
  );
}
