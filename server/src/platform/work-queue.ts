import { AppError } from "./app-error.ts";

export interface WorkQueueLimits {
  /** Number of tasks that run concurrently. */
  running: number;
  /** Number of tasks that may wait for their turn. */
  waiting: number;
  /** `Retry-After` while the queue is full. */
  retrySeconds: number;
}

/** Runs work in order of arrival. @throws AppError server.busy without running the work if the queue is full */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Bounds expensive work: a flood of it fills the queue and then fails fast, while memory and other work are unaffected.
 */
export function createWorkQueue(limits: WorkQueueLimits): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  function release(): void {
    const next = waiting.shift();
    // The slot passes on, so that new tasks cannot overtake waiting ones.
    if (next) next();
    else running -= 1;
  }

  return async (work) => {
    if (running < limits.running) running += 1;
    else if (waiting.length < limits.waiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new AppError("server.busy", { params: { seconds: limits.retrySeconds } });
    try {
      return await work();
    } finally {
      release();
    }
  };
}
