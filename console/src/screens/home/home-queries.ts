import { queryOptions } from "@tanstack/react-query";
import { listAvailableModels } from "@tollgate/contract/models";
import { getHomePageContent } from "@tollgate/contract/site-info";
import { call } from "../../lib/api-client";

/** The operator's home page; empty: the built-in one. The page itself shows a failure. */
export const homeContentQuery = queryOptions({
  queryKey: ["home-page-content"],
  queryFn: ({ signal }) => call(getHomePageContent, { signal }),
  staleTime: 5 * 60_000,
  meta: { silent: true },
});

/** The home page content embedded in the page by the server; undefined without it (development). */
export function hasBuiltInHome(): boolean {
  return document.documentElement.dataset["home"] === "built-in";
}

/** Models visible to a visitor. The page works without them. */
export const publicModelsQuery = queryOptions({
  queryKey: ["available-models"],
  queryFn: ({ signal }) => call(listAvailableModels, { signal }),
  staleTime: 5 * 60_000,
  meta: { silent: true },
});
