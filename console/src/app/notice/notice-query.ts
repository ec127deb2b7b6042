import { queryOptions } from "@tanstack/react-query";
import { getNotice } from "@tollgate/contract/site-info";
import { call } from "../../lib/api-client";

/** The announcement's text; `hash` identifies it. The dialog shows a failure, and nothing opens because of one. */
export const noticeQuery = (hash: string) =>
  queryOptions({
    queryKey: ["notice", hash],
    queryFn: ({ signal }) => call(getNotice, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
