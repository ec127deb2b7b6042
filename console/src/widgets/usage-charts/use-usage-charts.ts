import { useTheme } from "@mui/material/styles";
import type { FigureGrouping, UsageSeries } from "@tollgate/contract/analytics";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ChartSeries } from "../../design-system/charts/chart-series";
import { type SeriesLook, seriesLook } from "../../design-system/charts/series-look";
import { useLanguage } from "../../lib/i18n/use-language";
import { chartPlaces } from "./chart-places";
import { logAddress, outcomeOfErrors } from "./log-address";
import { readerZone } from "./reader-zone";
import type { TimeChartProps } from "./time-chart";
import {
  type GroupLabels,
  groupLooks,
  otherId,
  type ShownGroup,
  shownGroups,
  usageChartSeries,
} from "./usage-chart-series";
import { addsUp, metricOf, type UsageMetric } from "./usage-metrics";
import type { Scope } from "./usage-queries";
import { useMetricFormat } from "./use-metric-format";

interface UsageChartsOptions {
  /** Undefined while loading. */
  usage: UsageSeries | undefined;
  by: FigureGrouping;
  scope: Scope;
  /** The figures are those of this user alone; empty: of the whole scope. */
  username?: string;
}

/** Groupings whose groups the log filters by. */
const logged: readonly FigureGrouping[] = ["model", "channel", "user", "token"];

export interface UsageCharts {
  groups: ShownGroup[] | undefined;
  labels: GroupLabels;
  /** How a group is drawn; that of "other" for those not shown on their own. */
  lookOf: (id: string) => SeriesLook;
  /** What a card draws of one metric. */
  chartOf: (
    metric: UsageMetric,
  ) => Pick<
    TimeChartProps,
    "kind" | "integers" | "places" | "series" | "format" | "exact" | "addsUp" | "hrefOf" | "figureOf"
  >;
  /** The address of a group's calls in the whole period; undefined where the log has no such filter. */
  hrefOfGroup: (id: string) => string | undefined;
}

/** Figures by group as the content of charts: the same names, colors and links on all of a page. */
export function useUsageCharts({ usage, by, scope, username = "" }: UsageChartsOptions): UsageCharts {
  const { t } = useTranslation("usage-charts");
  const { language } = useLanguage();
  const { mode } = useTheme().palette;
  const format = useMetricFormat();
  const labels = useMemo(
    (): GroupLabels => ({
      owners: scope === "everyone",
      none: t(`none.${by}`),
      other: t("other"),
      deleted: (name) => t("deleted", { name }),
    }),
    [t, by, scope],
  );
  const groups = useMemo(() => usage && shownGroups(usage, labels), [usage, labels]);
  const looks = useMemo(() => groupLooks(groups ?? [], { by, mode }), [groups, by, mode]);
  const places = useMemo(
    () => usage && chartPlaces({ starts: usage.starts, step: usage.step, language, zone: readerZone() }),
    [usage, language],
  );
  // What is drawn from it is computed again only for other figures.
  return useMemo((): UsageCharts => {
    const ofGroup = (id: string | undefined) => {
      const group = usage?.groups.find(({ key }) => key === id);
      return group && { by, key: group.key, label: group.label };
    };
    const addressOf = (
      { start, end }: { start: number; end: number },
      id: string | undefined,
      outcome?: ReturnType<typeof outcomeOfErrors>,
    ): string => logAddress({ start, end, mine: scope === "mine", username, of: ofGroup(id), outcome });
    return {
      groups,
      labels,
      lookOf: (id) => looks.get(id) ?? seriesLook("other", mode),
      chartOf: (metric) => ({
        kind: addsUp(metric) ? "bar" : "line",
        integers: addsUp(metric) && metric !== "quota",
        places,
        series: groups && usageChartSeries(groups, looks, metric),
        format: (value) => format.short(metric, value),
        exact: (value) => format.whole(metric, value),
        addsUp: addsUp(metric),
        hrefOf: (index, id) => {
          const start = usage?.starts[index];
          if (!usage || start === undefined) return undefined;
          const end = usage.starts[index + 1] ?? usage.period.end;
          const { values } = groups?.find((group) => group.id === id) ?? usage;
          return addressOf(
            { start, end },
            id,
            metric === "errors" ? outcomeOfErrors(values, index) : undefined,
          );
        },
        figureOf: (series: ChartSeries) => {
          const group = groups?.find(({ id }) => id === series.id);
          const value = group && metricOf(metric, group.total);
          return value === undefined ? undefined : format.short(metric, value);
        },
      }),
      hrefOfGroup: (id) =>
        usage && id !== otherId && id !== "" && logged.includes(by) ? addressOf(usage.period, id) : undefined,
    };
  }, [usage, by, scope, username, mode, format, labels, groups, looks, places]);
}
