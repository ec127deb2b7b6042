/**
 * Collects all garbage of the calling thread and returns the pages to the system, with code that has not run for a while.
 * Only a process that `npm start` started exposes the collector; elsewhere nothing happens.
 */
export function collectGarbage(): void {
  // A regular collection keeps the empty pages and the code.
  globalThis.gc?.({ type: "major", flavor: "last-resort", execution: "sync" });
}
