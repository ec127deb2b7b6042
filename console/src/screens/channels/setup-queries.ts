import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { listLogs } from "@tollgate/contract/logs";
import { createToken } from "@tollgate/contract/tokens";
import { call } from "../../lib/api-client";

/** A token without a limit of its own; the balance of its owner still bounds it. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call(createToken, { body: { name, unlimited_quota: true } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["tokens"] }),
  });
}

const logPollMilliseconds = 500;

/** The log row of a request, which is written moments after the answer. */
export const requestLogQuery = (requestId: string) =>
  queryOptions({
    queryKey: ["logs", "of-request", requestId],
    queryFn: async ({ signal }) =>
      (await call(listLogs, { query: { request_id: requestId, size: 1 }, signal })).data[0] ?? null,
    enabled: requestId !== "",
    refetchInterval: ({ state }) => (state.data ? false : logPollMilliseconds),
    meta: { silent: true },
  });
