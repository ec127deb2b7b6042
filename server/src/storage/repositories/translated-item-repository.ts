import { type Selectable, sql } from "kysely";
import type { Queries } from "../database.ts";
import type { TranslatedItemGroupsTable, TranslatedItemsTable } from "../tables/translated-items.ts";

export type TranslatedItemRow = Selectable<TranslatedItemsTable>;
export type TranslatedItemGroupRow = Selectable<TranslatedItemGroupsTable>;
export type TranslatedItemRepository = ReturnType<typeof createTranslatedItemRepository>;

/** Items in a row of their own, and items that share rows. */
export const itemTables = ["translated_items", "translated_item_groups"] as const;
export type ItemTable = (typeof itemTables)[number];

/** Columns that identify a row. */
const keys = { translated_items: sql`user_id, id`, translated_item_groups: sql`id` };

/** Without the sign, SQLite would go through all of the user's rows by their time instead of finding them by id. */
const notBefore = sql<number>`+created_at`;

/** Reads and deletes; the writer thread writes rows (`writer/item-store.ts`). */
export function createTranslatedItemRepository(queries: Queries) {
  const deleteOldest = async (
    table: ItemTable,
    before: number | undefined,
    limit: number,
  ): Promise<number> => {
    const key = keys[table];
    const until = before === undefined ? sql`` : sql`where created_at < ${before}`;
    const result = await sql`
      delete from ${sql.table(table)} where (${key}) in (
        select ${key} from ${sql.table(table)} ${until} order by created_at limit ${limit}
      )`.execute(queries);
    return Number(result.numAffectedRows ?? 0);
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

    /** Deletes the oldest rows older than `time` (epoch seconds), at most `limit`; returns how many. */
    deleteBefore: (table: ItemTable, time: number, limit: number): Promise<number> =>
      deleteOldest(table, time, limit),

    /** Deletes the oldest rows, at most `limit`; returns how many. */
    deleteOldest: (table: ItemTable, limit: number): Promise<number> => deleteOldest(table, undefined, limit),

    /** Bytes of all items in the table. */
    totalBytes: async (table: ItemTable): Promise<number> => {
      const { total } = await queries
        .selectFrom(table)
        .select((eb) => eb.fn.sum<number | null>("bytes").as("total"))
        .executeTakeFirstOrThrow();
      return Number(total ?? 0);
    },
  };
}
