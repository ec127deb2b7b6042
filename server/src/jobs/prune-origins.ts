import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../platform/clock.ts";
import type { ResponseOriginRepository } from "../storage/repositories/response-origin-repository.ts";
import type { Job } from "./job.ts";

/** As long as the relay believes in them (`relay/routing/bindings.ts`). */
const keptSeconds = 30 * 86_400;
const batch = 500;

/**
 * Forgets whose a state was when upstreams forget the state. In small batches, between which it rests as long as the last one took, so that
 * whoever books calls meanwhile waits for one batch at most.
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
