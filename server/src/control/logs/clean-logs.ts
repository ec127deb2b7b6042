import { setTimeout as sleep } from "node:timers/promises";
import type { LogCleaning } from "@tollgate/contract/logs";
import type { LogRepository } from "../../storage/repositories/log-repository.ts";

export interface LogCleaner {
  /** Deletes every row older than `time`; returns how many when all are deleted. */
  run(time: number): Promise<number>;
  /**
   * Starts such a cleaning, or joins the one of this process that has the same time; returns when it is done, at the
   * latest after `patience` milliseconds, and then with its progress. It continues without its caller. `begin` runs
   * before a new one.
   */
  start(time: number, patience: number, begin: () => Promise<void>): Promise<LogCleaning>;
}

interface Cleaning {
  time: number;
  deleted: number;
  end: Promise<unknown>;
}

const batch = 200;

/**
 * Deletes rows in small batches. Between two of them it pauses as long as the last one took: a booking waits for one
 * batch at most, and a cleaning never takes more than half of the database's time.
 */
export function createLogCleaner(logs: Pick<LogRepository, "deleteBefore">): LogCleaner {
  let running: Cleaning | undefined;

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

  return {
    run: (time) => clean(time, () => {}),

    async start(time, patience, begin) {
      if (running?.time !== time) {
        const mine: Cleaning = { time, deleted: 0, end: Promise.resolve() };
        running = mine;
        mine.end = begin()
          .then(() => clean(time, (deleted) => (mine.deleted = deleted)))
          .finally(() => {
            if (running === mine) running = undefined;
          });
        // The caller may be gone when it fails; waiting callers still get the error.
        mine.end.catch(() => {});
      }
      const current = running;
      const late = Symbol("late");
      const first = await Promise.race([current.end, sleep(patience, late, { ref: false })]);
      return { deleted: current.deleted, done: first !== late };
    },
  };
}
