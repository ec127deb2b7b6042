import type { EndpointQuery } from "@tollgate/contract/endpoint";
import {
  type listOrders,
  type OrderProblem,
  orderProblems,
  type OrderStatus,
  orderStatuses,
} from "@tollgate/contract/orders";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import type { ListState } from "../../lib/list-state";
import { anyTime, momentsOf } from "../../widgets/moment-field/time-ranges";
import { useTimeRangeFilter } from "../../widgets/moment-field/use-time-range-filter";
import { allGatewaysQuery } from "./gateways-queries";

/** Default filters of the order list. */
export const orderFilterDefaults = {
  user_id: 0,
  gateway_id: 0,
  trade_no: "",
  gateway_no: "",
  status: "",
  problem: "",
  range: anyTime,
  start: 0,
  end: 0,
};
export type OrderListState = ListState<typeof orderFilterDefaults>;

const isStatus = (word: string): word is OrderStatus => orderStatuses.includes(word as never);
const isProblem = (word: string): word is OrderProblem | "any" =>
  word === "any" || orderProblems.includes(word as never);

/** The filters as query parameters. `now` is what presets are counted back from. */
export function orderQueryOf(
  { query }: OrderListState,
  now: Date,
): Partial<EndpointQuery<typeof listOrders>> {
  const { range, start, end, status, problem, ...rest } = query;
  const time = momentsOf({ range, start, end }, now);
  return {
    ...rest,
    status: isStatus(status) ? status : "",
    problem: isProblem(problem) ? problem : "",
    start_timestamp: time.start,
    end_timestamp: time.end,
  };
}

/** The filters of the list's toolbar. */
export function useOrderFilters({ filters, setFilter, setFilters }: OrderListState): ListFilter[] {
  const { t } = useTranslation(["payments", "order-status"]);
  const { data: gateways } = useQuery(allGatewaysQuery);
  const range = useTimeRangeFilter(t("filters.range"), filters, setFilters);
  const all = (value: string | number) => ({ value, label: t("filters.all") });
  const text = (name: "trade_no" | "gateway_no"): ListFilter => ({
    kind: "text",
    name,
    label: t(`columns.${name}`),
    value: filters[name],
    onChange: (value) => setFilter(name, value),
  });
  return [
    {
      kind: "select",
      name: "status",
      label: t("columns.status"),
      none: "",
      value: filters.status,
      options: [all(""), ...orderStatuses.map((value) => ({ value, label: t(`order-status:${value}`) }))],
      onChange: (value) => setFilter("status", String(value)),
    },
    {
      kind: "select",
      name: "problem",
      label: t("filters.problem"),
      none: "",
      value: filters.problem,
      options: [
        all(""),
        { value: "any", label: t("filters.any_problem") },
        ...orderProblems.map((value) => ({ value, label: t(`order-status:problem.${value}`) })),
      ],
      onChange: (value) => setFilter("problem", String(value)),
    },
    {
      kind: "select",
      name: "gateway_id",
      label: t("columns.gateway"),
      none: 0,
      value: filters.gateway_id,
      options: [all(0), ...(gateways?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))],
      onChange: (value) => setFilter("gateway_id", Number(value)),
    },
    range,
    text("trade_no"),
    text("gateway_no"),
    {
      kind: "text",
      name: "user_id",
      label: t("filters.user_id"),
      value: filters.user_id === 0 ? "" : String(filters.user_id),
      onChange: (value) => setFilter("user_id", /^\d{1,15}$/.test(value.trim()) ? Number(value) : 0),
    },
  ];
}
