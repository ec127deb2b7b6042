import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { dollarsFromQuota } from "@tollgate/contract/quota";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { formatNumber, formatUnitPrice } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import type { PriceValues } from "./price-values";
import { extrasOf } from "./extras";
import { exampleCost, exampleTokens, exampleUnitCost, exampleUnits } from "./price-units";

/** Cost of a typical call at the price being typed, computed as the relay does. */
export function PriceExample() {
  const { t } = useTranslation("pricing");
  const { quotaPerUnit } = useQuotaFormat();
  const [type, input, output, extras] = useWatch<PriceValues, ["type", "input", "output", "extra_ratios"]>({
    name: ["type", "input", "output", "extra_ratios"],
  });
  // A price by second, picture or character is an example of that unit.
  const unit = type === "tokens" ? extrasOf(extras).units[0] : undefined;
  const cost = unit
    ? exampleUnitCost(unit.key, unit.value)
    : exampleCost({ type, input, output: type === "times" ? 0 : output });
  const call = {
    input: formatNumber(exampleTokens.input),
    output: formatNumber(exampleTokens.output),
  };
  return (
    <Box
      sx={{
        p: 2,
        borderRadius: 1.5,
        border: 1,
        borderColor: "divider",
        backgroundColor: "background.default",
      }}
    >
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {unit
          ? t(`example.${unit.key}`, { number: formatNumber(exampleUnits[unit.key]) })
          : type === "times"
            ? t("example.times")
            : t("example.tokens", call)}
      </Typography>
      <Typography variant="h2" component="p" aria-live="polite">
        {cost === undefined ? "—" : formatUnitPrice(dollarsFromQuota(cost, quotaPerUnit))}
      </Typography>
      <Typography variant="caption" sx={{ color: "text.secondary" }}>
        {[cost !== undefined && t("example.quota", { quota: formatNumber(cost) }), t("example.ratio")]
          .filter(Boolean)
          .join(" · ")}
      </Typography>
    </Box>
  );
}
