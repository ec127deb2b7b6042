import type { Selectable } from "kysely";
import type { Queries } from "../database.ts";
import type { TranslatedItemsTable } from "../tables/translated-items.ts";

export type TranslatedItemRow = Selectable<TranslatedItemsTable>;
export type TranslatedItemRepository = ReturnType<typeof createTranslatedItemRepository>;

/** Reads and deletes; the writer thread writes rows (`writer/item-store.ts`). */
export function createTranslatedItemRepository(queries: Queries) {
  const deleteOldest = async (before: number | undefined, limit: number): Promise<number> => {
    let oldest = queries.selectFrom("translated_items").select(["user_id", "id"]);
    if (before !== undefined) oldest = oldest.where("created_at", "<", before);
    const rows = oldest.orderBy("created_at").limit(limit);
    const result = await queries
      .deleteFrom("translated_items")
      .where((eb) => eb(eb.refTuple("user_id", "id"), "in", rows.$asTuple("user_id", "id")))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  };
  return {
    /**
     * Those of the user's items with these ids that are not older than `since` (epoch seconds), in no order. At most
     * some hundreds per call.
     */
    findAll: (userId: number, ids: readonly string[], since: number): Promise<TranslatedItemRow[]> =>
      queries
        .selectFrom("translated_items")
        .selectAll()
        .where("user_id", "=", userId)
        .where("id", "in", ids)
        .where("created_at", ">=", since)
        .execute(),

    /** Deletes the oldest rows older than `time` (epoch seconds), at most `limit`; returns how many. */
    deleteBefore: (time: number, limit: number): Promise<number> => deleteOldest(time, limit),

    /** Deletes the oldest rows, at most `limit`; returns how many. */
    deleteOldest: (limit: number): Promise<number> => deleteOldest(undefined, limit),

    /** Bytes of all items together. */
    totalBytes: async (): Promise<number> => {
      const { total } = await queries
        .selectFrom("translated_items")
        .select((eb) => eb.fn.sum<number | null>("bytes").as("total"))
        .executeTakeFirstOrThrow();
      return Number(total ?? 0);
    },
  };
}
