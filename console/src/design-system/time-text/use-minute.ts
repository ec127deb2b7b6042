import { useSyncExternalStore } from "react";

const tick = 5000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const minuteNow = (): number => Math.floor(Date.now() / 60_000);

/** The current minute. Renders again when it has passed: for what shows times relative to now. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, minuteNow);
}
