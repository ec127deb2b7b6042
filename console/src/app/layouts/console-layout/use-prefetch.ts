import { useQueryClient } from "@tanstack/react-query";
import { type DOMAttributes, useRef } from "react";
import type { Screen } from "../../../lib/define-screen";
import { openAhead, prefetchScreen } from "./prefetch-screen";

/** Milliseconds without a movement, and on the entry in all, after which a pointer is not just passing over the menu. */
const restTime = 25;
const dwellTime = 65;

type Timer = ReturnType<typeof setTimeout>;
type Handlers = Required<
  Pick<
    DOMAttributes<Element>,
    "onMouseEnter" | "onMouseMove" | "onMouseLeave" | "onFocus" | "onBlur" | "onPointerDown"
  >
>;

/**
 * Handlers for a link to a screen: its code is fetched when the link is pointed at or focused. When it is likely to be opened, its data is
 * fetched, too, and then it is rendered hidden.
 */
export function usePrefetch(screen: Screen): Handlers {
  const client = useQueryClient();
  const dwell = useRef<Timer>(undefined);
  const rest = useRef<Timer>(undefined);
  const leave = (): void => {
    clearTimeout(dwell.current);
    clearTimeout(rest.current);
    dwell.current = undefined;
  };
  const openSoon = (): void => {
    leave();
    void openAhead(screen, client);
  };
  const come = (): void => {
    leave();
    void prefetchScreen(screen);
    dwell.current = setTimeout(openSoon, dwellTime);
  };
  const move = (): void => {
    if (dwell.current === undefined) return;
    clearTimeout(rest.current);
    rest.current = setTimeout(openSoon, restTime);
  };
  const arrive = (): void => {
    come();
    move();
  };
  return {
    onMouseEnter: arrive,
    onMouseMove: move,
    onMouseLeave: leave,
    onFocus: come,
    onBlur: leave,
    onPointerDown: openSoon,
  };
}
