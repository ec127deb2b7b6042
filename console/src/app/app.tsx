import type { QueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { Providers } from "./providers";
import { routesOf } from "./router";
import { screens } from "./screens";

/** The whole console. The router starts fetching immediately, so the texts must be initialized first. */
export function createApp(queryClient: QueryClient): ReactElement {
  const router = createBrowserRouter(routesOf(screens));
  return (
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  );
}
