import { type Selectable, sql } from "kysely";
import type { Queries } from "../database.ts";
import type { TranslatedItemGroupsTable, TranslatedItemsTable } from "../tables/translated-items.ts";

export type TranslatedItemRow = Selectable<TranslatedItemsTable>;
export type TranslatedItemGroupRow = Selectable<TranslatedItemGroupsTable>;
export type TranslatedItemRepository = ReturnType<typeof createTranslatedItemRepository>;

const tables = [
  { name: "translated_items", key: sql`user_id, id` },
  { name: "translated_item_groups", key: sql`id` },
] as const;

/** Without the sign, SQLite would go through all of the user's rows by their time instead of finding them by id. */
const notBefore = sql<number>`+created_at`;

/** Reads and deletes; the writer thread writes rows (`writer/item-store.ts`). */
export function createTranslatedItemRepository(queries: Queries) {
  /** Of each table. */
  const deleteOldest = async (before: number | undefined, limit: number): Promise<number> => {
    let deleted = 0;
    for (const { name, key } of tables) {
      const until = before === undefined ? sql`` : sql`where created_at < ${before}`;
      const result = await sql`
        delete from ${sql.table(name)} where (${key}) in (
          select ${key} from ${sql.table(name)} ${until} order by created_at limit ${limit}
        )`.execute(queries);
      deleted = Math.max(deleted, Number(result.numAffectedRows ?? 0));
    }
    return deleted;
  };
  return {
    /**
     * Those of the user's single items with these ids that are not older than `since` (epoch seconds), in no order. At most
     * some hundreds per call.
     */
    findAll: (userId: number, ids: readonly string[], since: number): Promise<TranslatedItemRow[]> =>
      queries
        .selectFrom("translated_items")
        .selectAll()
        .where("user_id", "=", userId)
        .where("id", "in", ids)
        .where(notBefore, ">=", since)
        .execute(),

    /**
     * Which items are in the user's groups whose ids contain these times, not older than `since` (epoch seconds). At most
     * some hundreds of times per call.
     */
    listGroups: (
      userId: number,
      times: readonly number[],
      since: number,
    ): Promise<Pick<TranslatedItemGroupRow, "id" | "ids">[]> =>
      queries
        .selectFrom("translated_item_groups")
        .select(["id", "ids"])
        .where("user_id", "=", userId)
        .where("id_time", "in", times)
        .where(notBefore, ">=", since)
        .execute(),

    /** Groups by `listGroups`, in no order. At most some hundreds per call. */
    findGroups: (rowIds: readonly number[]): Promise<TranslatedItemGroupRow[]> =>
      queries.selectFrom("translated_item_groups").selectAll().where("id", "in", rowIds).execute(),

    /** Deletes the oldest rows older than `time` (epoch seconds), of each table at most `limit`; returns of how many the larger number. */
    deleteBefore: (time: number, limit: number): Promise<number> => deleteOldest(time, limit),

    /** Deletes the oldest rows, of each table at most `limit`. */
    deleteOldest: (limit: number): Promise<number> => deleteOldest(undefined, limit),

    /** Bytes of all items together. */
    totalBytes: async (): Promise<number> => {
      let bytes = 0;
      for (const { name } of tables) {
        const { total } = await queries
          .selectFrom(name)
          .select((eb) => eb.fn.sum<number | null>("bytes").as("total"))
          .executeTakeFirstOrThrow();
        bytes += Number(total ?? 0);
      }
      return bytes;
    },
  };
}
