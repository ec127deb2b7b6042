import { getChecklist, getDashboard, getUncollected } from "@tollgate/contract/dashboard";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api-client";

/** One's own usage by day and model, days in the viewer's zone. */
export const usageQuery = queryOptions({
  queryKey: ["dashboard", "usage"],
  // `+ 0` because the negation of zero is negative zero, which reads as "-0" in an address.
  queryFn: ({ signal }) =>
    call(getDashboard, { query: { offset: -new Date().getTimezoneOffset() + 0 }, signal }),
  refetchInterval: 60_000,
  meta: { inPlace: true },
});

/** What no balance covered, for administrators; hidden where it fails. */
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

/** Steps of the first run. Asked again while some are open, so that they tick themselves; hidden where it fails. */
export const checklistQuery = queryOptions({
  queryKey: ["dashboard", "checklist"],
  queryFn: ({ signal }) => call(getChecklist, { signal }),
  refetchInterval: (query) => (query.state.data && isComplete(query.state.data) ? false : 10_000),
  meta: { silent: true },
});
