/**
 * `node --import watch-loop.ts …`: measures the event loop delay of a process and responds to its parent's `read-
 * loop`.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

// Threads of the process inherit the import.
if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on("message", (message) => {
    if (message !== "read-loop") return;
    const milliseconds = (nanoseconds: number): number => Number((nanoseconds / 1e6).toFixed(1));
    process.send?.({
      p50: milliseconds(delay.percentile(50)),
      p99: milliseconds(delay.percentile(99)),
      longest: milliseconds(delay.max),
    });
    delay.reset();
  });
  // The watcher must not keep the process alive.
  process.channel?.unref();
}
