import { logTypes } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import type { ListState } from "../../lib/list-state";
import type { LogQuery } from "./logs-queries";
import { momentsOf } from "../../widgets/moment-field/time-ranges";
import { useTimeRangeFilter } from "../../widgets/moment-field/use-time-range-filter";

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
  const time = momentsOf({ range, start, end }, now);
  return { ...query, start_timestamp: time.start, end_timestamp: time.end };
}

/** The filters of the list's bar; those about others only where the viewer sees everybody's rows. */
export function useLogFilters(state: LogListState, everybody: boolean): ListFilter[] {
  const { t } = useTranslation("logs");
  const { filters, setFilter, setFilters } = state;
  const range = useTimeRangeFilter(t("filters.range"), filters, setFilters);
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

/** The tabs, in the order they stand. */
export const logTabs = [
  0,
  logTypes.consumption,
  logTypes.topUp,
  logTypes.management,
  logTypes.system,
] as const;
