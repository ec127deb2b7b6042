import type SQLite from "better-sqlite3";
import type pg from "pg";
import { sealedText } from "../../platform/secret-box.ts";
import type { ItemGroup } from "./group-items.ts";
import type { PackedItems } from "./item-batch.ts";
import { inTransaction } from "./postgres-transaction.ts";

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
   * Writes all rows or none, then deletes the oldest rows of the users in `trim` whose items are beyond the limits, in each
   * of the two tables. The last of several single items with one user and id counts.
   */
  keepItems(groups: readonly SealedItems[], trim: readonly number[], limits: ItemLimits): Promise<void>;
}

/** `ItemStore` behind a thread: its items come packed, and not yet encrypted. */
export interface ItemWriter {
  /** Takes the memory of `items`. */
  keepItems(items: PackedItems, trim: readonly number[], limits: ItemLimits): Promise<void>;
}

const insertSingle = "insert into translated_items (user_id, id, created_at, bytes, content_encrypted)";
const onConflict = `on conflict (user_id, id) do update set created_at = excluded.created_at, bytes = excluded.bytes,
  content_encrypted = excluded.content_encrypted`;
const groupColumns = "user_id, created_at, id_time, items, bytes, ids, content_encrypted";
/** The tables of items, and what a row counts. */
const tables = [
  { name: "translated_items", items: "1" },
  { name: "translated_item_groups", items: "items" },
];

export function sqliteItemStore(db: SQLite.Database): ItemStore {
  const keepSingle = db.prepare(`${insertSingle} values (?, ?, ?, ?, ?) ${onConflict}`);
  const keepGroup = db.prepare(
    `insert into translated_item_groups (${groupColumns}) values (?, ?, ?, ?, ?, ?, ?)`,
  );
  const trims = tables.map((table) => sqliteTrim(db, table));
  const keepAll = db.transaction(
    (groups: readonly SealedItems[], trim: readonly number[], limits: ItemLimits): void => {
      for (const { userId, createdAt, idTime, items, ids, sealed } of groups)
        if (idTime > 0) keepGroup.run(userId, createdAt, idTime, items, sealed.length, ids, sealed);
        else keepSingle.run(userId, ids, createdAt, sealed.length, sealed);
      for (const userId of trim) for (const trimOne of trims) trimOne(userId, limits);
    },
  );
  return { keepItems: async (groups, trim, limits) => keepAll.immediate(groups, trim, limits) };
}

/**
 * Deletes the oldest items beyond the limits. Reads only what it deletes, and the totals, from an index: with window
 * functions over all items a trim took twice as long, while bookings wait.
 */
function sqliteTrim(
  db: SQLite.Database,
  { name, items }: { name: string; items: string },
): (userId: number, limits: ItemLimits) => void {
  const sumAll = db.prepare<[number], ItemLimits>(
    `select coalesce(sum(${items}), 0) as rows, coalesce(sum(bytes), 0) as bytes from ${name} where user_id = ?`,
  );
  const listOldest = db.prepare<
    [number],
    { created_at: number; id: string | number; items: number; bytes: number }
  >(`select created_at, id, ${items} as items, bytes from ${name} where user_id = ? order by created_at, id`);
  const deleteUpTo = db.prepare(`delete from ${name} where user_id = ? and (created_at, id) <= (?, ?)`);
  return (userId, limits) => {
    const left = sumAll.get(userId) ?? { rows: 0, bytes: 0 };
    let last: { created_at: number; id: string | number } | undefined;
    for (const row of listOldest.iterate(userId)) {
      if (left.rows <= limits.rows && left.bytes <= limits.bytes) break;
      left.rows -= row.items;
      left.bytes -= row.bytes;
      last = row;
    }
    if (last) deleteUpTo.run(userId, last.created_at, last.id);
  };
}

/** In a fixed order, so that two processes that write the same rows wait for each other instead of deadlocking. */
const insertSingles = `
  ${insertSingle}
  select user_id, id, created_at, bytes, content_encrypted
  from json_to_recordset($1)
    as r (user_id bigint, id text, created_at bigint, bytes integer, content_encrypted text)
  order by user_id, id ${onConflict}`;
const insertGroups = `
  insert into translated_item_groups (${groupColumns})
  select ${groupColumns}
  from json_to_recordset($1)
    as r (user_id bigint, created_at bigint, id_time bigint, items integer, bytes integer, ids text,
      content_encrypted text)`;
/** The newest stay. Read an index alone. */
const trimUser = tables.map(
  ({ name, items }) => `
  delete from ${name} where user_id = $1 and id in (
    select id from (
      select id, sum(${items}) over newest as total_items, sum(bytes) over newest as total
      from ${name} where user_id = $1
      window newest as (order by created_at desc, id desc rows unbounded preceding)
    ) as own where total_items > $2 or total > $3
  )`,
);

function toRow({ userId, createdAt, idTime, items, ids, sealed }: SealedItems) {
  const content = sealedText(sealed);
  const common = {
    user_id: userId,
    created_at: createdAt,
    bytes: content.length,
    content_encrypted: content,
  };
  return idTime > 0 ? { ...common, id_time: idTime, items, ids } : { ...common, id: ids };
}

export function postgresItemStore(pool: pg.Pool): ItemStore {
  return {
    // In one transaction: rows of a group whose trim failed would be written again with it.
    keepItems: (groups, trim, limits) =>
      inTransaction(pool, async (client) => {
        // One statement cannot write a row twice.
        const singles = new Map(
          groups.filter(({ idTime }) => idTime === 0).map((item) => [`${item.userId} ${item.ids}`, item]),
        );
        if (singles.size > 0)
          await client.query(insertSingles, [JSON.stringify([...singles.values()].map(toRow))]);
        const shared = groups.filter(({ idTime }) => idTime > 0);
        if (shared.length > 0) await client.query(insertGroups, [JSON.stringify(shared.map(toRow))]);
        for (const userId of trim.toSorted((left, right) => left - right))
          for (const statement of trimUser)
            await client.query(statement, [userId, limits.rows, limits.bytes]);
      }),
  };
}
