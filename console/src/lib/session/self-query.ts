import { getSelf } from "@tollgate/contract/profile";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api-client";
import { session } from "./session";

/** The signed-in user with balance and group; every answer also refreshes the stored record, so a changed role shows immediately. */
export const selfQuery = queryOptions({
  queryKey: ["self"],
  queryFn: async ({ signal }) => {
    const self = await call(getSelf, { signal });
    if (session.user()) session.begin(self);
    return self;
  },
  staleTime: 30_000,
});
