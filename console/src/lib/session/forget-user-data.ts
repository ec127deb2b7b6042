import type { Query, QueryClient } from "@tanstack/react-query";

/** Site info is the same for everyone and stays. */
const ofUser = (query: Query): boolean => query.queryKey[0] !== "site-info";

/** Drops everything fetched for a user; what the page in view shows is fetched again, as a visitor sees it. */
export function forgetUserData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ofUser, type: "inactive" });
  void queryClient.resetQueries({ predicate: ofUser, type: "active" });
}
