import { getChecklist, getUncollected } from "@tollgate/contract/dashboard";
import { queryOptions } from "@tanstack/react-query";
import { listOwnLogs, logTypes } from "@tollgate/contract/logs";
import { listTokens, tokenStatus } from "@tollgate/contract/tokens";
import { call } from "../../lib/api-client";

/** Uncollected cost, for administrators; hidden on failure. */
export const uncollectedQuery = queryOptions({
  queryKey: ["dashboard", "uncollected"],
  queryFn: ({ signal }) => call(getUncollected, { signal }),
  refetchInterval: 60_000,
  meta: { silent: true },
});

/** Steps of the first run, in order. */
export const checklistSteps = ["has_channel", "has_price", "has_token", "has_request"] as const;

/** True when nothing is left to do. */
export function isComplete(checklist: Record<(typeof checklistSteps)[number], boolean>): boolean {
  return checklistSteps.every((step) => checklist[step]);
}

/** Steps of the first run. Polled while some are open, so that they are ticked automatically; hidden on failure. */
export const checklistQuery = queryOptions({
  queryKey: ["dashboard", "checklist"],
  queryFn: ({ signal }) => call(getChecklist, { signal }),
  refetchInterval: (query) => (query.state.data && isComplete(query.state.data) ? false : 10_000),
  meta: { silent: true },
});

/** How many tokens one has, and the newest that can be used. */
export const ownTokensQuery = queryOptions({
  queryKey: ["tokens", "first"],
  queryFn: async ({ signal }) => {
    const { data, total_count } = await call(listTokens, { query: { size: 10, order: "-id" }, signal });
    return { count: total_count, usable: data.find(({ status }) => status === tokenStatus.enabled) };
  },
  // The token was created on another screen a moment ago.
  staleTime: 0,
  meta: { silent: true },
});

/** The user's latest answered call; null before the first, for which it polls. */
export const firstLogQuery = queryOptions({
  queryKey: ["dashboard", "first-log"],
  queryFn: async ({ signal }) => {
    const query = { size: 10, type: logTypes.consumption };
    const { data } = await call(listOwnLogs, { query, signal });
    return data.find(({ metadata }) => metadata.end_reason === "completed") ?? null;
  },
  refetchInterval: (query) => (query.state.data ? false : 5_000),
  meta: { silent: true },
});
