import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import { useQuery } from "@tanstack/react-query";
import { formatQuota } from "@tollgate/contract/quota";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Sparkline } from "../../design-system/sparkline/sparkline";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { tokenSpendingQuery } from "./tokens-queries";

/** What each token of a page spent by day; undefined while it loads. */
export type TokenSpendings = ReadonlyMap<number, readonly number[]>;

export function useTokenSpending(ids: readonly number[]): TokenSpendings | undefined {
  const { data } = useQuery(tokenSpendingQuery(ids));
  return useMemo(() => data && new Map(data.tokens.map(({ id, quota }) => [id, quota])), [data]);
}

/** The last thirty days as a line, with their sum. */
export function SpendingLine({ days }: { days: readonly number[] | undefined }) {
  const { t } = useTranslation("tokens");
  const format = useQuotaFormat();
  const sum = days?.reduce((total, quota) => total + quota, 0) ?? 0;
  if (!days || sum === 0)
    return (
      <Box component="span" sx={{ color: "text.secondary" }}>
        —
      </Box>
    );
  const label = t("spending", {
    amount: formatQuota(sum, format),
    today: formatQuota(days.at(-1) ?? 0, format),
  });
  return (
    <Tooltip title={label}>
      <Box component="span" sx={{ display: "inline-flex", verticalAlign: "middle" }}>
        <Sparkline values={days} label={label} width={88} height={24} />
      </Box>
    </Tooltip>
  );
}
