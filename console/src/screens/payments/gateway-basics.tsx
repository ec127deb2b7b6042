import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Gateway } from "@tollgate/contract/payments";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../design-system/form/form-section";
import { NumberField } from "../../design-system/form/number-field";
import { SelectField } from "../../design-system/form/select-field";
import { TextField } from "../../design-system/form/text-field";
import { formatNumber } from "../../lib/format-number";
import { useLanguage } from "../../lib/i18n/use-language";
import { type GatewayValues, type Kinds, newGatewayValues, valuesForKind } from "./gateway-values";
import { GatewayType } from "./gateways-columns";
import { usdRateQuery } from "./gateways-queries";
import { IconField } from "./icon-field";

/** What customers see of a gateway, and its currency. The kind is chosen once. */
export function GatewayBasics({ kinds, gateway }: { kinds: Kinds; gateway: Gateway | undefined }) {
  const { t } = useTranslation("payments");
  const type = useWatch<GatewayValues, "type">({ name: "type" });
  const kind = kinds.get(type);
  useKindDefaults(kinds, gateway === undefined);
  return (
    <FormSection title={t("section.basics")}>
      {gateway ? (
        <Stack direction="row" sx={{ alignItems: "center", gap: 1.5 }}>
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {t("columns.type")}
          </Typography>
          <GatewayType kind={kind} type={gateway.type} />
        </Stack>
      ) : (
        <SelectField<GatewayValues>
          name="type"
          label={t("field.type")}
          required
          options={[...kinds.values()].map((choice) => ({
            value: choice.type,
            label: <GatewayType kind={choice} type={choice.type} />,
          }))}
        />
      )}
      {kind && (
        <>
          <TextField<GatewayValues>
            name="name"
            label={t("field.name")}
            hint={t("field.name_hint")}
            required
          />
          <IconField />
          <SelectField<GatewayValues>
            name="currency"
            label={t("field.currency")}
            required
            options={kind.currencies.map((value) => ({ value, label: value }))}
          />
          <ExchangeRate />
        </>
      )}
    </FormSection>
  );
}

/** A new gateway takes name, icon and currency from its kind. */
function useKindDefaults(kinds: Kinds, isNew: boolean): void {
  const { localize } = useLanguage();
  const { getValues, setValue, watch } = useFormContext<GatewayValues>();
  useEffect(() => {
    if (!isNew) return undefined;
    const { unsubscribe } = watch((_values, { name }) => {
      const kind = name === "type" ? kinds.get(getValues("type")) : undefined;
      if (!kind) return;
      const names = [...kinds.values()].map(({ customer_name }) => localize(customer_name));
      const before = getValues();
      const typed = names.includes(before.name) ? { ...before, name: newGatewayValues.name } : before;
      const next = valuesForKind(typed, kind, localize(kind.customer_name));
      for (const field of ["name", "icon", "currency", "config"] as const)
        setValue(field, next[field], { shouldDirty: true });
    });
    return unsubscribe;
  }, [isNew, kinds, localize, getValues, setValue, watch]);
}

/** Only for currencies other than the dollar. */
function ExchangeRate() {
  const { t } = useTranslation("payments");
  const currency = useWatch<GatewayValues, "currency">({ name: "currency" });
  const { data: rate } = useQuery({ ...usdRateQuery, enabled: currency === "CNY" });
  if (currency === "" || currency === "USD") return null;
  const standard = currency === "CNY" && rate !== undefined && !Number.isNaN(rate);
  return (
    <NumberField<GatewayValues>
      name="exchange_rate"
      label={t("field.exchange_rate", { currency })}
      hint={
        standard
          ? t("field.exchange_rate_standard", { rate: formatNumber(rate, 6) })
          : t("field.exchange_rate_hint", { currency })
      }
      min={0}
      unit={`${currency}/USD`}
    />
  );
}
