import Typography from "@mui/material/Typography";
import { dollarsFromQuota } from "@tollgate/contract/quota";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { formatNumber, formatUnitPrice } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import type { PriceValues } from "./price-values";
import { ruleExample } from "./rule-example";

/** What a call that a rule applies to costs, and what it would cost without rules; nothing until the rule is whole. */
export function RuleExampleLine({ index }: { index: number }) {
  const { t } = useTranslation(["pricing", "price-explanation"]);
  const { quotaPerUnit } = useQuotaFormat();
  const values = useWatch<PriceValues>() as PriceValues;
  const example = ruleExample(values, index);
  if (!example) return null;
  const dollars = (quota: number): string => formatUnitPrice(dollarsFromQuota(quota, quotaPerUnit));
  const units = Object.entries(example.units).map(
    ([name, count]) => `${t(`price-explanation:class.${name as "seconds"}`)}: ${formatNumber(count)}`,
  );
  const tokens = t("rules.example_tokens", {
    input: formatNumber(example.input),
    output: formatNumber(example.output),
  });
  const call = units.length > 0 ? units.join(", ") : tokens;
  return (
    <Typography variant="body2" aria-live="polite" sx={{ color: "text.secondary" }}>
      {t("rules.example", { call, cost: dollars(example.cost), without: dollars(example.without) })}
    </Typography>
  );
}
