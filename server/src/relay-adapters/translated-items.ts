import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../platform/clock.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { TranslatedItems } from "../relay/ports.ts";
import type { Database } from "../storage/database.ts";
import { createTranslatedItemRepository } from "../storage/repositories/translated-item-repository.ts";
import { forEachItem, type PackedItems } from "../storage/writer/item-batch.ts";
import type { ItemLimits, ItemWriter } from "../storage/writer/item-store.ts";
import { createItemQueue } from "./item-queue.ts";
import { createItemReader } from "./item-reader.ts";

export interface TranslatedItemDependencies {
  database: Database;
  store: ItemWriter;
  secretBox: SecretBox;
  clock: Clock;
  onError(error: unknown): void;
  /** For tests: limit of one user. */
  limits?: ItemLimits;
}

/** The port, with `close`. */
export interface StoredTranslatedItems extends TranslatedItems {
  /** Writes the pending rows; what the database rejects now is lost. */
  close(): Promise<void>;
}

/** Items are found for seven days, and then deleted (`jobs/prune-items.ts`). */
const itemSeconds = 7 * 86_400;
/** Limit of one user, in rows and in encrypted bytes; the oldest items are deleted. */
const userLimits: ItemLimits = { rows: 4000, bytes: 8 * 1024 * 1024 };
/** A user's items are counted after this many new ones: an eighth may exceed the limit. */
const trimPart = 8;
/** Users whose new items are counted; for others the next item triggers a count. */
const usersMost = 10_000;
/** Characters of a single item's JSON, and of all items of one response. Full-size images exceed it. */
const itemMost = 1024 * 1024;
const answerMost = 2 * itemMost;
const itemsPerAnswer = 500;
/** Waits before an item that another process may be writing is queried again. */
const lookupPauses = [50, 150, 400];

/** Other ids are vendors' own; an invalid one could fail the whole query. */
const plainId = /^[!-~]{1,100}$/;

/** Items of translated responses in the database, encrypted, and those of this process that are still pending. */
export function createTranslatedItems(dependencies: TranslatedItemDependencies): StoredTranslatedItems {
  const { database, store, secretBox, clock, onError, limits = userLimits } = dependencies;
  const reader = createItemReader(createTranslatedItemRepository(database.queries), secretBox);
  /** New items since a user's last count. */
  const added = new Map<number, ItemLimits>();

  /** Users whose items must be counted now that these are added. */
  function usersToTrim(items: PackedItems): number[] {
    const trim = new Set<number>();
    forEachItem(items, (userId, bytes) => {
      const sum = added.get(userId) ?? { rows: 0, bytes: 0 };
      sum.rows += 1;
      sum.bytes += bytes;
      if (!added.has(userId)) {
        trim.add(userId);
        added.set(userId, sum);
      }
      if (sum.rows <= limits.rows / trimPart && sum.bytes <= limits.bytes / trimPart) return;
      trim.add(userId);
      sum.rows = 0;
      sum.bytes = 0;
    });
    for (const userId of added.keys()) {
      if (added.size <= usersMost) break;
      added.delete(userId);
    }
    return [...trim];
  }

  const queue = createItemQueue({
    async write(items) {
      const trim = usersToTrim(items);
      try {
        await store.keepItems(items, trim, limits);
      } catch (error) {
        // They are counted with their next item.
        for (const userId of trim) added.delete(userId);
        throw error;
      }
    },
    limits,
    onError,
  });

  return {
    keep(userId, items) {
      let left = answerMost;
      for (const { id, json, idTime } of items.slice(0, itemsPerAnswer)) {
        if (!plainId.test(id)) continue;
        if (json.length > itemMost || json.length > left) continue;
        left -= json.length;
        queue.add(userId, { id, json, createdAt: clock.now(), idTime });
      }
    },

    async find(userId, named, timeOf) {
      const ids = new Set(named.filter((id) => plainId.test(id)));
      const found = queue.find(userId, ids);
      const since = clock.now() - itemSeconds;
      const missing = (): string[] => [...ids].filter((id) => !found.has(id));
      const add = async (reading: Promise<ReadonlyMap<string, string>>): Promise<void> => {
        try {
          for (const [id, text] of await reading) found.set(id, text);
        } catch (error) {
          onError(error);
        }
      };
      const fresh = (): Map<string, number> => {
        const times = new Map<string, number>();
        for (const id of missing()) {
          const time = timeOf(id);
          if (time !== undefined && time >= since) times.set(id, time);
        }
        return times;
      };
      const times = fresh();
      if (times.size > 0) await add(reader.readByTime(userId, times, since));
      if (missing().length > 0) await add(reader.readById(userId, missing(), since));
      for (const pause of lookupPauses) {
        if (fresh().size === 0) break;
        await sleep(pause);
        await add(reader.readByTime(userId, fresh(), since));
      }
      return found;
    },

    close: () => queue.close(),
  };
}
