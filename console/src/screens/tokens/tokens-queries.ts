import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointBodyInput, EndpointQuery } from "@tollgate/contract/endpoint";
import { deleteOwnedToken, searchTokens, setTokenStatus } from "@tollgate/contract/admin-tokens";
import {
  createToken,
  deleteToken,
  editTokens,
  getTokenSpending,
  listTokens,
  patchToken,
  revealTokenKey,
  rotateTokenKey,
  updateToken,
} from "@tollgate/contract/tokens";
import { call } from "../../lib/api-client";
import { usePatchRow } from "../../lib/patch-row";
import { reportFailure } from "../../lib/query-client";
import { bodyOfToken, changeOfToken, type TokenValues } from "./token-values";

const lists = ["tokens", "list"] as const;

/** One page of one's own tokens; the previous page stays on screen while the next one loads. */
export const tokensQuery = (query: Partial<EndpointQuery<typeof listTokens>>) =>
  queryOptions({
    queryKey: [...lists, query],
    queryFn: ({ signal }) => call(listTokens, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** The status switch: shown immediately, reverted when the server rejects it. */
export const usePatchToken = () =>
  usePatchRow(lists, (id, body: EndpointBodyInput<typeof patchToken>) =>
    call(patchToken, { params: { id }, body }),
  );

/** Creates a token, answering with its full key, or changes the one with `id`. The editor shows failures. */
export function useSaveToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ start, values }: { start: TokenValues; values: TokenValues }) =>
      start.id === 0
        ? call(createToken, { body: bodyOfToken(values) })
        : call(updateToken, { body: changeOfToken(start, values) }),
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

/** Replaces the key; answers with the new one in full. */
export function useRotateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number } & EndpointBodyInput<typeof rotateTokenKey>) =>
      call(rotateTokenKey, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** What the tokens of a page spent on each of the last thirty days. */
export const tokenSpendingQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ["tokens", "spending", ...ids],
    queryFn: ({ signal }) => call(getTokenSpending, { query: { ids: ids.join(","), days: 30 }, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

const allLists = ["tokens", "all"] as const;

/** One page of the tokens of all users of a lower role. */
export const allTokensQuery = (query: Partial<EndpointQuery<typeof searchTokens>>) =>
  queryOptions({
    queryKey: [...allLists, query],
    queryFn: ({ signal }) => call(searchTokens, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** The status switch of someone's token. */
export const usePatchAnyToken = () =>
  usePatchRow(allLists, (id, { status }: { status: 1 | 2 }) =>
    call(setTokenStatus, { body: { id, status } }),
  );

export function useDeleteAnyToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteOwnedToken, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: allLists }),
  });
}

/** The full key of one's own token; fetched on demand and never cached. Shows a notification on failure, then rethrows. */
export async function fetchTokenKey(id: number): Promise<string> {
  try {
    return (await call(revealTokenKey, { params: { id } })).key;
  } catch (error) {
    reportFailure(error);
    throw error;
  }
}
