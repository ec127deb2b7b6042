import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { getPulse, type Pulse } from "@tollgate/contract/pulse";
import { call } from "../../lib/api-client";
import { useLive, useLiveEvents } from "../../lib/live/live";
import { refreshing } from "../../widgets/usage-charts/refreshing";

/** The last hour of the gateway. */
export const pulseQuery = queryOptions({
  queryKey: ["pulse"],
  queryFn: ({ signal }) => call(getPulse, { signal }),
  // The card shows a failure in place.
  meta: { silent: true },
});

/** The last hour of the gateway: as events bring it, and where none arrive read again every few seconds. */
export function usePulse(): UseQueryResult<Pulse> {
  const client = useQueryClient();
  const live = useLive();
  useLiveEvents("pulse", (event) => {
    if (event.name === "pulse") client.setQueryData(pulseQuery.queryKey, event.data);
  });
  return useQuery({ ...pulseQuery, ...(!live && refreshing.pulse) });
}
