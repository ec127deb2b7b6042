import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../design-system/form/form-section";
import { NumberField } from "../../design-system/form/number-field";
import { formatDollars, formatMoney } from "../../lib/format-number";
import { feeExample } from "./gateway-fees";
import type { FeeMode, GatewayValues } from "./gateway-values";
import { usdRateQuery } from "./gateways-queries";

const modes: readonly FeeMode[] = ["percent", "fixed", "both"];

/** What the gateway adds to a top-up, with an example that the charge agrees with. */
export function GatewayFeeFields() {
  const { t } = useTranslation("payments");
  const { field } = useController<GatewayValues, "fee_mode">({ name: "fee_mode" });
  return (
    <FormSection title={t("section.fee")} description={t("section.fee_hint")}>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={field.value}
        aria-label={t("fee.mode")}
        onChange={(_event, next: FeeMode | null) => next && field.onChange(next)}
      >
        {modes.map((mode) => (
          <ToggleButton key={mode} value={mode}>
            {t(`fee.${mode}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Stack direction="row" sx={{ gap: 2 }}>
        {field.value !== "fixed" && (
          <NumberField<GatewayValues>
            name="percent_fee"
            label={t("columns.percent_fee")}
            min={0}
            max={100}
            unit="%"
          />
        )}
        {field.value !== "percent" && (
          <NumberField<GatewayValues> name="fixed_fee" label={t("columns.fixed_fee")} min={0} unit="USD" />
        )}
      </Stack>
      <Example />
    </FormSection>
  );
}

function Example() {
  const { t } = useTranslation("payments");
  const { control } = useFormContext<GatewayValues>();
  const [fee_mode, fixed_fee, percent_fee, currency, exchange_rate] = useWatch({
    control,
    name: ["fee_mode", "fixed_fee", "percent_fee", "currency", "exchange_rate"],
  });
  const { data: rate } = useQuery({ ...usdRateQuery, enabled: currency === "CNY" });
  const example = feeExample({ fee_mode, fixed_fee, percent_fee, currency, exchange_rate }, rate);
  if (!example) return null;
  const sums = { amount: formatDollars(example.amount), total: formatDollars(example.total) };
  return (
    <Box role="status" sx={{ px: 1.5, py: 1, borderRadius: 1, bgcolor: "action.hover" }}>
      <Typography variant="body2">
        {example.pay === undefined || currency === "USD"
          ? t("fee.example", sums)
          : t("fee.example_paid", { ...sums, pay: formatMoney(example.pay, currency) })}
      </Typography>
    </Box>
  );
}
