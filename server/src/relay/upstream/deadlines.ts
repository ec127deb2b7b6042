/** Something that must be over at `deadline` (milliseconds of `performance.now()`). */
export interface Watched {
  deadline: number;
  /** Its place in the list; kept by `Deadlines`. -1: not watched. */
  watchedAt: number;
  onDeadline(): void;
}

export interface Deadlines {
  watch(item: Watched): void;
  release(item: Watched): void;
  stop(): void;
}

const stepMilliseconds = 100;

/**
 * One coarse timer for all calls, instead of several timers for each: a deadline is met within a tenth of a second. The list
 * is an array whose last item fills a gap. A Set would do, but under this churn its outgrown tables keep finished calls
 * reachable until the next major collection, at a fifth of the relay's processor time.
 */
export function createDeadlines(): Deadlines {
  const items: (Watched | undefined)[] = [];
  let count = 0;

  function release(item: Watched): void {
    const place = item.watchedAt;
    if (place === -1) return;
    count -= 1;
    const last = items[count];
    items[place] = last;
    if (last) last.watchedAt = place;
    items[count] = undefined;
    item.watchedAt = -1;
  }

  const timer = setInterval(() => {
    const now = performance.now();
    // Backwards, because an item that leaves is replaced by the last one.
    for (let i = count - 1; i >= 0; i--) {
      const item = items[i];
      if (!item || item.deadline > now) continue;
      release(item);
      item.onDeadline();
    }
  }, stepMilliseconds);
  timer.unref();

  return {
    watch(item) {
      item.watchedAt = count;
      items[count] = item;
      count += 1;
    },
    release,
    stop: () => clearInterval(timer),
  };
}
