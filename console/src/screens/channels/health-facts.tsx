import Box from "@mui/material/Box";
import { type ChannelHealthCounts, countedAttempts, successRate } from "@tollgate/contract/channel-health";
import { channelErrorKinds } from "@tollgate/contract/channel-problems";
import { useTranslation } from "react-i18next";
import { formatDuration, formatNumber } from "../../lib/format-number";

/** Successes as a share, rounded down: only all of them are 100%. */
export function formatRate(rate: number): string {
  const digits = rate < 1 && rate > 0.99 ? 1 : 0;
  const step = 10 ** digits;
  return `${formatNumber(Math.floor(rate * 100 * step) / step, digits)}%`;
}

/** Success rate, errors by kind and times, as the lines of a tooltip. */
export function HealthFacts({ counts, title }: { counts: ChannelHealthCounts; title: string }) {
  const { t } = useTranslation("channels");
  const rate = successRate(counts);
  const lines = [
    rate === undefined
      ? t("health.no_calls")
      : t("health.rate", { rate: formatRate(rate), count: countedAttempts(counts) }),
    ...channelErrorKinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) => t("health.errors", { kind: t(`health.kind.${kind}`), count: counts[kind] })),
    counts.first_token_count > 0
      ? t("health.first_token", { time: formatDuration(counts.first_token_sum / counts.first_token_count) })
      : "",
    counts.successes > 0
      ? t("health.response", { time: formatDuration(counts.response_sum / counts.successes) })
      : "",
  ].filter((line) => line !== "");
  return (
    <Box sx={{ py: 0.25 }}>
      <Box sx={{ fontWeight: 500 }}>{title}</Box>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Box>
  );
}
