import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteLogs } from "@tollgate/contract/logs";
import { call } from "../../lib/api-client";

/** Deletes log rows before `time`; `onProgress` hears how many are gone while it goes on. */
export function useCleanLogs(onProgress: (deleted: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (time: number) => {
      for (;;) {
        const { deleted, done } = await call(deleteLogs, { query: { target_timestamp: time } });
        onProgress(deleted);
        if (done) return deleted;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["logs"] }),
  });
}
