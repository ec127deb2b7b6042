import { logTypes, type Outcome, outcomes } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import type { ListState } from "../../lib/list-state";
import { momentsOf } from "../../widgets/moment-field/time-ranges";
import { useTimeRangeFilter } from "../../widgets/moment-field/use-time-range-filter";
import type { LogQuery } from "./logs-queries";
import { useNameFilter } from "../../widgets/name-filter/name-filter";

/** Default filters of the log: the last week, which every server answers quickly. */
export const logFilterDefaults = {
  /** `mine`: an administrator looks at their own rows only. */
  whose: "",
  log_type: 0,
  range: "7d",
  start: 0,
  end: 0,
  outcome: "",
  model_name: "",
  token_name: "",
  token_id: 0,
  request_id: "",
  channel_id: 0,
  username: "",
  source_ip: "",
};
export type LogListState = ListState<typeof logFilterDefaults>;
export type LogFilters = Partial<LogListState["filters"]>;

const isOutcome = (word: string): word is Outcome => (outcomes as readonly string[]).includes(word);

/** The filters as query parameters. `now` is what presets are counted back from. */
export function logQueryOf(state: Pick<LogListState, "query">, now: Date): LogQuery {
  const { range, start, end, outcome, whose: _whose, ...query } = state.query;
  const time = momentsOf({ range, start, end }, now);
  return {
    ...query,
    outcome: isOutcome(outcome) ? outcome : "",
    start_timestamp: time.start,
    end_timestamp: time.end,
  };
}

/** The filters of the list's toolbar; those about others only where everyone's rows are shown. */
export function useLogFilters(state: LogListState, everybody: boolean): ListFilter[] {
  const { t } = useTranslation("logs");
  const { filters, setFilter, setFilters } = state;
  const range = useTimeRangeFilter(t("filters.range"), filters, setFilters);
  const named = { everybody, beginnings: true };
  const model = useNameFilter({
    ...named,
    field: "model",
    name: "model_name",
    label: t("filters.model"),
    value: filters.model_name,
    onChange: (value) => setFilter("model_name", value),
  });
  const token = useNameFilter({
    ...named,
    field: "token",
    name: "token_name",
    label: t("filters.token"),
    value: filters.token_name,
    onChange: (value) => setFilter("token_name", value),
  });
  const user = useNameFilter({
    ...named,
    field: "user",
    name: "username",
    label: t("filters.username"),
    value: filters.username,
    onChange: (value) => setFilter("username", value),
  });
  const channel = useNameFilter({
    ...named,
    field: "channel",
    name: "channel_id",
    label: t("filters.channel"),
    value: filters.channel_id === 0 ? "" : String(filters.channel_id),
    onChange: (value) => setFilter("channel_id", Number(value)),
  });
  const text = (name: "request_id" | "source_ip", label: string) =>
    ({
      kind: "text",
      name,
      label,
      value: filters[name],
      onChange: (value: string) => setFilter(name, value),
    }) satisfies ListFilter;
  return [
    range,
    {
      kind: "select",
      name: "outcome",
      label: t("filters.outcome"),
      value: isOutcome(filters.outcome) ? filters.outcome : "",
      none: "",
      options: [
        { value: "", label: t("filters.any_outcome") },
        ...outcomes.map((value) => ({ value, label: t(`outcome.${value}`) })),
      ],
      onChange: (value) => setFilter("outcome", String(value)),
    },
    model,
    token,
    ...(everybody ? [user, channel, text("source_ip", t("filters.source_ip"))] : []),
    text("request_id", t("filters.request_id")),
    ...(filters.token_id === 0 ? [] : [tokenIdFilter(t("filters.token_id"), state)]),
  ];
}

/** Not in the menu: only links of tokens set it. */
function tokenIdFilter(label: string, { filters, setFilter }: LogListState): ListFilter {
  return {
    kind: "text",
    name: "token_id",
    label,
    value: String(filters.token_id),
    onChange: (value) => setFilter("token_id", /^\d{1,15}$/.test(value) ? Number(value) : 0),
  };
}

/** The tabs in display order. */
export const logTabs = [
  0,
  logTypes.consumption,
  logTypes.topUp,
  logTypes.management,
  logTypes.system,
] as const;
