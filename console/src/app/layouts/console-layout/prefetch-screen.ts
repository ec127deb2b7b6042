import type { QueryClient } from "@tanstack/react-query";
import type { Screen } from "../../../lib/define-screen";
import { loadNamespace } from "../../../lib/i18n/i18n";
import { session } from "../../../lib/session/session";
import { pageAhead } from "./page-ahead";

/** Fetches a screen's code and texts before it is opened. False after a failure, which shows when the screen is opened. */
export async function prefetchScreen(screen: Screen): Promise<boolean> {
  const parts = await Promise.allSettled([screen.page(), loadNamespace(screen.name)]);
  return parts.every(({ status }) => status === "fulfilled");
}

/** The screen that the viewer pointed at last. */
let likely: Screen | undefined;

/** Fetches what a screen asks for first, since the viewer is about to open it, and then has it rendered hidden. */
export async function openAhead(screen: Screen, client: QueryClient): Promise<void> {
  likely = screen;
  const code = prefetchScreen(screen);
  // Until the second factor is set up, the server rejects what the screen asks for.
  const data = session.user()?.second_factor_due ? undefined : screen.prefetch?.(client);
  await data?.catch(() => undefined);
  if ((await code) && likely === screen) pageAhead.set(screen.path);
}
