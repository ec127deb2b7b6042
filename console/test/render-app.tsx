import type { User } from "@tollgate/contract/users";
import type { QueryClient } from "@tanstack/react-query";
import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { type RouteObject, UNSAFE_createMemoryHistory, useLocation } from "react-router";
import { RouterProvider } from "react-router/dom";
import { createPageRouter } from "../src/app/page-router";
import { Providers } from "../src/app/providers";
import { screens } from "../src/app/screens";
import { loadWidgetTexts, registerTexts } from "../src/app/texts";
import type { Screen } from "../src/lib/define-screen";
import { changeLanguage, i18n, loadNamespace, startI18n } from "../src/lib/i18n/i18n";
import type { Language } from "../src/lib/i18n/languages";
import { createQueryClient } from "../src/lib/query-client";
import { session } from "../src/lib/session/session";

export interface RenderOptions {
  /** Initial address, with query. */
  url?: string;
  /** Who is signed in; no one if absent. */
  user?: User;
  language?: Language;
  /** With the rules of styles, for a test of positions. */
  styled?: boolean;
  /** Screens whose texts are needed, when a part of one is rendered alone. */
  namespaces?: string[];
}

export interface RenderedApp {
  /** Acts as the person in front of the screen. */
  person: UserEvent;
  queryClient: QueryClient;
  /** Path and query now. */
  location: () => string;
  goBack: () => Promise<void>;
}

const styles = createCache({ key: "css" });
/** Class names without their rules, which take a quarter of a test's time: most tests only read and click. */
const noStyles = createCache({ key: "bare" });
noStyles.insert = (_selector, serialized, _sheet, shouldCache) => {
  if (shouldCache) noStyles.inserted[serialized.name] = true;
};

let started = false;

async function prepareTexts(options: RenderOptions): Promise<void> {
  if (!started) {
    registerTexts(screens);
    await startI18n();
    started = true;
    // A key that reaches the screen is a missing text.
    i18n.options.parseMissingKeyHandler = (key) => {
      throw new Error(`Missing text: ${key}`);
    };
  }
  await changeLanguage(options.language ?? "en_US");
  await loadWidgetTexts();
  await Promise.all((options.namespaces ?? []).map(loadNamespace));
}

async function renderRoutes(
  routesFor: (client: QueryClient) => RouteObject[],
  options: RenderOptions,
): Promise<RenderedApp> {
  await prepareTexts(options);
  if (options.user) session.begin(options.user);
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  const history = UNSAFE_createMemoryHistory({ initialEntries: [options.url ?? "/"] });
  const router = createPageRouter(routesFor(queryClient), history);
  render(
    <CacheProvider value={options.styled ? styles : noStyles}>
      <Providers queryClient={queryClient}>
        <RouterProvider router={router} />
      </Providers>
    </CacheProvider>,
  );
  return {
    person: userEvent.setup(),
    queryClient,
    location: () => `${router.state.location.pathname}${router.state.location.search}`,
    goBack: () => router.navigate(-1) as Promise<void>,
  };
}

/** Renders a screen as its passport declares it, without the shell. Other addresses show their own path. */
export async function renderScreen(screen: Screen, options: RenderOptions = {}): Promise<RenderedApp> {
  const Page = await screen.page();
  return renderRoutes(
    () => [
      { path: screen.path, element: <Page /> },
      { path: "*", element: <Elsewhere /> },
    ],
    { url: screen.path, ...options, namespaces: [screen.name, ...(options.namespaces ?? [])] },
  );
}

/** Renders any element inside the app's providers and a router. */
export async function renderApp(element: ReactElement, options: RenderOptions = {}): Promise<RenderedApp> {
  return renderRoutes(() => [{ path: "*", element }], options);
}

/** Renders given routes, e.g. the app's own. */
export const renderWithRoutes = renderRoutes;

function Elsewhere() {
  return <p>at {useLocation().pathname}</p>;
}
