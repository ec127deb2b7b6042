import type { Statement } from "@tollgate/contract/statements";
import { formatQuota } from "@tollgate/contract/quota";
import Box from "@mui/material/Box";
import { createContext, use } from "react";
import { formatNumber } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";

/** Decimals of every amount on a statement. */
export const Decimals = createContext(2);

/** Cents where all amounts are whole cents, else six decimals, so that columns align and add up on paper. */
export function decimalsOf(statement: Statement, quotaPerUnit: number): 2 | 6 {
  const { opening, changes, entries, usage, uncollected } = statement;
  const amounts = [opening, uncollected, ...[...changes, ...entries].map(({ amount }) => amount)];
  const all = [...amounts, ...usage.map(({ quota }) => quota)];
  return all.every((amount) => (amount * 100) % quotaPerUnit === 0) ? 2 : 6;
}

/** An exact amount: dollars, or quota where the site shows quota. */
export function Amount({ value }: { value: number }) {
  const format = useQuotaFormat();
  const decimals = use(Decimals);
  return (
    <Box component="span" sx={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}>
      {format.displayInCurrency ? formatQuota(value, format, decimals) : formatNumber(value)}
    </Box>
  );
}
