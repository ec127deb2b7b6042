import { setTimeout as sleep } from "node:timers/promises";
import type { LogCleaning } from "@tollgate/contract/logs";
import type { LogRepository } from "../../storage/repositories/log-repository.ts";

export interface LogCleaner {
  /** Deletes every row older than `time`; returns how many when all are deleted. */
  run(time: number): Promise<number>;
  /**
   * Starts such a cleaning, or joins the one of this process that was requested with the same time; returns when it is
   * done, at the latest after `patience` milliseconds, and then with its progress. It continues without its caller.
   * `begin` runs before a new one and returns the time that rows are older than.
   */
  start(requested: number, patience: number, begin: () => Promise<number>): Promise<LogCleaning>;
}

interface Cleaning {
  deleted: number;
  end: Promise<unknown>;
}

const batch = 200;

/**
 * Deletes rows in small batches. Between two of them it pauses as long as the last one took: a booking waits for one
 * batch at most, and cleanings, which run one after the other, never take more than half of the database's time.
 */
export function createLogCleaner(logs: Pick<LogRepository, "deleteBefore">): LogCleaner {
  /** By requested time. */
  const cleanings = new Map<number, Cleaning>();
  let last: Promise<unknown> = Promise.resolve();

  async function clean(time: number, report: (deleted: number) => void): Promise<number> {
    let deleted = 0;
    for (;;) {
      const startedAt = performance.now();
      const count = await logs.deleteBefore(time, batch);
      deleted += count;
      report(deleted);
      if (count < batch) return deleted;
      await sleep(performance.now() - startedAt);
    }
  }

  /** Cleans after all earlier cleanings have ended. */
  function cleanInTurn(time: number, report: (deleted: number) => void): Promise<number> {
    const mine = last.then(() => clean(time, report));
    last = mine.catch(() => {});
    return mine;
  }

  function startNew(requested: number, begin: () => Promise<number>): Cleaning {
    const mine: Cleaning = { deleted: 0, end: Promise.resolve() };
    cleanings.set(requested, mine);
    mine.end = begin()
      .then((time) => cleanInTurn(time, (deleted) => (mine.deleted = deleted)))
      .finally(() => cleanings.delete(requested));
    // The caller may be gone when it fails; waiting callers still get the error.
    mine.end.catch(() => {});
    return mine;
  }

  return {
    run: (time) => cleanInTurn(time, () => {}),

    async start(requested, patience, begin) {
      const current = cleanings.get(requested) ?? startNew(requested, begin);
      const late = Symbol("late");
      const first = await Promise.race([current.end, sleep(patience, late, { ref: false })]);
      return { deleted: current.deleted, done: first !== late };
    },
  };
}
