import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Gateway, GatewayKind } from "@tollgate/contract/payments";
import { type FieldErrors, useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CollapsedSection } from "../../design-system/form/collapsed-section";
import { TextField } from "../../design-system/form/text-field";
import { useLanguage } from "../../lib/i18n/use-language";
import { useHasAccess } from "../../lib/session/session";
import { configFields } from "../../widgets/descriptor-form/config-fields";
import { DescriptorFields } from "../../widgets/descriptor-form/descriptor-fields";
import { isBlank } from "../../widgets/descriptor-form/form-paths";
import { storedSecrets } from "./gateway-credentials";
import type { GatewayValues } from "./gateway-values";

interface GatewayAdvancedProps {
  kind: GatewayKind;
  gateway: Gateway | undefined;
}

/** Addresses: of callbacks, and of the gateway itself, which only a super administrator changes. */
export function GatewayAdvanced({ kind, gateway }: GatewayAdvancedProps) {
  const { t } = useTranslation("payments");
  const { localize } = useLanguage();
  const isRoot = useHasAccess("root");
  const [domain, config] = useWatch<GatewayValues, ["notify_domain", "config"]>({
    name: ["notify_domain", "config"],
  });
  const { errors } = useFormState<GatewayValues>();
  const fields = kind.fields.filter(({ name }) => kind.root_fields.includes(name));
  const set = [
    domain !== "" && t("field.notify_domain"),
    ...fields.map((field) => !isBlank(config[field.name]) && localize(field.label)),
  ].filter(Boolean);
  const lacking = fields.some((field) => field.required && isBlank(config[field.name]));
  const names = new Set(fields.map(({ name }) => `config.${name}`));
  return (
    <CollapsedSection
      title={t("section.advanced")}
      summary={set.length > 0 ? set.join(" · ") : t("section.advanced_none")}
      // Required fields must not stay collapsed.
      defaultOpen={lacking}
      invalid={hasProblem(errors, kind)}
    >
      <TextField<GatewayValues>
        name="notify_domain"
        label={t("field.notify_domain")}
        hint={t("field.notify_domain_hint")}
        placeholder="https://pay.example.com"
        mono
      />
      {fields.length > 0 && !isRoot && (
        <Stack direction="row" sx={{ alignItems: "center", gap: 0.75, color: "text.secondary" }}>
          <LockOutlinedIcon sx={{ fontSize: 16 }} />
          <Typography variant="body2">{t("root_only")}</Typography>
        </Stack>
      )}
      <DescriptorFields
        fields={configFields(kind.fields).filter(({ name }) => names.has(name))}
        stored={storedSecrets(gateway)}
        disabled={!isRoot}
      />
    </CollapsedSection>
  );
}

function hasProblem(errors: FieldErrors<GatewayValues>, kind: GatewayKind): boolean {
  return (
    errors.notify_domain !== undefined || kind.root_fields.some((name) => errors.config?.[name] !== undefined)
  );
}
