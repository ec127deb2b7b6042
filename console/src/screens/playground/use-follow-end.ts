import { useEffect, useLayoutEffect, useRef } from "react";
import type { Conversation } from "./conversation";

/** Pixels from the end within which the reader counts as reading along. */
const nearEnd = 120;

/** Keeps the end of a growing conversation in view unless the user scrolled up. */
export function useFollowEnd({ id, turns }: Conversation): void {
  const following = useRef(true);
  useEffect(() => {
    let before = window.scrollY;
    const onScroll = (): void => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const upwards = window.scrollY < before;
      before = window.scrollY;
      if (scrollHeight - clientHeight - before < nearEnd) following.current = true;
      // Only the reader scrolls up; the page alone grows away from its end.
      else if (upwards) following.current = false;
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);
  // Scrolls to a prompt that was just sent.
  const last = turns.at(-1)?.id;
  useLayoutEffect(() => {
    following.current = true;
  }, [id, last]);
  useLayoutEffect(() => {
    if (following.current && turns.length > 0)
      window.scrollTo({ top: document.documentElement.scrollHeight });
  }, [turns]);
}
