import { sql } from "kysely";
import { openDatabase } from "../server/src/storage/database.ts";

/** A separate database on a PostgreSQL server; replaces one that an earlier run left, unless it is `kept`. */
export async function createOwnDatabase(
  server: string,
  name: string,
  kept = false,
): Promise<{ url: string; drop(): Promise<void> }> {
  const run = async (...statements: string[]): Promise<void> => {
    const database = openDatabase({ kind: "postgres", url: server });
    for (const statement of statements) await sql.raw(statement).execute(database.queries);
    await database.close();
  };
  const drop = `drop database if exists ${name} with (force)`;
  if (!kept) await run(drop, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(drop) };
}
