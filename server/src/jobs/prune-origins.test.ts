import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createFakeClock } from "../../test/support/fake-clock.ts";
import { postgresOrSkip } from "../../test/support/postgres.ts";
import { type DatabaseLocation, openDatabase } from "../storage/database.ts";
import { migrate } from "../storage/migrate.ts";
import { createResponseOriginRepository } from "../storage/repositories/response-origin-repository.ts";
import { pruneOrigins } from "./prune-origins.ts";

const url = await postgresOrSkip();
const folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-prune-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const locations: [string, DatabaseLocation | undefined][] = [
  ["SQLite", { kind: "sqlite", file: path.join(folder, "prune.db") }],
  ["PostgreSQL", url === null ? undefined : { kind: "postgres", url }],
];

describe.each(locations)("response origins in %s", (_name, location) => {
  it.skipIf(!location)("are deleted after thirty days, in more than one batch, and not earlier", async () => {
    const database = openDatabase(location as DatabaseLocation);
    await migrate(database);
    const clock = createFakeClock();
    const limit = clock.now() - 30 * 86_400;
    const rowsOf = (word: string, count: number, createdAt: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: `${word}_${index}`,
        user_id: 1,
        channel_id: 1,
        key_index: 0,
        created_at: createdAt,
      }));
    for (const rows of [
      rowsOf("old", 1203, limit - 1),
      rowsOf("kept", 3, limit),
      rowsOf("new", 2, clock.now()),
    ])
      await database.queries.insertInto("response_makers").values(rows).execute();
    const job = pruneOrigins(createResponseOriginRepository(database.queries), clock);
    const left = async () =>
      (await database.queries.selectFrom("response_makers").select("id").orderBy("id").execute()).map(
        ({ id }) => id,
      );

    await job.run();
    expect(await left()).toEqual(["kept_0", "kept_1", "kept_2", "new_0", "new_1"]);
    clock.advance(1);
    await job.run();
    expect(await left()).toEqual(["new_0", "new_1"]);
    await database.close();
  });
});
