import { logTypes } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import { formatTime } from "../../lib/format-time";
import type { ListState } from "../../lib/list-state";
import type { LogQuery } from "./logs-queries";
import { anyTime, customRange, isTimeRangePreset, presetRange, type TimeRange } from "./time-ranges";
import { TimeRangeFields } from "./time-range-fields";

/** Filters of the log at rest: the last week, which every server answers quickly. */
export const logFilterDefaults = {
  log_type: 0,
  range: "7d",
  start: 0,
  end: 0,
  model_name: "",
  token_name: "",
  request_id: "",
  channel_id: 0,
  username: "",
  source_ip: "",
};
export type LogListState = ListState<typeof logFilterDefaults>;

/** The filters as the server takes them. `now` is what presets are counted back from. */
export function logQueryOf(state: LogListState, now: Date): LogQuery {
  const { range, start, end, ...query } = state.query;
  const time = rangeOf(range, { start, end }, now);
  return { ...query, start_timestamp: time.start, end_timestamp: time.end };
}

function rangeOf(range: string, custom: TimeRange, now: Date): TimeRange {
  if (isTimeRangePreset(range)) return presetRange(range, now);
  return range === customRange ? custom : { start: 0, end: 0 };
}

/** The filters of the list's bar; those about others only where the viewer sees everybody's rows. */
export function useLogFilters(state: LogListState, everybody: boolean): ListFilter[] {
  const { t } = useTranslation("logs");
  const { filters, setFilter } = state;
  const range = useRangeFilter(state);
  const text = (name: "model_name" | "token_name" | "request_id" | "username" | "source_ip", label: string) =>
    ({
      kind: "text",
      name,
      label,
      value: filters[name],
      onChange: (value: string) => setFilter(name, value),
    }) satisfies ListFilter;
  return [
    range,
    text("model_name", t("filters.model")),
    text("token_name", t("filters.token")),
    ...(everybody
      ? [
          text("username", t("filters.username")),
          {
            kind: "text",
            name: "channel_id",
            label: t("filters.channel_id"),
            value: filters.channel_id === 0 ? "" : String(filters.channel_id),
            onChange: (value) => setFilter("channel_id", /^\d+$/.test(value) ? Number(value) : 0),
          } satisfies ListFilter,
          text("source_ip", t("filters.source_ip")),
        ]
      : []),
    text("request_id", t("filters.request_id")),
  ];
}

function useRangeFilter({ filters, setFilters }: LogListState): ListFilter {
  const { t } = useTranslation("logs");
  const { range, start, end } = filters;
  const summary = (): string | undefined => {
    if (isTimeRangePreset(range)) return t(`range.${range}`);
    if (range !== customRange) return undefined;
    const [from, to] = [start, end].map((moment) => formatTime(moment).slice(0, 16));
    if (start > 0 && end > 0) return t("range.from_to", { from, to });
    return start > 0 ? t("range.since", { from }) : t("range.until", { to });
  };
  return {
    kind: "custom",
    name: "range",
    label: t("filters.range"),
    summary: summary(),
    onClear: () => setFilters({ range: anyTime, start: 0, end: 0 }),
    content: (close) => (
      <TimeRangeFields
        range={range}
        custom={{ start, end }}
        onPreset={(next) => {
          setFilters({ range: next, start: 0, end: 0 });
          close();
        }}
        onCustom={(next) => {
          setFilters({ range: customRange, ...next });
          close();
        }}
      />
    ),
  };
}

/** The tabs, in the order they stand. */
export const logTabs = [
  0,
  logTypes.consumption,
  logTypes.topUp,
  logTypes.management,
  logTypes.system,
] as const;
