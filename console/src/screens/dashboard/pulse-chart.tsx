import Box from "@mui/material/Box";
import { type Theme, useTheme } from "@mui/material/styles";
import { abbreviateNumber, formatQuota } from "@tollgate/contract/quota";
import type { Pulse } from "@tollgate/contract/pulse";
import { useTranslation } from "react-i18next";
import type { ChartSeries } from "../../design-system/charts/chart-series";
import { type SeriesLook, seriesLook } from "../../design-system/charts/series-look";
import { formatDuration, formatNumber } from "../../lib/format-number";
import { useLanguage } from "../../lib/i18n/use-language";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { chartPlaces } from "../../widgets/usage-charts/chart-places";
import { logAddress, outcomeOfErrors } from "../../widgets/usage-charts/log-address";
import { readerZone } from "../../widgets/usage-charts/reader-zone";
import { TimeChart } from "../../widgets/usage-charts/time-chart";
import { type CallPart, callParts, callsByEnd, minuteValues, type PulseMetric } from "./pulse-metrics";

interface PulseChartProps {
  /** Undefined while loading. */
  pulse: Pulse | undefined;
  metric: PulseMetric;
  asTable: boolean;
}

/** One of the pulse's numbers by the minute; a minute links to its calls. */
export function PulseChart({ pulse, metric, asTable }: PulseChartProps) {
  const { t } = useTranslation("dashboard");
  const { language } = useLanguage();
  const theme = useTheme();
  const quota = useQuotaFormat();
  const starts = pulse && Array.from({ length: pulse.count }, (_, index) => pulse.start + index * pulse.span);
  const write = (value: number, count: (value: number) => string): string => {
    if (metric === "quota") return formatQuota(value, quota);
    return metric === "p95" || metric === "first_token" ? formatDuration(value) : count(value);
  };
  const series = pulse && seriesOf(pulse);
  return (
    <Box sx={{ pt: 1 }}>
      <TimeChart
        title={t(`pulse.metric.${metric}`)}
        asTable={asTable}
        kind={metric === "p95" || metric === "first_token" ? "line" : "bar"}
        places={starts && chartPlaces({ starts, step: "minute", language, zone: readerZone() })}
        series={series}
        format={(value) => write(value, abbreviateNumber)}
        exact={(value) => write(value, (count) => formatNumber(count))}
        integers={metric === "requests" || metric === "errors"}
        addsUp={metric !== "p95" && metric !== "first_token"}
        empty={t(
          metric === "errors" && pulse && pulse.total.requests > 0 ? "pulse.no_errors" : "pulse.no_calls",
        )}
        height={160}
        wide
        hrefOf={(index, id) => {
          const start = starts?.[index];
          if (start === undefined || !pulse) return undefined;
          return logAddress({
            start,
            end: start + pulse.span,
            outcome:
              metric === "errors" || id === "errors" ? outcomeOfErrors(pulse.values, index) : undefined,
          });
        }}
      />
    </Box>
  );

  function seriesOf(hour: Pulse): ChartSeries[] {
    if (metric !== "requests") {
      const look = metric === "errors" ? partLook("errors", theme) : seriesLook(0, theme.palette.mode);
      const one = {
        id: metric,
        label: t(`pulse.metric.${metric}`),
        look,
        values: minuteValues(hour, metric),
      };
      return [one].filter(isUsed);
    }
    const ends = callsByEnd(hour);
    return callParts
      .map((part) => ({
        id: part,
        label: t(`pulse.part.${part}`),
        look: partLook(part, theme),
        values: ends[part],
      }))
      .filter(isUsed);
  }
}

const isUsed = ({ values }: ChartSeries): boolean => values.some((value) => value !== null && value !== 0);

/** Colors are statuses: errors are red, calls that the gateway rejected are amber. */
function partLook(part: CallPart, { palette }: Theme): SeriesLook {
  if (part === "errors") return { color: palette.error.main, hatched: true };
  if (part === "refused") return { color: palette.warning.main, hatched: false };
  return seriesLook(part === "answered" ? 0 : "other", palette.mode);
}
