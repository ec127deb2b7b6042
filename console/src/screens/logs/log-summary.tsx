import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { exactQuota } from "@tollgate/contract/quota";
import type { LogMetadata, LogRow } from "@tollgate/contract/logs";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatCost } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { priceSentence } from "../../widgets/price-explanation/price-sentence";
import { attemptReason } from "./attempt-reason";

type Translate = TFunction<"logs">;

/** What a call cost, in dollars first, and in a sentence each why it cost that and why this channel answered. */
export function LogSummary({ row, everybody }: { row: LogRow; everybody: boolean }) {
  const { t } = useTranslation("logs");
  const { t: priceText } = useTranslation("price-explanation");
  const { quotaPerUnit } = useQuotaFormat();
  const route = everybody ? routeSentence(t, row.metadata) : "";
  return (
    <Box>
      <Typography variant="h1" component="p" title={exactQuota(row.quota, quotaPerUnit)}>
        {formatCost(row.quota, { quotaPerUnit, displayInCurrency: true })}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
        {[priceSentence(priceText, row), route].filter((sentence) => sentence !== "").join(" ")}
      </Typography>
    </Box>
  );
}

/** Why this channel answered: the first choice, or what became of those before it. */
function routeSentence(t: Translate, metadata: LogMetadata): string {
  const { attempts = [], refused_reason, cache_hit, end_reason: end = "completed" } = metadata;
  if (cache_hit || refused_reason !== undefined || attempts.length === 0) return "";
  const last = attempts.at(-1);
  const before = attempts.slice(0, -1);
  const names = before.map((attempt) => `${attempt.channel_name} (${attemptReason(t, attempt)})`).join(", ");
  if (last?.reason !== "") {
    const all = attempts
      .map((attempt) => `${attempt.channel_name} (${attemptReason(t, attempt)})`)
      .join(", ");
    return t("summary.no_channel", { channels: all });
  }
  const channel = last.channel_name;
  // Without a status, the response had not begun when the call ended.
  if (last.status === 0) return t("summary.sent", { channel });
  const complete = end === "completed";
  if (before.length === 0)
    return t(complete ? "summary.first_channel" : "summary.first_started", { channel });
  return t(complete ? "summary.later_channel" : "summary.later_started", { channel, before: names });
}
