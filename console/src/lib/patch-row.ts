import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Page } from "@tollgate/contract/list-query";

interface Row {
  id: number;
}

/**
 * Changes some fields of one row: shown immediately on every cached page below `lists`, reverted when the server rejects it,
 * and read again in either case.
 */
export function usePatchRow<Change extends object>(
  lists: QueryKey,
  send: (id: number, change: Change) => Promise<unknown>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: Change }) => send(id, change),
    onMutate: async ({ id, change }) => {
      await client.cancelQueries({ queryKey: lists });
      const before = client.getQueriesData<Page<Row>>({ queryKey: lists });
      client.setQueriesData<Page<Row>>({ queryKey: lists }, (page) => page && withRow(page, id, change));
      return { before };
    },
    onError: (_error, _change, context) => {
      for (const [key, page] of context?.before ?? []) client.setQueryData(key, page);
    },
    onSettled: () => client.invalidateQueries({ queryKey: lists }),
  });
}

function withRow(page: Page<Row>, id: number, change: object): Page<Row> {
  return { ...page, data: page.data.map((row) => (row.id === id ? { ...row, ...change } : row)) };
}
