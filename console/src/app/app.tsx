import { CacheProvider } from "@emotion/react";
import type { QueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { UNSAFE_createBrowserHistory } from "react-router";
import { RouterProvider } from "react-router/dom";
import { styleCache } from "../design-system/theme/style-cache";
import { createPageRouter } from "./page-router";
import { Providers } from "./providers";
import { routesOf } from "./router";
import { screens } from "./screens";

/** The whole console. The router starts fetching immediately, so the texts must be initialized first. */
export function createApp(queryClient: QueryClient): ReactElement {
  const router = createPageRouter(routesOf(screens, queryClient), UNSAFE_createBrowserHistory());
  return (
    <CacheProvider value={styleCache}>
      <Providers queryClient={queryClient}>
        <RouterProvider router={router} />
      </Providers>
    </CacheProvider>
  );
}
