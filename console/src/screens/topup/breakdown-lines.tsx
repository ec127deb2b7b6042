import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { moneyNumber, partsPerOne, type TopUpBreakdown } from "@tollgate/contract/top-up";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDollars, formatMoney, formatNumber } from "../../lib/format-number";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { dollarsOf, percentOff } from "./top-up-price";

interface BreakdownLinesProps {
  price: TopUpBreakdown;
  /** Quota that the top-up settles first. */
  uncollected: number;
}

/** How the price comes about, and what is received for it. */
export function BreakdownLines({ price, uncollected }: BreakdownLinesProps) {
  const { t } = useTranslation("topup");
  const { amount, factor, discounted, fee, total, currency, exchangeRate, pay, quota } = price;
  const foreign = currency !== "USD";
  const settled = Math.min(uncollected, quota);
  return (
    <Box
      component="dl"
      aria-label={t("breakdown.label")}
      sx={{ m: 0, p: 2, borderRadius: 1.5, bgcolor: "action.hover", display: "grid", gap: 0.75 }}
    >
      <Line name={t("breakdown.amount")}>{formatDollars(amount)}</Line>
      {factor < partsPerOne && (
        <Line name={t("breakdown.discount", { percent: formatNumber(percentOff(factor), 2) })}>
          {formatDollars(dollarsOf(discounted) - amount)}
        </Line>
      )}
      {fee > 0 && <Line name={t("breakdown.fee")}>{formatDollars(dollarsOf(fee))}</Line>}
      {foreign && dollarsOf(total) !== amount && (
        <Line name={t("breakdown.total")}>{formatDollars(dollarsOf(total))}</Line>
      )}
      {foreign && (
        <Line name={t("breakdown.rate")}>
          {t("breakdown.rate_value", { rate: formatNumber(exchangeRate / partsPerOne, 6), currency })}
        </Line>
      )}
      <Line name={t("breakdown.pay")} strong>
        {formatMoney(moneyNumber(pay, currency), currency)}
      </Line>
      <Line name={t("breakdown.quota")}>
        <QuotaText value={quota} />
      </Line>
      {settled > 0 && (
        <Line name={t("breakdown.settled")}>
          <QuotaText value={settled} />
        </Line>
      )}
    </Box>
  );
}

function Line({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <Stack
      direction="row"
      sx={{
        justifyContent: "space-between",
        alignItems: "baseline",
        gap: 2,
        fontSize: strong ? 16 : 14,
        fontWeight: strong ? 600 : 400,
        fontVariantNumeric: "tabular-nums",
        ...(strong && { borderTop: 1, borderColor: "divider", pt: 1, mt: 0.25 }),
      }}
    >
      <Box component="dt" sx={strong ? {} : { color: "text.secondary" }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, textAlign: "right" }}>
        {children}
      </Box>
    </Stack>
  );
}
