import type SQLite from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** Number of texts whose statements are cached; the console and the relay use far fewer. */
const keptMost = 300;
const keeps = /^\s*(?:select|insert|update|delete|with)\s/i;

/**
 * The connection as Kysely uses it, with cached prepared statements: preparing costs more than running most of them.
 * Any statement that may change the tables clears the cache, since a prepared statement keeps its columns.
 */
export function keepStatements(connection: SQLite.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const known = kept.get(sql);
      if (known) return known;
      const statement = connection.prepare(sql) as SqliteStatement;
      if (keeps.test(sql)) {
        if (kept.size >= keptMost) kept.delete(kept.keys().next().value as string);
        kept.set(sql, statement);
      } else if (!/^(?:begin|commit|rollback)\b/i.test(sql)) kept.clear();
      return statement;
    },
    close: () => {
      connection.close();
    },
  };
}
