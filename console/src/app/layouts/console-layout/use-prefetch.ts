import { useQueryClient } from "@tanstack/react-query";
import { type DOMAttributes, useRef } from "react";
import type { Screen } from "../../../lib/define-screen";
import { pageAhead } from "./page-ahead";
import { prefetchOpening, prefetchScreen } from "./prefetch-screen";

/** Milliseconds after which a pointer is not just passing over the menu. */
const dwellTime = 65;

type Handlers = Required<
  Pick<DOMAttributes<Element>, "onMouseEnter" | "onMouseLeave" | "onFocus" | "onBlur" | "onPointerDown">
>;

/**
 * Handlers for a link to a screen: its code is fetched when the link is pointed at or focused. When it is likely to be opened, its data is
 * fetched, too, and then it is rendered hidden.
 */
export function usePrefetch(screen: Screen): Handlers {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = (): void => clearTimeout(timer.current);
  const openSoon = (): void => {
    leave();
    void prefetchOpening(screen, client).then((isThere) => isThere && pageAhead.set(screen.path));
  };
  const come = (): void => {
    leave();
    void prefetchScreen(screen);
    timer.current = setTimeout(openSoon, dwellTime);
  };
  return { onMouseEnter: come, onMouseLeave: leave, onFocus: come, onBlur: leave, onPointerDown: openSoon };
}
