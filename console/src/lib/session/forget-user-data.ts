import type { QueryClient } from "@tanstack/react-query";

/** Drops everything fetched for a user; site info is the same for everybody and stays. */
export function forgetUserData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== "site-info" });
}
