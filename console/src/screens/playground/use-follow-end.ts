import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Conversation } from "./conversation";

/** Pixels from the end within which the reader counts as reading along. */
const nearEnd = 120;

/** Keeps the end of a growing conversation in view while the reader is there; who scrolled up is left alone. */
export function useFollowEnd({ id, turns }: Conversation): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  useEffect(() => {
    const onScroll = (): void => {
      const { scrollHeight, clientHeight } = document.documentElement;
      following.current = scrollHeight - clientHeight - window.scrollY < nearEnd;
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);
  // A prompt that was just sent is looked at, wherever the page was.
  const last = turns.at(-1)?.id;
  useLayoutEffect(() => {
    following.current = true;
  }, [id, last]);
  useLayoutEffect(() => {
    if (following.current && turns.length > 0) end.current?.scrollIntoView({ block: "end" });
  }, [turns]);
  return end;
}
