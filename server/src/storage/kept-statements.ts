import type SQLite from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** Texts of which the statements are kept; the console and the relay ask in far fewer. */
const keptMost = 300;
const keeps = /^\s*(?:select|insert|update|delete|with)\s/i;

/**
 * The connection as Kysely uses it, with statements that are prepared once: preparing costs more than most of them take to run.
 * Whatever may change the tables forgets them all, since a statement knows its columns from when it was prepared.
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
