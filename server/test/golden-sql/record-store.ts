import type SQLite from "better-sqlite3";
import type pg from "pg";
import type { Statement } from "./record-sql.ts";

/** A user with a high balance, and one with a low balance and no lease. */
export const rich = 1;
export const poor = 2;

/** The connection itself; it records every statement. */
export function recordSqlite(db: SQLite.Database, seen: Statement[]): SQLite.Database {
  const wrap = (statement: SQLite.Statement, sql: string): SQLite.Statement =>
    new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...parameters: unknown[]): unknown => {
          if (name === "run" || name === "get" || name === "all")
            seen.push({ sql, parameters: parameters.flat() });
          return Reflect.apply(value, target, parameters);
        };
      },
    });
  return new Proxy(db, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => wrap(target.prepare(sql), sql);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const hold = {
  user_id: rich,
  token_id: 7,
  token_limited: 1,
  amount: 50,
  user_term_period: 1,
  user_term_start: 86_400,
  user_term_amount: 50,
};

/** Responses of the database to the store: every row exists and every condition holds, except for the poor user. */
function answer(sql: string, parameters: readonly unknown[]): { rowCount: number; rows: object[] } {
  const isPoor = parameters.includes(poor);
  const isTooMuch =
    (sql.endsWith(">= $3") && Number(parameters[2]) > 100) ||
    (sql.endsWith("<= budget_quota") && Number(parameters[4]) > 100);
  const rejected = isPoor && (sql.startsWith("update leases") || isTooMuch);
  const booked = sql.includes("returning substr") ? ["r1", "r3"] : [];
  const rows = booked.map((request_id) => ({ request_id }));
  const row = { kind: "user", owner_id: rich, amount: 5, moved: 5 };
  if (sql.startsWith("update processes")) return { rowCount: 0, rows: [] };
  if (sql.includes("from logs") || sql.startsWith("select 1 from holds")) return { rowCount: 0, rows: [] };
  if (sql.startsWith("delete from holds")) return { rowCount: 1, rows: [hold] };
  return { rowCount: rejected ? 0 : 1, rows: rows.length > 0 ? rows : [row] };
}

/** A pool whose one connection records every statement and runs none. */
export function recordPostgres(seen: Statement[]): pg.Pool {
  const query = async (sql: string, parameters: unknown[] = []) => {
    seen.push({ sql, parameters });
    return answer(sql, parameters);
  };
  const pool = { query, connect: async () => ({ query, release: () => {} }) };
  return pool as unknown as pg.Pool;
}
