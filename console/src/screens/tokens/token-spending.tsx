import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import { useQuery } from "@tanstack/react-query";
import { formatQuota } from "@tollgate/contract/quota";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Sparkline } from "../../design-system/sparkline/sparkline";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { tokenSpendingQuery } from "./tokens-queries";

/** Days of each token of a page; in a context, so that the table's columns stay the same when they arrive. */
const Spendings = createContext<ReadonlyMap<number, readonly number[]> | undefined>(undefined);

interface TokenSpendingProps {
  tokens: readonly { id: number }[] | undefined;
  children: ReactNode;
}

/** Reads what the tokens of a page spent by day, for the `SpendingLine`s inside. */
export function TokenSpending({ tokens, children }: TokenSpendingProps) {
  const { data } = useQuery(tokenSpendingQuery(tokens?.map(({ id }) => id) ?? []));
  const spendings = useMemo(() => data && new Map(data.tokens.map(({ id, quota }) => [id, quota])), [data]);
  return <Spendings value={spendings}>{children}</Spendings>;
}

/** The last thirty days as a line; their sum on hover. */
export function SpendingLine({ tokenId }: { tokenId: number }) {
  const days = useContext(Spendings)?.get(tokenId);
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
        <Sparkline values={days} label={label} width={64} height={24} />
      </Box>
    </Tooltip>
  );
}
