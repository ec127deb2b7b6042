import { queryOptions } from "@tanstack/react-query";
import { listOwnLogs, logTypes } from "@tollgate/contract/logs";
import { listAvailableModels } from "@tollgate/contract/models";
import { call } from "../../lib/api-client";
import type { Booking } from "./conversation";

export const playgroundModelsQuery = queryOptions({
  queryKey: ["available-models", "playground"],
  queryFn: ({ signal }) => call(listAvailableModels, { signal }),
  staleTime: 30_000,
  meta: { inPlace: true },
});

/** Milliseconds before the log is read again for a call that it does not have yet. */
const bookingPauses = [400, 800, 1500, 3000, 5000, 8000, 12_000, 20_000, 30_000, 40_000];

/** Log figures of a call; null until it is settled. Gives up after two minutes. */
export const bookingQuery = (requestId: string) =>
  queryOptions({
    queryKey: ["playground", "booking", requestId],
    queryFn: async ({ signal }): Promise<Booking | null> => {
      const { data } = await call(listOwnLogs, {
        query: { request_id: requestId, page: 1, size: 10 },
        signal,
      });
      const row = data.find(
        ({ type, request_id }) => type === logTypes.consumption && request_id === requestId,
      );
      if (!row) return null;
      const { usage } = row.metadata;
      return {
        logId: row.id,
        quota: row.quota,
        input: row.prompt_tokens,
        output: row.completion_tokens,
        cached: (usage?.["cached"] ?? 0) + (usage?.["cached_read"] ?? 0),
      };
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data ? false : (bookingPauses[state.dataUpdateCount + state.errorUpdateCount] ?? false),
    meta: { silent: true },
  });
