import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { dollarsPerCall, dollarsPerMillion } from "@tollgate/contract/cost";
import type { CostLine } from "@tollgate/contract/explain-cost";
import { exactQuota, formatQuota } from "@tollgate/contract/quota";
import type { LogMetadata, LogRow } from "@tollgate/contract/logs";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatNumber, formatUnitPrice } from "../../lib/format-number";
import { currentLanguage } from "../../lib/i18n/i18n";
import { languageTag } from "../../lib/i18n/languages";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import {
  explainLogRow,
  type LogRowExplanation,
  passedOnPath,
} from "../../widgets/price-explanation/explain-log-row";
import { attemptReason } from "./attempt-reason";

type Translate = TFunction<["logs", "price-explanation"]>;

/** What a call cost, in dollars first, and in a sentence each why it cost that and why this channel answered. */
export function LogSummary({ row, everybody }: { row: LogRow; everybody: boolean }) {
  const { t } = useTranslation(["logs", "price-explanation"]);
  const { quotaPerUnit } = useQuotaFormat();
  const route = everybody ? routeSentence(t, row.metadata) : "";
  return (
    <Box>
      <Typography variant="h1" component="p" title={exactQuota(row.quota, quotaPerUnit)}>
        {formatQuota(row.quota, { quotaPerUnit, displayInCurrency: true }, 6)}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
        {[priceSentence(t, row), route].filter((sentence) => sentence !== "").join(" ")}
      </Typography>
    </Box>
  );
}

/** Why the call cost what it cost. */
function priceSentence(t: Translate, row: LogRow): string {
  if (row.metadata.cache_hit) return t("summary.cached");
  if (row.metadata.refused_reason !== undefined) return t("summary.refused");
  const explained = explainLogRow(row);
  if (!explained) return t(passedOnPath(row) === undefined ? "summary.unpriced" : "summary.passed_on");
  if (explained.unused) return t("summary.unused");
  const ratio = explained.groupRatio / explained.priceRatio;
  const group = [
    explained.priceRatio !== 1 && t("summary.ratio", { ratio: formatNumber(explained.priceRatio, 6) }),
    ratio !== 1 && t("summary.group", { group: explained.groupName, ratio: formatNumber(ratio, 6) }),
  ]
    .filter((part) => part !== false)
    .join("");
  if (explained.kind === "times")
    return t("summary.per_call", { price: formatUnitPrice(dollarsPerCall(explained.input)), group });
  return t("summary.tokens", { classes: classesSentence(t, explained), group });
}

/** What was used of each class and at which price, so that the sum is what was charged. */
function classesSentence(t: Translate, { lines, input }: LogRowExplanation): string {
  const none: CostLine = {
    kind: "tokens",
    tokenClass: "input",
    tokens: 0,
    multiplier: input,
    extraRatio: 1,
    quota: 0,
  };
  const parts = (lines.length > 0 ? lines : [none]).map((line) => {
    const name = t(`price-explanation:class.${line.tokenClass}`).toLocaleLowerCase();
    if (line.kind !== "tokens")
      return t("summary.unit", {
        name,
        number: formatNumber(line.count),
        price: formatUnitPrice(line.dollars),
      });
    const price = formatUnitPrice(dollarsPerMillion(line.multiplier * line.extraRatio));
    return t("summary.class", { name, number: formatNumber(line.tokens), price });
  });
  return new Intl.ListFormat(languageTag(currentLanguage())).format(parts);
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
