import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import {
  type ChannelHealthList,
  type ChannelHealthSpan,
  successRate,
  sumHealth,
} from "@tollgate/contract/channel-health";
import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { type HealthTone, HealthStrip } from "../../design-system/health-strip/health-strip";
import { formatDuration } from "../../lib/format-number";
import { formatRate, HealthFacts } from "./health-facts";
import { healthTone } from "./health-tone";

/** Health of the channels on screen; a context, so that a refetch does not re-create the table's cells. */
export const HealthContext = createContext<ChannelHealthList | undefined>(undefined);

interface HealthCellProps {
  /** One channel, or the channels of a tag. */
  ids: readonly number[];
  name: string;
  /** Address of the details; without it the strip is no link. */
  href?: string;
}

/** The last hour at a glance: strip, success rate and time to first token; errors by kind on hover, the channel's page on a click. */
export function HealthCell({ ids, name, href }: HealthCellProps) {
  const { t } = useTranslation("channels");
  const list = useContext(HealthContext);
  if (!list) return <Skeleton width={72} />;
  const spans = joinedSpans(list.channels.filter(({ id }) => ids.includes(id)).flatMap((one) => one.spans));
  const sum = sumHealth(spans);
  const rate = successRate(sum);
  const text = rate === undefined ? t("health.no_calls") : formatRate(rate);
  const firstToken =
    sum.first_token_count > 0 ? formatDuration(sum.first_token_sum / sum.first_token_count) : "";
  const shown = [text, firstToken].filter((part) => part !== "").join(" · ");
  const label = t("health.label", { name, rate: shown });
  const content = (
    <>
      <HealthStrip tones={tonesOf(list, spans)} />
      <Typography
        variant="caption"
        component="span"
        sx={{
          display: "block",
          lineHeight: "16px",
          color: rate !== undefined && rate < 0.9 ? "error.main" : "text.secondary",
          fontVariantNumeric: "tabular-nums",
        }}
      >
        {shown}
      </Typography>
    </>
  );
  const look = { display: "block", width: "fit-content", whiteSpace: "nowrap" } as const;
  return (
    <Tooltip title={<HealthFacts counts={sum} title={t("health.last_hour")} />}>
      {href ? (
        <Link component={RouterLink} to={href} color="inherit" underline="none" aria-label={label} sx={look}>
          {content}
        </Link>
      ) : (
        <Typography component="span" aria-label={label} role="img" sx={look}>
          {content}
        </Typography>
      )}
    </Tooltip>
  );
}

/** A tone for each span of the list, also for those without attempts. */
function tonesOf(
  { start, span, count }: ChannelHealthList,
  spans: readonly ChannelHealthSpan[],
): HealthTone[] {
  const byStart = new Map(spans.map((one) => [one.start, one]));
  return Array.from({ length: count }, (_, index) => {
    const found = byStart.get(start + index * span);
    return found ? healthTone(found) : "none";
  });
}

/** Spans of several channels that begin together as one. */
function joinedSpans(spans: readonly ChannelHealthSpan[]): ChannelHealthSpan[] {
  const joined = new Map<number, ChannelHealthSpan>();
  for (const span of spans) {
    const found = joined.get(span.start);
    joined.set(span.start, found ? { start: span.start, ...sumHealth([found, span]) } : span);
  }
  return [...joined.values()];
}
