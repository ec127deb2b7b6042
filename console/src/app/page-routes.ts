import type { DataRouteMatch, DataRouteObject, RouteObject, RouterState } from "react-router";

/** The `handle` of a route that leads on to another address. */
export interface Redirect {
  redirectTo: string;
}

export function redirectTo(address: string): Redirect {
  return { redirectTo: address };
}

/** The `handle` of a route whose page asks for data: `prepare` fetches it, for an address without a query. */
export interface Prepared {
  prepare: () => void;
}

/** The routes with the ids that React Router needs, and `manifest` filled with all of them by id. */
export function withIds(
  routes: readonly RouteObject[],
  manifest: Record<string, DataRouteObject>,
  parent = "",
): DataRouteObject[] {
  return routes.map((route, index) => {
    const id = `${parent}${index}`;
    const children = route.children && withIds(route.children, manifest, `${id}-`);
    const made = { ...route, id, children } as DataRouteObject;
    manifest[id] = made;
    return made;
  });
}

/** What is being fetched, so that two navigations share it. */
const loads = new WeakMap<DataRouteObject, Promise<unknown>>();

/** Fetches what the routes lack. Returns the failures by the id of their route; null without any. */
export async function loadRoutes(matches: readonly DataRouteMatch[]): Promise<RouterState["errors"]> {
  const results = await Promise.allSettled(matches.map(({ route }) => load(route)));
  const failed = results.flatMap((result, index) =>
    result.status === "rejected" ? [[matches[index]?.route.id, result.reason as unknown]] : [],
  );
  return failed.length > 0 ? (Object.fromEntries(failed) as RouterState["errors"]) : null;
}

function load(route: DataRouteObject): Promise<unknown> {
  const running = loads.get(route);
  if (running || typeof route.lazy !== "function") return running ?? Promise.resolve();
  const begun = route
    .lazy()
    .then((loaded) => Object.assign(route, loaded, { lazy: undefined }))
    .finally(() => loads.delete(route));
  loads.set(route, begun);
  return begun;
}
