/** Something that must be over at `deadline` (milliseconds of `performance.now()`). */
export interface Watched {
  deadline: number;
  onDeadline(): void;
}

export interface Deadlines {
  watch(item: Watched): void;
  release(item: Watched): void;
  stop(): void;
}

const stepMilliseconds = 100;

/** One coarse timer for all calls, instead of several timers for each: a deadline is met within a tenth of a second. */
export function createDeadlines(): Deadlines {
  const items = new Set<Watched>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const item of items) {
      if (item.deadline > now) continue;
      items.delete(item);
      item.onDeadline();
    }
  }, stepMilliseconds);
  timer.unref();
  return {
    watch: (item) => void items.add(item),
    release: (item) => void items.delete(item),
    stop: () => clearInterval(timer),
  };
}
