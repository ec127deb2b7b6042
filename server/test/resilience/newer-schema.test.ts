import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/storage/database.ts";
import { type FakeUpstream, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/**
 * A rolling upgrade: a newer version has migrated while this one still serves. Release migrations only add, so this
 * adds columns, a table and an index that this version does not use.
 */
const postgresUrl = await postgresOrSkip();
const upstream: FakeUpstream = await startFakeUpstream();
afterAll(() => upstream.stop());

describe.each(["SQLite", "PostgreSQL"])("an older version on %s", (name) => {
  it.skipIf(name === "PostgreSQL" && postgresUrl === null)(
    "serves, books and is administered as before after a newer version has extended its tables",
    async () => {
      const running: RunningApp = await startApp(
        name === "SQLite" ? undefined : { kind: "postgres", url: postgresUrl ?? "" },
      );
      try {
        await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
        await running.aChannel({ base_url: upstream.url });
        const { key } = await running.aToken();
        let round = 0;
        async function useEverything(token: string): Promise<void> {
          const body = { model: "test-model", messages: [{ role: "user", content: "hi" }] };
          expect((await running.call(token, body)).status).toBe(200);
          await running.books();
          for (const list of ["user", "token", "channel", "log", "user_group", "audit"])
            await running.api("GET", `/api/${list}/?size=20`);
          round += 1;
          await running.api("POST", "/api/user/", {
            username: `user-${round}`,
            password: "a user's password",
          });
          const made = await running.aChannel({ name: `c-${round}`, base_url: upstream.url });
          await running.api("DELETE", `/api/channel/${made.id}`);
        }
        await useEverything(key);

        const newer = openDatabase(running.app.database.location);
        const tables = await newer.queries.introspection.getTables();
        for (const table of tables)
          await sql`alter table ${sql.table(table.name)} add column of_tomorrow text not null default 'x'`.execute(
            newer.queries,
          );
        await sql`create table made_tomorrow (id integer primary key)`.execute(newer.queries);
        await sql`create index logs_of_tomorrow on logs (of_tomorrow)`.execute(newer.queries);
        await sql`insert into schema_migrations (name, applied_at) values ('9000-tomorrow', 1)`.execute(
          newer.queries,
        );
        await newer.close();

        await useEverything(key);
        await useEverything((await running.aToken({ name: "another" })).key);
        const books = await running.books();
        expect(books.logs).toHaveLength(3);
        expect(books.entries).toBe(books.balance);
        // One that starts now could write invalid rows.
        await expect(startApp(running.app.database.location)).rejects.toThrow(/newer version/);
      } finally {
        await running.stop();
      }
    },
  );
});
