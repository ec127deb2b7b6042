import { useEffect, useState } from "react";

/** Whole seconds until a moment (epoch seconds), 0 once it has passed. Counted by the clock: tabs in the background lose ticks. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil(moment - now / 1000));
  const over = left === 0;
  useEffect(() => {
    if (over) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [over]);
  return left;
}

/** `59:04`, `1:02:03`. */
export function clockText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const tail = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return minutes < 60 ? tail : `${Math.floor(minutes / 60)}:${tail}`;
}
