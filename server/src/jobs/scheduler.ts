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

  async function runInTurn(job: Job): Promise<void> {
    if (running.has(job.name)) return;
    running.add(job.name);
    try {
      const now = clock.now();
      if (await runs.claimTurn(job.name, now, now - job.interval())) await job.run();
    } catch (error) {
      if (!stopped) onError(error);
    } finally {
      running.delete(job.name);
    }
  }

  /** By one query for all jobs: most are not due, and a claim is a write. */
  async function findDue(): Promise<Job[]> {
    const starts = await runs.starts();
    const now = clock.now();
    return jobs.filter((job) => {
      const interval = job.interval();
      const start = starts.get(job.name);
      return interval > 0 && (start === undefined || start <= now - interval || start > now + interval);
    });
  }

  async function look(): Promise<void> {
    if (stopped) return;
    try {
      await Promise.all((await findDue()).map(runInTurn));
    } catch (error) {
      if (!stopped) onError(error);
    }
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
