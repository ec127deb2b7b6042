import { useEffect, useState } from "react";

/** Whole seconds that are left, counted by the clock and not by ticks, which tabs in the background lose. */
export function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (until === 0) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) setUntil(0);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return {
    seconds,
    start(length) {
      setNow(Date.now());
      setUntil(Date.now() + length * 1000);
    },
  };
}
