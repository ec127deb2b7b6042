/** Of the pages that call this with one name, one at a time runs `work`, until `signal` is aborted. */
export function leadTab(
  name: string,
  work: () => Promise<void>,
  signal: AbortSignal,
  locks: Pick<LockManager, "request"> | undefined = navigator.locks,
): void {
  // Pages without TLS have no Web Locks: each of them is its own leader.
  if (!locks) {
    void work();
    return;
  }
  // Aborted while it waits for its turn: nothing to do.
  void locks.request(name, { signal }, work).catch(() => {});
}
