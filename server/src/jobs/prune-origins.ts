import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../platform/clock.ts";
import type { ResponseOriginRepository } from "../storage/repositories/response-origin-repository.ts";
import type { Job } from "./job.ts";

/** As long as the relay uses them (`relay/routing/bindings.ts`). */
const keptSeconds = 30 * 86_400;
const batch = 500;

/**
 * Deletes the origin of a state when upstreams delete the state. In small batches, with pauses as long as the last
 * batch took, so that a booking waits for one batch at most.
 */
export function pruneOrigins(origins: Pick<ResponseOriginRepository, "deleteBefore">, clock: Clock): Job {
  return {
    name: "prune-origins",
    interval: () => 3600,
    async run() {
      const time = clock.now() - keptSeconds;
      for (;;) {
        const startedAt = performance.now();
        if ((await origins.deleteBefore(time, batch)) < batch) return;
        await sleep(performance.now() - startedAt);
      }
    },
  };
}
