import Box from "@mui/material/Box";
import { formatNumber, formatUnitPrice } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";

/** An exact amount, so that a statement adds up on paper: dollars with every digit, or quota where the site shows quota. */
export function Amount({ value }: { value: number }) {
  const { quotaPerUnit, displayInCurrency } = useQuotaFormat();
  return (
    <Box component="span" sx={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}>
      {displayInCurrency ? formatUnitPrice(value / quotaPerUnit) : formatNumber(value)}
    </Box>
  );
}
