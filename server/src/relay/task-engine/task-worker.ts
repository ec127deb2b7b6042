import { notifyCallers } from "./notify-callers.ts";
import { createTaskPoller, type PollerDependencies } from "./poll-tasks.ts";

/** Background work: queries about tasks, and callbacks to callers. */
export interface TaskWorker {
  start(): void;
  /** Looks for due tasks now. */
  wake(): void;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
}

const noticeMilliseconds = 1000;

export function createTaskWorker(dependencies: PollerDependencies): TaskWorker {
  const poller = createTaskPoller(dependencies);
  let timer: NodeJS.Timeout | undefined;
  let notifying: Promise<void> | undefined;

  function notify(): void {
    notifying ??= notifyCallers(dependencies, dependencies.processId)
      .catch(dependencies.onError)
      .finally(() => {
        notifying = undefined;
      });
  }

  return {
    start() {
      poller.start();
      timer = setInterval(notify, noticeMilliseconds);
      timer.unref();
    },
    wake: () => poller.wake(),
    async stop() {
      clearInterval(timer);
      await Promise.all([poller.stop(), notifying]);
    },
  };
}
