import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointBodyInput, EndpointQuery } from "@tollgate/contract/endpoint";
import {
  createToken,
  deleteToken,
  editTokens,
  listTokens,
  patchToken,
  revealTokenKey,
  updateToken,
} from "@tollgate/contract/tokens";
import { call } from "../../lib/api-client";
import { usePatchRow } from "../../lib/patch-row";
import { reportFailure } from "../../lib/query-client";
import { bodyOfToken, type TokenValues } from "./token-values";

const lists = ["tokens", "list"] as const;

/** One page of one's own tokens; the former page stays on screen while the next one comes. */
export const tokensQuery = (query: Partial<EndpointQuery<typeof listTokens>>) =>
  queryOptions({
    queryKey: [...lists, query],
    queryFn: ({ signal }) => call(listTokens, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** The status switch: shown at once, taken back when the server refuses. */
export const usePatchToken = () =>
  usePatchRow(lists, (id, body: EndpointBodyInput<typeof patchToken>) =>
    call(patchToken, { params: { id }, body }),
  );

/** Creates a token, answering with its full key, or changes the one with `id`. The editor shows failures. */
export function useSaveToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: TokenValues) =>
      values.id === 0
        ? call(createToken, { body: bodyOfToken(values) })
        : call(updateToken, { body: { ...bodyOfToken(values), id: values.id } }),
    meta: { silent: true },
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

export function useDeleteToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteToken, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** Bulk actions of the list. */
export function useEditTokens() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof editTokens>) => call(editTokens, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** The full key of one's own token; fetched when asked for and never cached. A failure is told, and thrown on. */
export async function fetchTokenKey(id: number): Promise<string> {
  try {
    return (await call(revealTokenKey, { params: { id } })).key;
  } catch (error) {
    reportFailure(error);
    throw error;
  }
}
