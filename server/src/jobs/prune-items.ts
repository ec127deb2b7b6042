import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../platform/clock.ts";
import {
  itemTables,
  type TranslatedItemRepository,
} from "../storage/repositories/translated-item-repository.ts";
import type { Job } from "./job.ts";

/** As long as the relay uses them (`relay-adapters/translated-items.ts`). */
const itemSeconds = 7 * 86_400;
/** Bytes of all users' items together: beyond it the oldest are deleted early. */
const totalMost = 2 * 1024 ** 3;
const batch = 500;

/** Deletes expired items of translated responses in small batches, pausing between them as `prune-origins.ts` does. */
export function pruneItems(
  items: Pick<TranslatedItemRepository, "deleteBefore" | "deleteOldest" | "totalBytes">,
  clock: Clock,
  bytesMost = totalMost,
): Job {
  return {
    name: "prune-items",
    interval: () => 3600,
    async run() {
      const time = clock.now() - itemSeconds;
      for (const table of itemTables)
        while ((await withPause(() => items.deleteBefore(table, time, batch))) === batch);
      for (;;) {
        const [single = 0, grouped = 0] = await Promise.all(
          itemTables.map((table) => items.totalBytes(table)),
        );
        if (single + grouped <= bytesMost) break;
        const larger = single > grouped ? "translated_items" : "translated_item_groups";
        if ((await withPause(() => items.deleteOldest(larger, batch))) === 0) break;
      }
    },
  };
}

async function withPause(work: () => Promise<number>): Promise<number> {
  const startedAt = performance.now();
  const count = await work();
  await sleep(performance.now() - startedAt);
  return count;
}
