import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { channelForm } from "@tollgate/contract/channels";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { aChannel } from "../../../test/support/builders.ts";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import { buildApp } from "../../build-app.ts";
import { readConfig } from "../../config.ts";
import { newChannelOf } from "../../control/channels/channel-values.ts";
import { createSecretBox } from "../../platform/secret-box.ts";
import { type Database, type DatabaseLocation, openDatabase, type Queries } from "../database.ts";
import { migrate } from "../migrate.ts";
import { sealOldChannels } from "./seal-old-channels.ts";
import { channelSecretTexts, openChannelTexts, sealedColumns } from "./secret-columns.ts";

const url = await postgresOrSkip();
const folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-seal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const locations: [string, DatabaseLocation | undefined][] = [
  ["SQLite", { kind: "sqlite", file: path.join(folder, "seal.db") }],
  ["PostgreSQL", url === null ? undefined : { kind: "postgres", url }],
];

const box = createSecretBox(randomBytes(32));
const inClear = {
  proxy: "http://user:password@proxy:3128",
  model_headers: '{"x-gate":"credential"}',
  custom_parameter: '{"metadata":{"credential":1}}',
  plugin: '{"headers":{"x-own":"credential"}}',
};
const form = channelForm.parse(aChannel());
const empty = { proxy: "", model_headers: "", custom_parameter: "", plugin: "{}" };

describe.each(locations)("unsealed texts of channels in %s", (_name, location) => {
  let database: Database;
  beforeEach(async () => {
    if (!location) return;
    database = openDatabase(location);
    await migrate(database);
    await database.queries.deleteFrom("channels").execute();
  });
  afterEach(() => database?.close());

  async function aRow(texts: typeof empty, more: { deleted_time?: number } = {}): Promise<number> {
    const { queries } = database;
    const { id } = await queries
      .insertInto("channels")
      .values({ ...newChannelOf(form, 0), key_encrypted: "", ...texts, ...more })
      .returning("id")
      .executeTakeFirstOrThrow();
    const key_encrypted = box.seal("a key", sealedColumns.channelKey(id));
    await queries.updateTable("channels").set({ key_encrypted }).where("id", "=", id).execute();
    return id;
  }

  const read = (id: number) =>
    database.queries
      .selectFrom("channels")
      .select(["id", ...channelSecretTexts])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();

  it.skipIf(!location)("are sealed to their row, of deleted channels too, and read as before", async () => {
    const ids = [await aRow(inClear), await aRow(inClear, { deleted_time: 5 })];
    const without = await aRow(empty);
    expect(await sealOldChannels(database.queries, box)).toBe(8);
    for (const id of ids) {
      const row = await read(id);
      for (const name of channelSecretTexts) expect(row[name]).toMatch(/^v1\./);
      expect(openChannelTexts(box, row)).toEqual({ id, ...inClear });
    }
    expect(await read(without)).toEqual({ id: without, ...empty });
  });

  it.skipIf(!location)("are sealed once, by any number of starts, also concurrent ones", async () => {
    const id = await aRow({ ...empty, proxy: inClear.proxy });
    const all = await Promise.all([1, 2, 3].map(() => sealOldChannels(database.queries, box)));
    expect(all.reduce((sum, count) => sum + count)).toBe(1);
    const sealed = await read(id);
    expect(await sealOldChannels(database.queries, box)).toBe(0);
    expect(await read(id)).toEqual(sealed);
  });

  it.skipIf(!location)("lose against a concurrent save", async () => {
    const id = await aRow(inClear);
    const saved = box.seal("http://new:3128", sealedColumns.channelText(id, "proxy"));
    const save = database.queries.updateTable("channels").set({ proxy: saved, plugin: "{}" });
    const between = afterReading(database.queries, () => save.where("id", "=", id).execute());
    expect(await sealOldChannels(between, box)).toBe(2);
    expect(openChannelTexts(box, await read(id))).toEqual({
      id,
      ...inClear,
      proxy: "http://new:3128",
      plugin: "{}",
    });
  });

  it.skipIf(!location)("stay as they are under a key that does not open the channel's own keys", async () => {
    const id = await aRow(inClear);
    expect(await sealOldChannels(database.queries, createSecretBox(randomBytes(32)))).toBe(0);
    expect(await read(id)).toEqual({ id, ...inClear });
  });
});

it("are sealed when a server starts", async () => {
  const config = readConfig(
    { DATA_DIR: folder, ROOT_PASSWORD: "a root password", LOG_LEVEL: "silent" },
    false,
  );
  const first = await buildApp(config);
  const { id } = await first.database.queries
    .insertInto("channels")
    .values({ ...newChannelOf(form, 0), ...inClear, key_encrypted: "" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const key_encrypted = first.secretBox.seal("a key", sealedColumns.channelKey(id));
  await first.database.queries.updateTable("channels").set({ key_encrypted }).where("id", "=", id).execute();
  await first.close(0);
  const second = await buildApp(config);
  const row = await second.database.queries.selectFrom("channels").selectAll().executeTakeFirstOrThrow();
  await second.close(0);
  for (const name of channelSecretTexts)
    expect([name, row[name]]).toEqual([name, expect.stringMatching(/^v1\./)]);
});

/** The same database, in which `act` runs once, between the first query and the next. */
function afterReading(queries: Queries, act: () => Promise<unknown>): Queries {
  let acted = false;
  return queries.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!acted) {
        acted = true;
        await act();
      }
      return result;
    },
  });
}
