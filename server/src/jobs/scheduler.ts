import type { Clock } from "../platform/clock.ts";
import type { JobRunRepository } from "../storage/repositories/job-run-repository.ts";
import type { Job } from "./job.ts";

export interface SchedulerDependencies {
  jobs: readonly Job[];
  runs: JobRunRepository;
  clock: Clock;
  onError(error: unknown): void;
}

export interface Scheduler {
  /** Starts what is due; resolves when that has ended. Called by the timer and by tests. */
  look(): Promise<void>;
  /** Starts no further job. Running ones are not awaited: they end when their database closes. */
  stop(): void;
}

const lookMilliseconds = 20_000;

/**
 * Starts jobs when they are due. Every process checks; the database lets one of them take each turn, and a turn that
 * was taken is due again an interval later, even if its process died. A job that outlasts its interval is not started
 * twice in one process.
 */
export function startScheduler({ jobs, runs, clock, onError }: SchedulerDependencies): Scheduler {
  const running = new Set<string>();
  let stopped = false;

  async function lookAt(job: Job): Promise<void> {
    const interval = job.interval();
    if (interval <= 0 || running.has(job.name)) return;
    running.add(job.name);
    try {
      const now = clock.now();
      if (await runs.claimTurn(job.name, now, now - interval)) await job.run();
    } catch (error) {
      if (!stopped) onError(error);
    } finally {
      running.delete(job.name);
    }
  }

  async function look(): Promise<void> {
    if (!stopped) await Promise.all(jobs.map(lookAt));
  }

  const timer = setInterval(() => void look(), lookMilliseconds);
  timer.unref();
  return {
    look,
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
