import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listAudit } from "@tollgate/contract/audit";
import type { EndpointQuery } from "@tollgate/contract/endpoint";
import { call } from "../../lib/api-client";

/** One page of entries; the previous page stays on screen while the next one loads. */
export const auditQuery = (query: Partial<EndpointQuery<typeof listAudit>>) =>
  queryOptions({
    queryKey: ["audit", "list", query],
    queryFn: ({ signal }) => call(listAudit, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
