import {
  type Blocker,
  type BlockerFunction,
  type DataRouteMatch,
  type DataRouteObject,
  type DataRouter,
  IDLE_BLOCKER,
  IDLE_NAVIGATION,
  type Location,
  matchRoutes,
  type NavigateOptions,
  NavigationType,
  resolvePath,
  type RouteObject,
  type RouterState,
  type To,
  type UNSAFE_createBrowserHistory,
  type UNSAFE_createMemoryHistory,
} from "react-router";
import { loadRoutes, type Prepared, type Redirect, withIds } from "./page-routes";

type History = ReturnType<typeof UNSAFE_createBrowserHistory | typeof UNSAFE_createMemoryHistory>;
type Subscriber = Parameters<DataRouter["subscribe"]>[0];
type Errors = RouterState["errors"];

/** What React Router's components and hooks need of a router here. */
type Used =
  | "basename"
  | "createHref"
  | "createURL"
  | "deleteBlocker"
  | "encodeLocation"
  | "getBlocker"
  | "manifest"
  | "match"
  | "navigate"
  | "routes"
  | "state"
  | "subscribe"
  | "window";

/**
 * Router for React Router's components and hooks, of which the console needs the paths, `lazy`, redirects and blockers.
 * React Router's own is also one for loaders, actions and fetchers, and would be a twentieth of the first page.
 */
export function createPageRouter(routes: readonly RouteObject[], history: History): DataRouter {
  return new PageRouter(routes, history) as Pick<DataRouter, Used> as DataRouter;
}

class PageRouter implements Pick<DataRouter, Used> {
  readonly basename = "/";
  readonly window = undefined;
  readonly manifest: Record<string, DataRouteObject> = {};
  readonly routes: DataRouteObject[];
  state: RouterState;

  readonly #history: History;
  readonly #subscribers = new Set<Subscriber>();
  readonly #shouldBlock = new Map<string, BlockerFunction>();
  /** The last navigation; an earlier one that still waits for code is dropped. */
  #latest: Promise<void> | undefined;
  /** Set while the browser returns to the page whose blocker stopped it. */
  #returned: (() => void) | undefined;

  constructor(routes: readonly RouteObject[], history: History) {
    this.#history = history;
    this.routes = withIds(routes, this.manifest);
    this.state = {
      historyAction: history.action,
      location: history.location,
      matches: this.match(history.location) ?? [],
      initialized: false,
      renderFallback: true,
      navigation: IDLE_NAVIGATION,
      restoreScrollPosition: null,
      preventScrollReset: false,
      revalidation: "idle",
      loaderData: {},
      actionData: null,
      errors: null,
      fetchers: new Map(),
      blockers: new Map(),
    };
    history.listen(({ action, location, delta }) => this.#moved(action, location, delta));
    void this.#go(history.action, history.location);
  }

  match = (location: Partial<Location> | string): DataRouteMatch[] | null =>
    matchRoutes(this.routes, location);

  createHref = (location: Location | URL): string => this.#history.createHref(location);
  createURL = (to: To): URL => this.#history.createURL(to);
  encodeLocation: DataRouter["encodeLocation"] = (to) => this.#history.encodeLocation(to);

  subscribe = (subscriber: Subscriber): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  };

  navigate = async (to: To | number | null, options: NavigateOptions = {}): Promise<void> => {
    if (typeof to === "number") {
      this.#history.go(to);
      return this.#latest;
    }
    const location = this.#locate(to ?? ".", options.state);
    const action = options.replace ? NavigationType.Replace : NavigationType.Push;
    const again = (): void => void this.navigate(to, options);
    if (this.#isBlocked(action, location, again)) return undefined;
    return this.#go(action, location);
  };

  getBlocker = (key: string, shouldBlock: BlockerFunction): Blocker => {
    this.#shouldBlock.set(key, shouldBlock);
    return this.state.blockers.get(key) ?? IDLE_BLOCKER;
  };

  deleteBlocker = (key: string): void => {
    this.#shouldBlock.delete(key);
    this.state.blockers.delete(key);
  };

  #locate(to: To, state: unknown = null): Location {
    const path = this.#history.encodeLocation(resolvePath(to, this.state.location.pathname));
    return { ...path, state, key: Math.random().toString(36).slice(2, 10) };
  }

  /** The browser went back or forward. */
  #moved(action: NavigationType, location: Location, delta: number | null): void {
    if (this.#returned) {
      this.#returned();
      this.#returned = undefined;
      return;
    }
    let returned: Promise<void> | undefined;
    const again = (): void => void returned?.then(() => this.#history.go(delta ?? 0));
    if (delta !== null && this.#isBlocked(action, location, again)) {
      returned = new Promise((resolve) => (this.#returned = resolve));
      this.#history.go(-delta);
      return;
    }
    void this.#go(action, location);
  }

  /** True if a blocker stops the navigation; it then decides whether to go on with `again`. */
  #isBlocked(historyAction: NavigationType, nextLocation: Location, again: () => void): boolean {
    const [key, shouldBlock] = [...this.#shouldBlock].at(-1) ?? [];
    if (key === undefined || this.state.blockers.get(key)?.state === "proceeding") return false;
    if (!shouldBlock?.({ currentLocation: this.state.location, nextLocation, historyAction })) return false;
    const become = (blocker: Blocker): void =>
      this.#update({ blockers: new Map(this.state.blockers).set(key, blocker) });
    const proceed = (): void => {
      become({ state: "proceeding", proceed: undefined, reset: undefined, location: nextLocation });
      again();
    };
    become({ state: "blocked", proceed, reset: () => become(IDLE_BLOCKER), location: nextLocation });
    return true;
  }

  #go(action: NavigationType, location: Location): Promise<void> {
    const matches = this.match(location) ?? [];
    const handle = (matches.at(-1)?.route.handle ?? {}) as Partial<Redirect & Prepared>;
    if (handle.redirectTo !== undefined) {
      // An address that only leads on has no entry of its own in the history.
      const next = action === NavigationType.Pop ? NavigationType.Replace : action;
      return this.#go(next, this.#locate(handle.redirectTo));
    }
    // A changed query of the open page, such as a closed panel, is the page's own matter.
    const isEntered = !this.state.initialized || location.pathname !== this.state.location.pathname;
    if (isEntered && location.search === "") handle.prepare?.();
    const missing = matches.filter(({ route }) => route.lazy);
    if (missing.length === 0) {
      this.#latest = Promise.resolve();
      this.#arrive(action, location, matches, null);
      return this.#latest;
    }
    const historyAction = action;
    const navigation = { ...IDLE_NAVIGATION, state: "loading" as const, location, matches, historyAction };
    if (this.state.initialized) this.#update({ navigation });
    const going: Promise<void> = loadRoutes(missing).then((errors) => {
      if (this.#latest === going) this.#arrive(action, location, matches, errors);
    });
    this.#latest = going;
    return going;
  }

  #arrive(action: NavigationType, location: Location, matches: DataRouteMatch[], errors: Errors): void {
    if (action === NavigationType.Push) this.#history.push(location, location.state);
    if (action === NavigationType.Replace) this.#history.replace(location, location.state);
    const blockers = new Map([...this.state.blockers.keys()].map((key) => [key, IDLE_BLOCKER]));
    const navigation = IDLE_NAVIGATION;
    const shown = { historyAction: action, location, matches, errors, navigation, blockers };
    this.#update({ ...shown, initialized: true, renderFallback: false });
  }

  #update(changes: Partial<RouterState>): void {
    this.state = { ...this.state, ...changes };
    for (const subscriber of this.#subscribers)
      subscriber(this.state, { deletedFetchers: [], newErrors: null, flushSync: false });
  }
}
