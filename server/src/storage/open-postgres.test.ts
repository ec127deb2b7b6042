import pg from "pg";
import { expect, it } from "vitest";
import { sql } from "kysely";
import { postgresOrSkip } from "../../test/support/postgres.ts";
import { openDatabase } from "./database.ts";

const url = await postgresOrSkip();

it.skipIf(url === null)(
  "the end of a connection in the middle of a transaction fails the transaction and not the process",
  async () => {
    const ended: Error[] = [];
    const database = openDatabase({ kind: "postgres", url: url ?? "" }, (error) => ended.push(error));
    const operator = new pg.Client(url ?? "");
    await operator.connect();
    const uncaught: unknown[] = [];
    const note = (error: unknown): void => void uncaught.push(error);
    process.on("uncaughtException", note);
    const work = database.transaction(async (queries) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(queries);
      await operator.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      // No query is running at this moment, so none gets the error.
      await expect.poll(() => ended.length + uncaught.length).toBeGreaterThan(0);
      await sql`select 1`.execute(queries);
    });
    await expect(work).rejects.toThrow();
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.queries);
    expect(rows).toEqual([{ one: 1 }]);
    process.off("uncaughtException", note);
    expect(uncaught).toEqual([]);
    await operator.end();
    await database.close();
  },
);
