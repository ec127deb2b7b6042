import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointBodyInput, EndpointQuery } from "@tollgate/contract/endpoint";
import {
  createRedemptions,
  deleteRedemption,
  editRedemptions,
  exportRedemptions,
  listRedemptions,
  redemptionStatus,
  revealRedemption,
  updateRedemption,
} from "@tollgate/contract/redemptions";
import { addressOf, call } from "../../lib/api-client";
import { usePatchRow } from "../../lib/patch-row";
import { reportFailure } from "../../lib/query-client";

const lists = ["redemptions", "list"] as const;
export type RedemptionQuery = Partial<EndpointQuery<typeof listRedemptions>>;

/** One page of the list; the previous page stays on screen while the next one loads. */
export const redemptionsQuery = (query: RedemptionQuery) =>
  queryOptions({
    queryKey: [...lists, query],
    queryFn: ({ signal }) => call(listRedemptions, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** The status switch: shown immediately, reverted when the server rejects it. */
export const useToggleRedemption = () =>
  usePatchRow(lists, (id, { status }: { status: 1 | 2 }) =>
    call(updateRedemption, { query: { status_only: true }, body: { id, status } }),
  );

/** The change of a switch. */
export const statusOf = (enabled: boolean): { status: 1 | 2 } => ({
  status: enabled ? redemptionStatus.enabled : redemptionStatus.disabled,
});

/** Creates codes and answers with them. The editor shows failures. */
export function useCreateRedemptions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof createRedemptions>) => call(createRedemptions, { body }),
    meta: { silent: true },
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** Changes an unused code. The editor shows failures. */
export function useUpdateRedemption() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof updateRedemption>) => call(updateRedemption, { body }),
    meta: { silent: true },
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

export function useDeleteRedemption() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteRedemption, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** Bulk actions of the list. */
export function useEditRedemptions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof editRedemptions>) => call(editRedemptions, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** The whole code; fetched when needed and never cached. Shows a failure, then rethrows it. */
export async function fetchCode(id: number): Promise<string> {
  try {
    return (await call(revealRedemption, { params: { id } })).key;
  } catch (error) {
    reportFailure(error);
    throw error;
  }
}

/** Where the browser downloads the codes that match. */
export const exportAddress = ({ keyword, status }: RedemptionQuery): string =>
  addressOf(exportRedemptions.path, { query: { keyword, status } });
