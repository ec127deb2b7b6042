import type { QueryClient } from "@tanstack/react-query";
import type { Screen } from "../../../lib/define-screen";
import { loadNamespace } from "../../../lib/i18n/i18n";
import { session } from "../../../lib/session/session";

/** Fetches a screen's code and texts before it is opened. False after a failure, which shows when the screen is opened. */
export async function prefetchScreen(screen: Screen): Promise<boolean> {
  const parts = await Promise.allSettled([screen.page(), loadNamespace(screen.name)]);
  return parts.every(({ status }) => status === "fulfilled");
}

/** Fetches also what the screen asks for first: the viewer is about to open it. Resolves like `prefetchScreen`. */
export async function prefetchOpening(screen: Screen, client: QueryClient): Promise<boolean> {
  const code = prefetchScreen(screen);
  // Until the second factor is set up, the server rejects what the screen asks for.
  const data = session.user()?.second_factor_due ? undefined : screen.prefetch?.(client);
  await data?.catch(() => undefined);
  return code;
}
