import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { EndpointQuery } from "@tollgate/contract/endpoint";
import { getInviteTotals, listInvitees, listInviters } from "@tollgate/contract/invitations";
import { call } from "../../lib/api-client";

/** One page of inviters; the previous page stays on screen while the next one loads. */
export const invitersQuery = (query: Partial<EndpointQuery<typeof listInviters>>) =>
  queryOptions({
    queryKey: ["invitations", "inviters", query],
    queryFn: ({ signal }) => call(listInviters, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

export const inviteTotalsQuery = queryOptions({
  queryKey: ["invitations", "totals"],
  queryFn: ({ signal }) => call(getInviteTotals, { signal }),
  meta: { inPlace: true },
});

/** Whom one user invited, a page at a time. */
export const inviteesOfQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ["invitations", "of", id, page],
    queryFn: ({ signal }) => call(listInvitees, { params: { id }, query: { page, size: 20 }, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
