import { useTheme } from "@mui/material/styles";
import { BarChart } from "@mui/x-charts/BarChart";
import type { ChannelHealth, ChannelHealthSpan } from "@tollgate/contract/channel-health";
import { type ChannelErrorKind, channelErrorKinds } from "@tollgate/contract/channel-problems";
import { formatQuota } from "@tollgate/contract/quota";
import { useTranslation } from "react-i18next";
import { plotLook, valueAxis } from "../../design-system/charts/plot-look";
import { formatNumber } from "../../lib/format-number";
import { useLanguage } from "../../lib/i18n/use-language";
import { languageTag } from "../../lib/i18n/languages";
import { useQuotaFormat } from "../../lib/site-info/site-info";

interface Frame {
  start: number;
  span: number;
  count: number;
}

/** Starts of every span of a frame, epoch seconds. */
function startsOf({ start, span, count }: Frame): number[] {
  return Array.from({ length: count }, (_, index) => start + index * span);
}

/** Writes a span's start: a day, or a time of day. */
function useSpanName(span: number): (start: number) => string {
  const { language } = useLanguage();
  const parts: Intl.DateTimeFormatOptions =
    span >= 86_400
      ? { month: "numeric", day: "numeric" }
      : span >= 3600
        ? { weekday: "short", hour: "2-digit", minute: "2-digit", hour12: false }
        : { hour: "2-digit", minute: "2-digit", hour12: false };
  const format = new Intl.DateTimeFormat(languageTag(language), parts);
  return (start) => format.format(start * 1000);
}

/** Attempts of each span as stacked bars: successes below, each kind of failure above. */
export function HealthChart({ health, height }: { health: ChannelHealth; height: number }) {
  const { t } = useTranslation("channels");
  const { palette } = useTheme();
  const starts = startsOf(health);
  const byStart = new Map(health.spans.map((span) => [span.start, span]));
  const colors: Record<ChannelErrorKind, string> = {
    authentication: palette.error.dark,
    no_balance: palette.error.light,
    rate_limit: palette.warning.main,
    timeout: palette.warning.light,
    server_error: palette.error.main,
    bad_answer: palette.secondary.main,
    not_found: palette.info.main,
    wrong_request: palette.text.disabled,
    connection: palette.text.secondary,
  };
  const values = (name: "successes" | ChannelErrorKind) =>
    starts.map((start) => valueOf(byStart.get(start), name));
  const kinds = channelErrorKinds.filter((kind) => health.spans.some((span) => span[kind] > 0));
  return (
    <SpanChart
      frame={health}
      height={height}
      format={(value) => formatNumber(value)}
      integers
      series={[
        { label: t("health.kind.success"), color: palette.success.main, data: values("successes") },
        ...kinds.map((kind) => ({
          label: t(`health.kind.${kind}`),
          color: colors[kind],
          data: values(kind),
        })),
      ]}
    />
  );
}

function valueOf(span: ChannelHealthSpan | undefined, name: "successes" | ChannelErrorKind): number | null {
  // The tooltip lists every value.
  return span?.[name] || null;
}

/** What users were charged for the calls of each span. */
export function CostChart({ usage, height }: { usage: ChannelHealth["usage"]; height: number }) {
  const { t } = useTranslation("channels");
  const { palette } = useTheme();
  const quotaFormat = useQuotaFormat();
  const format = (quota: number) => formatQuota(quota, quotaFormat);
  const byStart = new Map(usage.spans.map((span) => [span.start, span.quota]));
  return (
    <SpanChart
      frame={usage}
      height={height}
      format={format}
      integers={false}
      series={[
        {
          label: t("page.cost"),
          color: palette.primary.main,
          data: startsOf(usage).map((start) => byStart.get(start) ?? null),
        },
      ]}
    />
  );
}

interface SpanChartProps {
  frame: Frame;
  series: { label: string; color: string; data: (number | null)[] }[];
  format: (value: number) => string;
  /** True for counts: the axis has no halves. */
  integers: boolean;
  height: number;
}

function SpanChart({ frame, series, format, integers, height }: SpanChartProps) {
  const spanName = useSpanName(frame.span);
  const values = series.map(({ data }) => ({ values: data }));
  return (
    <BarChart
      height={height}
      hideLegend
      skipAnimation
      borderRadius={2}
      margin={{ left: 4, right: 16, top: 12, bottom: 4 }}
      grid={{ horizontal: true }}
      xAxis={[
        {
          scaleType: "band",
          data: startsOf(frame),
          valueFormatter: spanName,
          categoryGapRatio: 0.3,
          disableLine: true,
          disableTicks: true,
        },
      ]}
      yAxis={[valueAxis({ series: values, format, integers })]}
      series={series.map((entry, index) => ({
        ...entry,
        id: String(index),
        stack: "all",
        valueFormatter: (value: number | null) => (value === null ? null : format(value)),
      }))}
      sx={plotLook}
    />
  );
}
