import type { Query, QueryClient } from "@tanstack/react-query";

/** Site info is the same for everyone and stays. */
const ofUser = (query: Query): boolean => query.queryKey[0] !== "site-info";

/** Drops everything fetched for a user that no page in view shows. */
export function forgetUnseenUserData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ofUser, type: "inactive" });
}

/** Drops everything fetched for a user; what the page in view shows is fetched again, as a visitor sees it. */
export function forgetUserData(queryClient: QueryClient): void {
  forgetUnseenUserData(queryClient);
  void queryClient.resetQueries({ predicate: ofUser, type: "active" });
}

/** The same for a page that opened after the session's end: what it waits for is already a visitor's. */
export function forgetEarlierUserData(queryClient: QueryClient): void {
  forgetUnseenUserData(queryClient);
  const isAnswered = (query: Query): boolean => ofUser(query) && query.state.status !== "pending";
  void queryClient.resetQueries({ predicate: isAnswered, type: "active" });
}
