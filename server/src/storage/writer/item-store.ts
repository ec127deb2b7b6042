import type SQLite from "better-sqlite3";
import type pg from "pg";
import { sealedText } from "../../platform/secret-box.ts";
import type { PackedItems } from "./item-batch.ts";

/** Limits of one user's stored items. */
export interface ItemLimits {
  rows: number;
  bytes: number;
}

/** An item, encrypted. */
export interface SealedItem {
  userId: number;
  id: string;
  /** Epoch seconds. */
  createdAt: number;
  sealed: Buffer;
}

/** Writes items of translated responses, in the writer thread. */
export interface ItemStore {
  /**
   * Writes all items or none, then deletes the oldest items of the users in `trim` that are beyond the limits. The last of
   * several items with one user and id counts.
   */
  keepItems(items: readonly SealedItem[], trim: readonly number[], limits: ItemLimits): Promise<void>;
}

/** `ItemStore` behind a thread: its items come packed, and not yet encrypted. */
export interface ItemWriter {
  /** Takes the memory of `items`. */
  keepItems(items: PackedItems, trim: readonly number[], limits: ItemLimits): Promise<void>;
}

const onConflict = `on conflict (user_id, id) do update set created_at = excluded.created_at, bytes = excluded.bytes,
  content_encrypted = excluded.content_encrypted`;

export function sqliteItemStore(db: SQLite.Database): ItemStore {
  const keepOne = db.prepare(
    `insert into translated_items (user_id, id, created_at, bytes, content_encrypted) values (?, ?, ?, ?, ?) ${onConflict}`,
  );
  const trimOne = sqliteTrim(db);
  const keepAll = db.transaction(
    (items: readonly SealedItem[], trim: readonly number[], { rows, bytes }: ItemLimits): void => {
      for (const { userId, id, createdAt, sealed } of items)
        keepOne.run(userId, id, createdAt, sealed.length, sealed);
      for (const userId of trim) trimOne(userId, { rows, bytes });
    },
  );
  return { keepItems: async (items, trim, limits) => keepAll.immediate(items, trim, limits) };
}

/**
 * Deletes the oldest items beyond the limits. Reads only what it deletes, and the totals, from the index
 * `translated_items_of_user`: with window functions over all items a trim took twice as long, while bookings wait.
 */
function sqliteTrim(db: SQLite.Database): (userId: number, limits: ItemLimits) => void {
  const sumAll = db.prepare<[number], ItemLimits>(
    "select count(*) as rows, coalesce(sum(bytes), 0) as bytes from translated_items where user_id = ?",
  );
  const listOldest = db.prepare<[number], { created_at: number; id: string; bytes: number }>(
    "select created_at, id, bytes from translated_items where user_id = ? order by created_at, id",
  );
  const deleteUpTo = db.prepare(
    "delete from translated_items where user_id = ? and (created_at, id) <= (?, ?)",
  );
  return (userId, limits) => {
    const left = sumAll.get(userId) ?? { rows: 0, bytes: 0 };
    let last: { created_at: number; id: string } | undefined;
    for (const item of listOldest.iterate(userId)) {
      if (left.rows <= limits.rows && left.bytes <= limits.bytes) break;
      left.rows -= 1;
      left.bytes -= item.bytes;
      last = item;
    }
    if (last) deleteUpTo.run(userId, last.created_at, last.id);
  };
}

/** In a fixed order, so that two processes that write the same rows wait for each other instead of deadlocking. */
const insertItems = `
  insert into translated_items (user_id, id, created_at, bytes, content_encrypted)
  select user_id, id, created_at, bytes, content_encrypted
  from json_to_recordset($1)
    as r (user_id bigint, id text, created_at bigint, bytes integer, content_encrypted text)
  order by user_id, id ${onConflict}`;
/** The newest stay. Reads the index `translated_items_of_user`. */
const trimUser = `
  delete from translated_items where user_id = $1 and id in (
    select id from (
      select id, row_number() over newest as place, sum(bytes) over newest as total
      from translated_items where user_id = $1
      window newest as (order by created_at desc, id desc rows unbounded preceding)
    ) as own where place > $2 or total > $3
  )`;

function toRow({ userId, id, createdAt, sealed }: SealedItem) {
  const content = sealedText(sealed);
  return { user_id: userId, id, created_at: createdAt, bytes: content.length, content_encrypted: content };
}

export function postgresItemStore(pool: pg.Pool): ItemStore {
  return {
    async keepItems(items, trim, limits) {
      // One statement cannot write a row twice.
      const rows = new Map(items.map((item) => [`${item.userId} ${item.id}`, toRow(item)]));
      await pool.query(insertItems, [JSON.stringify([...rows.values()])]);
      // A separate transaction: a failed deletion is repeated with the group, or with the user's next item.
      for (const userId of trim) await pool.query(trimUser, [userId, limits.rows, limits.bytes]);
    },
  };
}
