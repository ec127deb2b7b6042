import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getOwnInviteSummary, listOwnInvitees } from "@tollgate/contract/invitations";
import { getInvitationCode } from "@tollgate/contract/registration";
import { call } from "../../lib/api-client";

/** The code of one's own link; it never changes. */
export const inviteCodeQuery = queryOptions({
  queryKey: ["invitations", "code"],
  queryFn: ({ signal }) => call(getInvitationCode, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { inPlace: true },
});

export const inviteSummaryQuery = queryOptions({
  queryKey: ["invitations", "summary"],
  queryFn: ({ signal }) => call(getOwnInviteSummary, { signal }),
  meta: { inPlace: true },
});

export const inviteesQuery = (page: number) =>
  queryOptions({
    queryKey: ["invitations", "invitees", page],
    queryFn: ({ signal }) => call(listOwnInvitees, { query: { page, size: 10 }, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
