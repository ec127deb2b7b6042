import type { QueryClient } from "@tanstack/react-query";
import type { Screen } from "../../../lib/define-screen";
import { loadNamespace } from "../../../lib/i18n/i18n";
import { session } from "../../../lib/session/session";

/** Fetches a screen's code and texts before it is opened; a failure shows when the screen is opened. */
export async function prefetchScreen(screen: Screen): Promise<void> {
  await Promise.all([screen.page(), loadNamespace(screen.name)]).catch(() => undefined);
}

/** Fetches also what the screen asks for first: the viewer is about to open it. */
export async function prefetchOpening(screen: Screen, client: QueryClient): Promise<void> {
  const code = prefetchScreen(screen);
  // Until the second factor is set up, the server rejects what the screen asks for.
  const data = session.user()?.second_factor_due ? undefined : screen.prefetch?.(client);
  await Promise.all([code, data]).catch(() => undefined);
}
