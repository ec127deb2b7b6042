import { queryOptions } from "@tanstack/react-query";
import { getPulse } from "@tollgate/contract/pulse";
import { call } from "../../lib/api-client";
import { refreshing } from "../../widgets/usage-charts/refreshing";

/** The last hour of the gateway, read again every few seconds. The card shows a failure in place. */
export const pulseQuery = queryOptions({
  queryKey: ["pulse"],
  queryFn: ({ signal }) => call(getPulse, { signal }),
  ...refreshing.pulse,
  meta: { silent: true },
});
