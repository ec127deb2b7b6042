import type SQLite from "better-sqlite3";
import type pg from "pg";
import type { ResponseOriginRow } from "../repositories/response-origin-repository.ts";

/**
 * Records the origins of states that upstreams keep. In the writer thread, as bookings are: the event loop never waits
 * for a disk.
 */
export interface OriginStore {
  /** Writes all rows or none. Where an id exists, the newer row stays. No id may occur twice. */
  keepOrigins(rows: readonly ResponseOriginRow[]): Promise<void>;
}

const newerStays = `on conflict (id) do update set user_id = excluded.user_id, channel_id = excluded.channel_id,
  key_index = excluded.key_index, created_at = excluded.created_at,
  tokens = case when excluded.tokens > 0 then excluded.tokens else response_makers.tokens end
  where excluded.created_at >= response_makers.created_at`;

export function sqliteOriginStore(db: SQLite.Database): OriginStore {
  const keepOne = db.prepare(
    `insert into response_makers (id, user_id, channel_id, key_index, created_at, tokens)
     values (?, ?, ?, ?, ?, ?) ${newerStays}`,
  );
  const keepAll = db.transaction((rows: readonly ResponseOriginRow[]): void => {
    for (const row of rows)
      keepOne.run(row.id, row.user_id, row.channel_id, row.key_index, row.created_at, row.tokens);
  });
  return { keepOrigins: async (rows) => keepAll.immediate(rows) };
}

/** Sorted by id, so that two processes that write the same ones wait for each other instead of deadlocking. */
const insertOrigins = `
  insert into response_makers (id, user_id, channel_id, key_index, created_at, tokens)
  select id, user_id, channel_id, key_index, created_at, tokens
  from json_to_recordset($1)
    as r (id text, user_id bigint, channel_id bigint, key_index integer, created_at bigint, tokens integer)
  order by id ${newerStays}`;

export function postgresOriginStore(pool: pg.Pool): OriginStore {
  return {
    async keepOrigins(rows) {
      await pool.query(insertOrigins, [JSON.stringify(rows)]);
    },
  };
}
