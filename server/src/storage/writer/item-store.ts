import type SQLite from "better-sqlite3";
import type pg from "pg";
import type { TranslatedItemRow } from "../repositories/translated-item-repository.ts";

/** Limits of one user's stored items. */
export interface ItemLimits {
  rows: number;
  bytes: number;
}

/** Writes items of translated responses, in the writer thread. */
export interface ItemStore {
  /**
   * Writes all rows or none, then deletes the oldest items of the users in `trim` that are beyond the limits. No pair
   * of user and id may occur twice.
   */
  keepItems(rows: readonly TranslatedItemRow[], trim: readonly number[], limits: ItemLimits): Promise<void>;
}

const onConflict = `on conflict (user_id, id) do update set created_at = excluded.created_at, bytes = excluded.bytes,
  content_encrypted = excluded.content_encrypted`;

/** The newest stay. Both databases read it from the index `translated_items_of_user`. */
const trimOf = (user: string, rows: string, bytes: string): string => `
  delete from translated_items where user_id = ${user} and id in (
    select id from (
      select id, row_number() over newest as place, sum(bytes) over newest as total
      from translated_items where user_id = ${user}
      window newest as (order by created_at desc, id desc rows unbounded preceding)
    ) as own where place > ${rows} or total > ${bytes}
  )`;

export function sqliteItemStore(db: SQLite.Database): ItemStore {
  const keepOne = db.prepare(
    `insert into translated_items (user_id, id, created_at, bytes, content_encrypted) values (?, ?, ?, ?, ?) ${onConflict}`,
  );
  const trimOne = db.prepare(trimOf("?", "?", "?"));
  const keepAll = db.transaction(
    (items: readonly TranslatedItemRow[], trim: readonly number[], { rows, bytes }: ItemLimits): void => {
      for (const row of items)
        keepOne.run(row.user_id, row.id, row.created_at, row.bytes, row.content_encrypted);
      for (const userId of trim) trimOne.run(userId, userId, rows, bytes);
    },
  );
  return { keepItems: async (rows, trim, limits) => keepAll.immediate(rows, trim, limits) };
}

/** In a fixed order, so that two processes that write the same rows wait for each other instead of deadlocking. */
const insertItems = `
  insert into translated_items (user_id, id, created_at, bytes, content_encrypted)
  select user_id, id, created_at, bytes, content_encrypted
  from json_to_recordset($1)
    as r (user_id bigint, id text, created_at bigint, bytes integer, content_encrypted text)
  order by user_id, id ${onConflict}`;
const trimUser = trimOf("$1", "$2", "$3");

export function postgresItemStore(pool: pg.Pool): ItemStore {
  return {
    async keepItems(rows, trim, limits) {
      await pool.query(insertItems, [JSON.stringify(rows)]);
      // A separate transaction: a failed deletion is repeated with the next group.
      for (const userId of trim) await pool.query(trimUser, [userId, limits.rows, limits.bytes]);
    },
  };
}
