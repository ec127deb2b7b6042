import { Activity, type ContextType, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import {
  type DataRouteMatch,
  type Location,
  NavigationType,
  UNSAFE_DataRouterContext,
  UNSAFE_DataRouterStateContext,
  UNSAFE_LocationContext,
  UNSAFE_RouteContext,
  useOutlet,
} from "react-router";
import { useStore } from "../../../lib/store";
import { PageBoundary } from "../../page-boundary";
import { loadRoutes } from "../../page-routes";
import { pageAhead } from "./page-ahead";

type Place = ContextType<typeof UNSAFE_LocationContext>;

/** What React Router's hooks in a page return. */
interface PlacedPage {
  /** From the outermost route to the page's own. */
  matches: DataRouteMatch[];
  place: Place;
}

type PlacedRoute = DataRouteMatch["route"] | undefined;

const routeOf = ({ matches }: Pick<PlacedPage, "matches">): PlacedRoute => matches.at(-1)?.route;

/**
 * The page of the address, and hidden the one that the viewer is about to open: a click then reveals it. Effects of a hidden page do not run,
 * so it requests nothing. The outlet could not do this, since it renders one page, in a place that would be another one after the click.
 */
export function ConsolePages(): ReactNode {
  const place = useContext(UNSAFE_LocationContext);
  const matches = useContext(UNSAFE_DataRouterStateContext)?.matches ?? [];
  const shown: PlacedPage = { matches, place };
  const route = routeOf(shown);
  const ahead = usePageAhead(route);
  const outlet = useOutlet();
  // The route's code could not be fetched.
  if (!route?.Component) return outlet;
  const pages = ahead && routeOf(ahead) !== route ? [shown, ahead] : [shown];
  return pages.map((page) => (
    <Activity key={routeOf(page)?.id} mode={page === shown ? "visible" : "hidden"}>
      <PageInPlace {...page} />
    </Activity>
  ));
}

/** Keeps its contexts while the address stays the same, so that revealing a page does not render it again. */
function PageInPlace(page: PlacedPage): ReactNode {
  const [kept, setKept] = useState(page);
  const next = isSamePlace(kept.place.location, page.place.location) ? kept : page;
  if (next !== kept) setKept(next);
  const route = useMemo(() => ({ outlet: null, matches: next.matches, isDataRoute: true }), [next]);
  const Page = routeOf(next)?.Component;
  return (
    <UNSAFE_LocationContext value={next.place}>
      <UNSAFE_RouteContext value={route}>
        <PageBoundary location={page.place.location}>{Page && <Page />}</PageBoundary>
      </UNSAFE_RouteContext>
    </UNSAFE_LocationContext>
  );
}

const isSamePlace = (one: Location, other: Location): boolean =>
  one.pathname === other.pathname &&
  one.search === other.search &&
  one.hash === other.hash &&
  one.state === other.state;

/** Milliseconds after which a hidden page that was not opened is given up: what it shows would be old. */
const patience = 30_000;

/** The page ahead as soon as its route can be rendered. The open page is none, so that it is removed, not hidden, when it is left. */
function usePageAhead(open: PlacedRoute): PlacedPage | undefined {
  const path = useStore(pageAhead);
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const [ahead, setAhead] = useState<PlacedPage>();
  useEffect(() => {
    if (path === undefined || !router) return;
    const location = { pathname: path, search: "", hash: "", state: null, key: "ahead" };
    const matches = router.match(location) ?? [];
    if (routeOf({ matches }) === open) {
      pageAhead.set(undefined);
      return;
    }
    const place = { location, navigationType: NavigationType.Push };
    let current = true;
    const timer = setTimeout(() => pageAhead.set(undefined), patience);
    void loadRoutes(matches).then((failures) => {
      if (current && !failures) setAhead({ matches, place });
    });
    return () => {
      current = false;
      clearTimeout(timer);
      setAhead(undefined);
    };
  }, [path, router, open]);
  return ahead;
}
