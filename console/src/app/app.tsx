import { CacheProvider } from "@emotion/react";
import type { QueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { type DataRouter, UNSAFE_createBrowserHistory } from "react-router";
import { RouterProvider } from "react-router/dom";
import { styleCache } from "../design-system/theme/style-cache";
import { createPageRouter } from "./page-router";
import { Providers } from "./providers";
import { routesOf } from "./router";
import { screens } from "./screens";

export interface App {
  element: ReactElement;
  /** Resolves when the code of the first page has come, or failed to. */
  hasPage: Promise<void>;
}

/** The whole console. The router starts fetching immediately, so the texts must be initialized first. */
export function createApp(queryClient: QueryClient): App {
  const router = createPageRouter(routesOf(screens, queryClient), UNSAFE_createBrowserHistory());
  const element = (
    <CacheProvider value={styleCache}>
      <Providers queryClient={queryClient}>
        <RouterProvider router={router} />
      </Providers>
    </CacheProvider>
  );
  return { element, hasPage: firstPage(router) };
}

function firstPage(router: DataRouter): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
