import { queryOptions } from "@tanstack/react-query";
import { listTokens, revealTokenKey } from "@tollgate/contract/tokens";
import { call } from "../../lib/api-client";

/** The tokens one may chat with, newest first. */
export const chatTokensQuery = queryOptions({
  queryKey: ["tokens", "chat"],
  queryFn: ({ signal }) => call(listTokens, { query: { page: 1, size: 100 }, signal }),
  meta: { inPlace: true },
});

export async function fetchKey(id: number): Promise<string> {
  return (await call(revealTokenKey, { params: { id } })).key;
}
