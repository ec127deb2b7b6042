import type { ComponentType } from "react";
import { redirect, type RouteObject } from "react-router";
import type { Screen } from "../lib/define-screen";
import { loadNamespace } from "../lib/i18n/i18n";
import { session } from "../lib/session/session";
import { CrashPage } from "./crash-page";
import { Guard } from "./guards";
import { BareLayout } from "./layouts/bare-layout/bare-layout";
import { LatePage } from "./late-page";
import { loadPart } from "./load-page";
import { paths } from "./paths";
import { RootPage, Splash } from "./root-page";
import { loadWidgetTexts } from "./texts";

/** Fetches a screen's code and texts together; also used ahead of need, when the pointer rests on its menu entry. */
export async function loadScreen(screen: Screen): Promise<ComponentType> {
  const [page] = await Promise.all([screen.page(), loadNamespace(screen.name)]);
  return page;
}

/**
 * The page, or one that tries again. The router must not see the failure itself: it would take the route for one that is
 * still loading and draw nothing at all.
 */
async function pageOrRetry(load: () => Promise<ComponentType>): Promise<ComponentType> {
  try {
    return await loadPart(load);
  } catch (cause) {
    return () => <LatePage load={load} cause={cause} />;
  }
}

function screenRoute(screen: Screen, path: string = screen.path): RouteObject {
  return {
    path,
    errorElement: <CrashPage />,
    lazy: async () => {
      const Page = await pageOrRetry(() => loadScreen(screen));
      const page = (
        <Guard access={screen.access}>
          <Page />
        </Guard>
      );
      return { Component: () => (screen.layout === "bare" ? <BareLayout>{page}</BareLayout> : page) };
    },
  };
}

/** The console's part of the addresses: the shell is fetched when one of them is first visited. */
function consoleRoute(screens: readonly Screen[]): RouteObject {
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
      { index: true, loader: () => redirect(paths.dashboard) },
      ...screens.flatMap((screen) =>
        [screen.path, ...(screen.aliases ?? [])].map((path) => screenRoute(screen, path)),
      ),
      { path: "*", loader: () => redirect(paths.panelNotFound) },
    ],
  };
}

/** All routes, made from the screens' passports. */
export function routesOf(screens: readonly Screen[]): RouteObject[] {
  const bare = screens.filter((screen) => screen.layout === "bare");
  const inside = screens.filter((screen) => screen.layout !== "bare");
  const notFound = bare.find((screen) => screen.name === "not-found");
  const hasHome = screens.some((screen) => screen.path === paths.base);
  return [
    {
      element: <RootPage screens={screens} />,
      errorElement: <CrashPage />,
      hydrateFallbackElement: <Splash />,
      children: [
        ...(hasHome
          ? []
          : [{ path: paths.base, loader: () => redirect(session.user() ? paths.panel : paths.login) }]),
        ...bare.map((screen) => screenRoute(screen)),
        consoleRoute(inside),
        ...(notFound ? [screenRoute(notFound, "*")] : []),
      ],
    },
  ];
}
