import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { exactQuota, formatQuota } from "@tollgate/contract/quota";
import type { LogMetadata, LogRow } from "@tollgate/contract/logs";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
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
        {formatQuota(row.quota, { quotaPerUnit, displayInCurrency: true }, 6)}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
        {[priceSentence(priceText, row), route].filter((sentence) => sentence !== "").join(" ")}
      </Typography>
    </Box>
  );
}

/** Why this channel answered: the first choice, or what became of those before it. */
function routeSentence(t: Translate, { attempts = [], refused_reason, cache_hit }: LogMetadata): string {
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
  if (before.length === 0) return t("summary.first_channel", { channel: last.channel_name });
  return t("summary.later_channel", { channel: last.channel_name, before: names });
}
