import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import { getChannel } from "@tollgate/contract/channels";
import { costRatioOf, marginOf } from "@tollgate/contract/cost-ratio";
import type { LogRow } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api-client";
import { formatCost, formatNumber, formatShare } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { explainLogRow } from "../../widgets/price-explanation/explain-log-row";
import { FactList } from "../../design-system/fact/fact-list";

/** What the operator paid for a call and earned with it, by the cost ratio that its channel has now; nothing where it has none. */
export function MarginFacts({ row }: { row: LogRow }) {
  const { t } = useTranslation("logs");
  const { quotaPerUnit } = useQuotaFormat();
  const { data: channel } = useQuery({
    queryKey: ["channel-cost", row.channel_id],
    queryFn: ({ signal }) => call(getChannel, { params: { id: row.channel_id }, signal }),
    enabled: row.channel !== null,
    retry: false,
    meta: { silent: true },
  });
  const ratio = channel && costRatioOf(channel);
  const explained = explainLogRow(row);
  if (ratio === undefined || !explained) return null;
  const { exact, groupRatio, priceRatio } = explained;
  const found = marginOf({ exact, groupRatio: groupRatio / priceRatio, charged: row.quota }, ratio);
  if (!found) return null;
  const dollars = (quota: number) => formatCost(quota, { quotaPerUnit, displayInCurrency: true });
  const share = row.quota > 0 ? ` (${formatShare(found.margin / row.quota)})` : "";
  return (
    <Box sx={{ mt: 1.5 }}>
      <FactList
        facts={[
          { label: t("margin.cost", { ratio: formatNumber(ratio, 6) }), value: dollars(found.cost) },
          { label: t("margin.margin"), value: `${dollars(found.margin)}${share}` },
        ]}
      />
    </Box>
  );
}
