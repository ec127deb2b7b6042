import type { QueryClient } from "@tanstack/react-query";
import { hasAccess } from "@tollgate/contract/access";
import type { ComponentType } from "react";
import { Outlet, type RouteObject } from "react-router";
import type { Screen } from "../lib/define-screen";
import { loadNamespace } from "../lib/i18n/i18n";
import { session } from "../lib/session/session";
import { CrashPage } from "./crash-page";
import { Guard } from "./guards";
import { PublicLayout } from "./layouts/public-layout/public-layout";
import { LatePage } from "./late-page";
import { loadPart } from "./load-page";
import { type Prepared, redirectTo } from "./page-routes";
import { paths } from "./paths";
import { RootPage, Splash } from "./root-page";
import { loadWidgetTexts } from "./texts";

/** The widgets' texts: the console's shell has them already, and the sign-in page needs few of them. */
function textsBeside(screen: Screen): Promise<void> | undefined {
  if (isInConsole(screen)) return undefined;
  return screen.path === paths.login ? loadNamespace("sign-in-methods") : loadWidgetTexts();
}

/** Fetches a screen's code and texts together. */
async function loadScreen(screen: Screen): Promise<ComponentType> {
  const [page] = await Promise.all([screen.page(), loadNamespace(screen.name), textsBeside(screen)]);
  return page;
}

/**
 * The page, or one that retries. The router must not see the failure itself: it would treat the route as
 * still loading and render nothing.
 */
async function pageOrRetry(load: () => Promise<ComponentType>): Promise<ComponentType> {
  try {
    return await loadPart(load);
  } catch (cause) {
    return () => <LatePage load={load} cause={cause} />;
  }
}

/** What the page asks for first is fetched while it is rendered, where its guard will admit the viewer. */
function preparedBy(screen: Screen, client: QueryClient): Prepared {
  return {
    prepare: () => {
      const user = session.user();
      if (!hasAccess(user?.role, screen.access) || user?.second_factor_due) return;
      // A failure shows when the page asks itself.
      screen.prefetch?.(client).catch(() => undefined);
    },
  };
}

function screenRoute(screen: Screen, client: QueryClient, path: string = screen.path): RouteObject {
  return {
    path,
    handle: preparedBy(screen, client),
    errorElement: <CrashPage />,
    lazy: async () => {
      const Page = await pageOrRetry(() => loadScreen(screen));
      const page = (
        <Guard access={screen.access}>
          <Page />
        </Guard>
      );
      return { Component: () => page };
    },
  };
}

/** The playground's public address redirects to the playground in the console. */
const playgroundRedirect: RouteObject = {
  path: paths.playground,
  handle: redirectTo(paths.panelPlayground),
};

/** The console's part of the addresses: the shell is fetched when one of them is first visited. */
function consoleRoute(screens: readonly Screen[], client: QueryClient): RouteObject {
  return {
    path: paths.panel,
    errorElement: <CrashPage />,
    lazy: async () => {
      const Layout = await pageOrRetry(async () => {
        const [{ ConsoleLayout }] = await Promise.all([
          import("./layouts/console-layout/console-layout"),
          loadWidgetTexts(),
        ]);
        return () => <ConsoleLayout screens={screens} />;
      });
      const guarded = () => (
        <Guard access="user">
          <Layout />
        </Guard>
      );
      return { Component: guarded };
    },
    children: [
      { index: true, handle: redirectTo(paths.dashboard) },
      ...screens.flatMap((screen) =>
        [screen.path, ...(screen.aliases ?? [])].map((path) => screenRoute(screen, client, path)),
      ),
      { path: "*", handle: redirectTo(paths.panelNotFound) },
    ],
  };
}

/** The public site: one bar over all of its pages, the footer under those that are there to be read. */
function publicRoute(
  screens: readonly Screen[],
  client: QueryClient,
  layout: "public" | "bare",
): RouteObject {
  const shown = screens.filter((screen) => screen.layout === layout);
  const notFound = shown.find((screen) => screen.name === "not-found");
  return {
    element: (
      <PublicLayout screens={screens} footer={layout === "public"}>
        <Outlet />
      </PublicLayout>
    ),
    errorElement: <CrashPage />,
    children: [
      ...shown.flatMap((screen) =>
        [screen.path, ...(screen.aliases ?? [])].map((path) => screenRoute(screen, client, path)),
      ),
      ...(notFound ? [screenRoute(notFound, client, "*")] : []),
    ],
  };
}

/** All routes, made from the screens' passports. */
export function routesOf(screens: readonly Screen[], client: QueryClient): RouteObject[] {
  return [
    {
      element: <RootPage screens={screens} />,
      errorElement: <CrashPage />,
      hydrateFallbackElement: <Splash />,
      children: [
        playgroundRedirect,
        publicRoute(screens, client, "public"),
        publicRoute(screens, client, "bare"),
        consoleRoute(screens.filter(isInConsole), client),
      ],
    },
  ];
}

function isInConsole(screen: Screen): boolean {
  return screen.layout === undefined || screen.layout === "console";
}
