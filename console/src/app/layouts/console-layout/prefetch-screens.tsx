import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Screen } from "../../../lib/define-screen";
import { session, useSession } from "../../../lib/session/session";
import { navigationFor } from "../../navigation";
import { prefetchScreen } from "./prefetch-screen";

/** Milliseconds without a request after which the first page is complete, and being read. */
const quietTime = 1000;

/**
 * Fetches the code of the menu's screens while the viewer reads the first page, one in each idle moment. Browsers without idle callbacks
 * (Safari) and viewers who save data fetch it when they point at an entry.
 */
export function PrefetchScreens({ screens }: { screens: readonly Screen[] }): null {
  const role = useSession()?.role;
  const quiet = useIsFetching() === 0;
  const begun = useRef(false);
  useEffect(() => {
    if (!quiet || begun.current || !("requestIdleCallback" in window) || savesData()) return;
    const timer = setTimeout(() => {
      begun.current = true;
      void prefetchInTurn(menuScreens(screens, role));
    }, quietTime);
    return () => clearTimeout(timer);
  }, [quiet, screens, role]);
  return null;
}

async function prefetchInTurn(screens: readonly Screen[]): Promise<void> {
  for (const screen of screens) {
    await new Promise((resolve) => window.requestIdleCallback(resolve));
    if (!session.user()) return;
    await prefetchScreen(screen);
  }
}

function menuScreens(screens: readonly Screen[], role: number | undefined): Screen[] {
  return navigationFor(screens, role)
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => (entry.kind === "screen" ? [entry.screen] : entry.screens))
    .filter(({ menu }) => !menu?.disabled && !menu?.href);
}

/** Chromium only; other browsers have no such setting. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}
