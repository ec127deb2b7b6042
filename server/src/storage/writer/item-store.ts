import type SQLite from "better-sqlite3";
import type pg from "pg";
import { sealedText } from "../../platform/secret-box.ts";
import type { ItemGroup } from "./group-items.ts";
import type { PackedItems } from "./item-batch.ts";

/** Limits of one user's stored items. */
export interface ItemLimits {
  /** Items. */
  rows: number;
  bytes: number;
}

/** Items of one row, encrypted. */
export interface SealedItems extends Omit<ItemGroup, "json"> {
  sealed: Buffer;
}

/** Writes items of translated responses, in the writer thread. */
export interface ItemStore {
  /**
   * Writes all rows or none, then deletes the oldest rows of the users in `trim` whose items are beyond the limits.
   */
  keepItems(groups: readonly SealedItems[], trim: readonly number[], limits: ItemLimits): Promise<void>;
}

/** `ItemStore` behind a thread: its items come packed, and not yet encrypted. */
export interface ItemWriter {
  /** Takes the memory of `items`. */
  keepItems(items: PackedItems, trim: readonly number[], limits: ItemLimits): Promise<void>;
}

const columns = "user_id, created_at, by_id, items, bytes, ids, content_encrypted";

export function sqliteItemStore(db: SQLite.Database): ItemStore {
  const keepOne = db.prepare(`insert into translated_items (${columns}) values (?, ?, ?, ?, ?, ?, ?)`);
  const trimOne = sqliteTrim(db);
  const keepAll = db.transaction(
    (groups: readonly SealedItems[], trim: readonly number[], { rows, bytes }: ItemLimits): void => {
      for (const { userId, createdAt, byId, items, ids, sealed } of groups)
        keepOne.run(userId, createdAt, byId ? 1 : 0, items, sealed.length, ids, sealed);
      for (const userId of trim) trimOne(userId, { rows, bytes });
    },
  );
  return { keepItems: async (groups, trim, limits) => keepAll.immediate(groups, trim, limits) };
}

/**
 * Deletes the oldest rows beyond the limits. Reads only what it deletes, and the totals, from the index
 * `translated_items_of_user`: with window functions over all items a trim took twice as long, while bookings wait.
 */
function sqliteTrim(db: SQLite.Database): (userId: number, limits: ItemLimits) => void {
  const sumAll = db.prepare<[number], ItemLimits>(
    "select coalesce(sum(items), 0) as rows, coalesce(sum(bytes), 0) as bytes from translated_items where user_id = ?",
  );
  const listOldest = db.prepare<[number], { created_at: number; id: number; items: number; bytes: number }>(
    "select created_at, id, items, bytes from translated_items where user_id = ? order by created_at, id",
  );
  const deleteUpTo = db.prepare(
    "delete from translated_items where user_id = ? and (created_at, id) <= (?, ?)",
  );
  return (userId, limits) => {
    const left = sumAll.get(userId) ?? { rows: 0, bytes: 0 };
    let last: { created_at: number; id: number } | undefined;
    for (const row of listOldest.iterate(userId)) {
      if (left.rows <= limits.rows && left.bytes <= limits.bytes) break;
      left.rows -= row.items;
      left.bytes -= row.bytes;
      last = row;
    }
    if (last) deleteUpTo.run(userId, last.created_at, last.id);
  };
}

/** In their order: of several rows with one id the last counts. */
const insertItems = `
  insert into translated_items (${columns})
  select ${columns}
  from json_to_recordset($1)
    as r (place integer, user_id bigint, created_at bigint, by_id integer, items integer, bytes integer, ids text,
      content_encrypted text)
  order by place`;
/** The newest stay. Reads the index `translated_items_of_user`. */
const trimUser = `
  delete from translated_items where user_id = $1 and id in (
    select id from (
      select id, sum(items) over newest as total_items, sum(bytes) over newest as total
      from translated_items where user_id = $1
      window newest as (order by created_at desc, id desc rows unbounded preceding)
    ) as own where total_items > $2 or total > $3
  )`;

function toRow({ userId, createdAt, byId, items, ids, sealed }: SealedItems, place: number) {
  const content = sealedText(sealed);
  return {
    place,
    user_id: userId,
    created_at: createdAt,
    by_id: byId ? 1 : 0,
    items,
    bytes: content.length,
    ids,
    content_encrypted: content,
  };
}

export function postgresItemStore(pool: pg.Pool): ItemStore {
  return {
    async keepItems(groups, trim, limits) {
      await pool.query(insertItems, [JSON.stringify(groups.map(toRow))]);
      // A separate transaction: a failed deletion is repeated with the group, or with the user's next item.
      for (const userId of trim) await pool.query(trimUser, [userId, limits.rows, limits.bytes]);
    },
  };
}
