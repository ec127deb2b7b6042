import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointBodyInput, EndpointQuery } from "@tollgate/contract/endpoint";
import type { Page } from "@tollgate/contract/list-query";
import {
  createToken,
  deleteToken,
  editTokens,
  listTokens,
  patchToken,
  revealTokenKey,
  type Token,
  updateToken,
} from "@tollgate/contract/tokens";
import { call } from "../../lib/api-client";
import { reportFailure } from "../../lib/query-client";
import { bodyOfToken, type TokenValues } from "./token-values";

const lists = ["tokens", "list"] as const;

/** One page of one's own tokens; the former page stays on screen while the next one comes. */
export const tokensQuery = (query: Partial<EndpointQuery<typeof listTokens>>) =>
  queryOptions({
    queryKey: [...lists, query],
    queryFn: ({ signal }) => call(listTokens, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

/** The status switch: shown at once, taken back when the server refuses. */
export function usePatchToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: number; status: 1 | 2 }) =>
      call(patchToken, { params: { id }, body: { status } }),
    onMutate: async ({ id, status }) => {
      await client.cancelQueries({ queryKey: lists });
      const before = client.getQueriesData<Page<Token>>({ queryKey: lists });
      client.setQueriesData<Page<Token>>({ queryKey: lists }, (page) => page && withStatus(page, id, status));
      return { before };
    },
    onError: (_error, _change, context) => {
      for (const [key, page] of context?.before ?? []) client.setQueryData(key, page);
    },
    onSettled: () => client.invalidateQueries({ queryKey: lists }),
  });
}

function withStatus(page: Page<Token>, id: number, status: number): Page<Token> {
  return { ...page, data: page.data.map((row) => (row.id === id ? { ...row, status } : row)) };
}

/** Creates a token, answering with its full key, or changes the one with `id`. */
export function useSaveToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: TokenValues) =>
      values.id === 0
        ? call(createToken, { body: bodyOfToken(values) })
        : call(updateToken, { body: { ...bodyOfToken(values), id: values.id } }),
    meta: { formErrors: true },
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
