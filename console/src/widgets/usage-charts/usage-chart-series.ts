import type { FigureGroup, FigureGrouping, UsageSeries } from "@tollgate/contract/analytics";
import type { FigureColumns, Figures } from "@tollgate/contract/figures";
import type { ChartSeries } from "../../design-system/charts/chart-series";
import { type SeriesLook, seriesLook, seriesMost } from "../../design-system/charts/series-look";
import type { Mode } from "../../design-system/theme/palette";
import { slotsOf } from "./series-slots";
import { addColumns, addFigures, figuresAt, metricOf, type UsageMetric } from "./usage-metrics";

/** How groups are called where their name is not enough. */
export interface GroupLabels {
  /** True if tokens are named with their owner, since they are of several users. */
  owners: boolean;
  /** Calls without a model, channel, … */
  none: string;
  other: string;
  /** `name` of something that was deleted. */
  deleted: (name: string) => string;
}

/** The id of what is left beside the largest groups. No key of a group has a line break. */
export const otherId = "\n";

export interface ShownGroup {
  /** The group's key, or `otherId`. */
  id: string;
  label: string;
  total: Figures;
  values: FigureColumns;
}

/** At most eight groups, and one that sums the rest. Calls that are not grouped are one group. */
export function shownGroups(usage: UsageSeries, labels: GroupLabels): ShownGroup[] {
  if (usage.groups.length === 0 && !usage.other && usage.total.requests > 0)
    return [{ id: "", label: labels.none, total: usage.total, values: usage.values }];
  const shown = usage.groups.slice(0, seriesMost);
  const rest = usage.groups.slice(seriesMost);
  const left = [...rest, ...(usage.other ? [usage.other] : [])];
  const groups = shown.map((group) => ({
    id: group.key,
    label: groupLabel(group, labels),
    total: group.total,
    values: group.values,
  }));
  if (left.length === 0) return groups;
  const values = addColumns(
    left.map((part) => part.values),
    usage.starts.length,
  );
  return [
    ...groups,
    { id: otherId, label: labels.other, total: addFigures(left.map(({ total }) => total)), values },
  ];
}

/** What a group is called, with the owner of a token. */
export function groupLabel(group: FigureGroup, labels: GroupLabels): string {
  const name = group.label === "" ? labels.none : group.label;
  const whole = group.owner_name === "" || !labels.owners ? name : `${group.owner_name} / ${name}`;
  return group.deleted ? labels.deleted(whole) : whole;
}

/** The looks of groups that are shown together: one for a name wherever it is shown. */
export function groupLooks(
  groups: readonly ShownGroup[],
  { by, mode }: { by: FigureGrouping; mode: Mode },
): ReadonlyMap<string, SeriesLook> {
  const named = groups.filter(({ id }) => id !== otherId).map(({ id }) => id);
  const slots = by === "none" ? new Map(named.map((id) => [id, 0])) : slotsOf(by, named);
  return new Map(groups.map(({ id }) => [id, seriesLook(slots.get(id) ?? "other", mode)]));
}

/** Groups as series of a metric. Groups without a value at any time are left out. */
export function usageChartSeries(
  groups: readonly ShownGroup[],
  looks: ReadonlyMap<string, SeriesLook>,
  metric: UsageMetric,
): ChartSeries[] {
  return groups
    .map((group) => ({
      id: group.id,
      label: group.label,
      look: looks.get(group.id) ?? seriesLook("other", "light"),
      values: group.values.requests.map(
        (_, index) => metricOf(metric, figuresAt(group.values, index)) ?? null,
      ),
    }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0));
}
