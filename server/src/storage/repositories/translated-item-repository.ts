import { type Selectable, sql } from "kysely";
import type { Queries } from "../database.ts";
import type { TranslatedItemsTable } from "../tables/translated-items.ts";

export type TranslatedItemRow = Selectable<TranslatedItemsTable>;
export type TranslatedItemRepository = ReturnType<typeof createTranslatedItemRepository>;

/** Reads and deletes; the writer thread writes rows (`writer/item-store.ts`). */
export function createTranslatedItemRepository(queries: Queries) {
  const deleteOldest = async (before: number | undefined, limit: number): Promise<number> => {
    let oldest = queries.selectFrom("translated_items").select("id");
    if (before !== undefined) oldest = oldest.where("created_at", "<", before);
    const result = await queries
      .deleteFrom("translated_items")
      .where("id", "in", oldest.orderBy("created_at").limit(limit))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  };
  const userRows = (userId: number) => queries.selectFrom("translated_items").where("user_id", "=", userId);
  return {
    /**
     * The user's rows whose items were created in these seconds (epoch), oldest first: which items they have. At most some
     * hundreds of seconds per call.
     */
    listByTime: (
      userId: number,
      seconds: readonly number[],
    ): Promise<Pick<TranslatedItemRow, "id" | "ids">[]> =>
      userRows(userId)
        .select(["id", "ids"])
        .where("created_at", "in", seconds)
        .where("by_id", "=", sql.lit(0))
        .orderBy("id")
        .execute(),

    /** These rows of the user, in no order. At most some hundreds per call. */
    findRows: (userId: number, rowIds: readonly number[]): Promise<TranslatedItemRow[]> =>
      userRows(userId).selectAll().where("id", "in", rowIds).execute(),

    /**
     * Rows of the user's single items with these ids that are not older than `since` (epoch seconds), oldest first. At most
     * some hundreds of ids per call.
     */
    findById: (userId: number, itemIds: readonly string[], since: number): Promise<TranslatedItemRow[]> =>
      userRows(userId)
        .selectAll()
        .where("ids", "in", itemIds)
        .where("by_id", "=", sql.lit(1))
        .where("created_at", ">=", since)
        .orderBy("id")
        .execute(),

    /** Deletes the oldest rows older than `time` (epoch seconds), at most `limit`; returns how many. */
    deleteBefore: (time: number, limit: number): Promise<number> => deleteOldest(time, limit),

    /** Deletes the oldest rows, at most `limit`; returns how many. */
    deleteOldest: (limit: number): Promise<number> => deleteOldest(undefined, limit),

    /** Bytes of all rows together. */
    totalBytes: async (): Promise<number> => {
      const { total } = await queries
        .selectFrom("translated_items")
        .select((eb) => eb.fn.sum<number | null>("bytes").as("total"))
        .executeTakeFirstOrThrow();
      return Number(total ?? 0);
    },
  };
}
