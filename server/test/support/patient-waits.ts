import { vi } from "vitest";

/** Milliseconds, as `expect.poll` has in `vitest.config.ts`; these two have no setting. */
const timeout = 15_000;
const marked = vi as typeof vi & { isPatient?: true };

// Files of one process share `vi`: it is changed once.
if (marked.isPatient === undefined) {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (condition, options) =>
    waitFor(condition, typeof options === "number" ? options : { timeout, ...options });
  vi.waitUntil = (condition, options) =>
    waitUntil(condition, typeof options === "number" ? options : { timeout, ...options });
  marked.isPatient = true;
}
