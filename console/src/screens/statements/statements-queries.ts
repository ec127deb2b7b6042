import { getStatement, getUserStatement } from "@tollgate/contract/statements";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api-client";

/** @param month YYYY-MM; empty: the current one. @param user 0: one's own */
export const statementQuery = (month: string, user: number) =>
  queryOptions({
    queryKey: ["statements", user, month],
    queryFn: ({ signal }) => {
      const query = month === "" ? {} : { month };
      return user === 0
        ? call(getStatement, { query, signal })
        : call(getUserStatement, { params: { id: user }, query, signal });
    },
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
