import type { ReactElement } from "react";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { createQueryClient } from "../lib/query-client";
import { Providers } from "./providers";
import { routesOf } from "./router";
import { screens } from "./screens";

/** The whole console. The router starts fetching immediately, so the texts must be initialized first. */
export function createApp(): ReactElement {
  const router = createBrowserRouter(routesOf(screens));
  return (
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>
  );
}
