import { queryOptions } from "@tanstack/react-query";
import { availableModelsAddress, homeContentAddress } from "@tollgate/contract/site-defaults";
import { callAddress } from "../../lib/api-client";
import { readContent, readOffers } from "./read-offers";

/** The operator's home page; empty: the built-in one. The page itself shows a failure. */
export const homeContentQuery = queryOptions({
  queryKey: ["home-page-content"],
  queryFn: ({ signal }) => callAddress(homeContentAddress, readContent, { signal }),
  staleTime: 5 * 60_000,
  meta: { silent: true },
});

/** The home page content embedded in the page by the server; undefined without it (development). */
export function hasBuiltInHome(): boolean {
  return document.documentElement.dataset["home"] === "built-in";
}

/** Models visible to a visitor. The page works without them. */
export const offersQuery = queryOptions({
  queryKey: ["available-models", "home"],
  queryFn: ({ signal }) => callAddress(availableModelsAddress, readOffers, { signal }),
  staleTime: 5 * 60_000,
  meta: { silent: true },
});
