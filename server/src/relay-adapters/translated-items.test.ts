import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeClock } from "../../test/support/fake-clock.ts";
import { postgresOrSkip } from "../../test/support/postgres.ts";
import { pruneItems } from "../jobs/prune-items.ts";
import { startUsageWriter, type UsageWriter } from "../ledger/store/usage-writer.ts";
import { groupItems } from "../storage/writer/group-items.ts";
import type { PackedItems } from "../storage/writer/item-batch.ts";
import { createSecretBox } from "../platform/secret-box.ts";
import { type Database, type DatabaseLocation, openDatabase } from "../storage/database.ts";
import { migrate } from "../storage/migrate.ts";
import { createTranslatedItemRepository } from "../storage/repositories/translated-item-repository.ts";
import { createTranslatedItems, type TranslatedItemDependencies } from "./translated-items.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tollgate-items-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const url = await postgresOrSkip();

const old = () => undefined;
const idsOf = (group: PackedItems) => groupItems(group).flatMap(({ ids }) => ids.split(" "));
const written = (id: string, text = "Hi") => ({ id, type: "message", text });
const item = (id: string, text?: string, idTime = 0) => ({
  id,
  json: JSON.stringify(written(id, text)),
  idTime,
});
const named = (word: string, most: number) => Array.from({ length: most }, (_, index) => `${word}_${index}`);

describe("items of answers in SQLite", () => {
  promiseItems({ kind: "sqlite", file: path.join(folder, "items.db") });
});
describe.skipIf(url === null)("items of answers in PostgreSQL", () => {
  promiseItems({ kind: "postgres", url: url ?? "" });
});

function promiseItems(location: DatabaseLocation): void {
  let database: Database;
  let store: UsageWriter;
  let errors: unknown[];
  const secretKey = randomBytes(32);
  const secretBox = createSecretBox(secretKey);
  const clock = createFakeClock();
  const open = (more: Partial<TranslatedItemDependencies> = {}) =>
    createTranslatedItems({
      database,
      store,
      secretBox,
      clock,
      onError: (error) => void errors.push(error),
      ...more,
    });
  const rows = () =>
    database.queries.selectFrom("translated_items").select(["user_id", "id", "bytes"]).execute();
  const groups = () =>
    database.queries
      .selectFrom("translated_item_groups")
      .select(["user_id", "items", "bytes", "ids"])
      .orderBy("id")
      .execute();

  beforeAll(async () => {
    database = openDatabase(location);
    await migrate(database);
    store = startUsageWriter({ location, processId: "items", secretKey }, (error) => void errors.push(error));
    await store.listProcesses();
  });
  afterAll(async () => {
    await store.close();
    await database.close();
  });
  beforeEach(async () => {
    errors = [];
    await database.queries.deleteFrom("translated_items").execute();
    await database.queries.deleteFrom("translated_item_groups").execute();
  });

  it("are found immediately in their process, and soon in every other one", async () => {
    const [one, other] = [open(), open()];
    const at = clock.now();
    one.keep(1, [item("msg_1", undefined, at), item("msg_2", undefined, at)]);
    expect(JSON.parse((await one.find(1, ["msg_1"], old)).get("msg_1") ?? "")).toEqual(written("msg_1"));
    // Before the first has written: one of its own ids is queried again.
    expect((await other.find(1, ["msg_1", "msg_x"], () => at)).size).toBe(1);
    expect((await other.find(2, ["msg_1"], old)).size).toBe(0);
    expect(errors).toEqual([]);
  });

  it("are stored encrypted, for one user and id", async () => {
    const items = open();
    items.keep(1, [item("msg_1", "a ☃ secret"), item("msg_2")]);
    await items.close();
    const read = database.queries.selectFrom("translated_items");
    const stored = await read.select("content_encrypted").where("id", "=", "msg_1").executeTakeFirstOrThrow();
    expect(Buffer.from(stored.content_encrypted).includes("secret")).toBe(false);
    const found = await items.find(1, ["msg_1"], old);
    expect(JSON.parse(found.get("msg_1") ?? "")).toEqual(written("msg_1", "a ☃ secret"));
    await database.queries.updateTable("translated_items").set(stored).where("id", "=", "msg_2").execute();
    const other = open({ secretBox: createSecretBox(randomBytes(32)) });
    expect((await open().find(1, ["msg_2"], old)).size).toBe(0);
    expect((await other.find(1, ["msg_1"], old)).size).toBe(0);
    expect(errors).toEqual([]);
  });

  it("are replaced by later ones with the same id, before they are written and after", async () => {
    const items = open();
    items.keep(1, [item("msg_1", "first"), item("msg_2"), item("msg_1", "second")]);
    items.keep(2, [item("msg_1", "another user's")]);
    const textOf = async (from: typeof items) =>
      JSON.parse((await from.find(1, ["msg_1"], old)).get("msg_1") ?? "{}");
    expect(await textOf(items)).toEqual(written("msg_1", "second"));
    await items.close();
    expect(await textOf(open())).toEqual(written("msg_1", "second"));
    expect(await rows()).toHaveLength(3);
    expect(errors).toEqual([]);
  });

  it("whose ids contain their time share a row, and each is found", async () => {
    const items = open();
    const [at, names] = [clock.now(), named("msg", 30)];
    items.keep(
      1,
      names.map((id) => item(id, `"${id}" ☃`, at)),
    );
    items.keep(2, [item("msg_3", "", at), item("other", "", at)]);
    items.keep(1, [item("later", "", at + 1), item("by_id")]);
    await items.close();
    const stored = (await groups()).map(({ user_id, items: count }) => `${user_id}: ${count}`);
    expect(stored.toSorted()).toEqual(["1: 1", "1: 30", "2: 2"]);
    expect(await rows()).toHaveLength(1);

    const timeOf = (id: string) => (id === "by_id" ? undefined : id === "later" ? at + 1 : at);
    const found = await open().find(1, [...names, "later", "by_id", "other"], timeOf);
    expect(found.size).toBe(32);
    for (const id of names) expect(JSON.parse(found.get(id) ?? "")).toEqual(written(id, `"${id}" ☃`));
    // Only by their times.
    expect((await open().find(1, ["msg_1"], old)).size).toBe(0);
    expect((await open().find(1, ["msg_1"], () => at - 1)).size).toBe(0);
    expect((await open().find(1, ["by_id"], timeOf)).size).toBe(1);
    clock.advance(7 * 86_400 + 1);
    expect((await open().find(1, ["msg_1", "later", "by_id"], timeOf)).size).toBe(0);
    expect(errors).toEqual([]);
  });

  it("that share a row are encrypted for their user and their ids", async () => {
    const items = open();
    const at = clock.now();
    items.keep(1, [item("msg_1", "a secret", at), item("msg_2", "", at)]);
    await items.close();
    const find = async (userId: number, ids: string[]) => (await open().find(userId, ids, () => at)).size;
    expect(await find(1, ["msg_1", "msg_2"])).toBe(2);
    const table = "translated_item_groups";
    const { content_encrypted: content } = await database.queries
      .selectFrom(table)
      .select("content_encrypted")
      .executeTakeFirstOrThrow();
    expect(Buffer.from(content).includes("secret")).toBe(false);
    await database.queries.updateTable(table).set({ ids: "msg_2 msg_1" }).execute();
    expect(await find(1, ["msg_1", "msg_2"])).toBe(0);
    await database.queries.updateTable(table).set({ ids: "msg_1 msg_2", user_id: 2 }).execute();
    expect(await find(2, ["msg_1", "msg_2"])).toBe(0);
    expect(errors).toEqual([]);
  });

  it("that share a row count each against their user's limit, and the rows that were stored first are deleted", async () => {
    const items = open({ limits: { rows: 80, bytes: 1_000_000 } });
    const start = clock.now();
    for (let answer = 0; answer < 30; answer++) {
      clock.advance(1);
      // The later ones belong to answers that began earlier.
      const at = start - answer;
      items.keep(
        1,
        named(`n${answer}`, 10).map((id) => item(id, "", at)),
      );
      await expect.poll(async () => (await open().find(1, [`n${answer}_9`], () => at)).size).toBe(1);
    }
    const stored = await groups();
    const total = stored.reduce((sum, row) => sum + row.items, 0);
    expect(total).toBeLessThanOrEqual(90);
    expect(total).toBeGreaterThan(70);
    expect(stored.at(-1)?.ids).toContain("n29_9");
    expect(stored.some(({ ids }) => ids.includes("n0_0"))).toBe(false);
    expect(errors).toEqual([]);
  });

  it("that come while others are being written, are written next", async () => {
    const groups: string[][] = [];
    let go: (() => void) | undefined;
    const slow = {
      keepItems: async (group: PackedItems) => {
        groups.push(idsOf(group));
        await new Promise<void>((resolve) => (go = resolve));
      },
    };
    const items = open({ store: slow });
    items.keep(1, [item("msg_1")]);
    await expect.poll(() => groups.length).toBe(1);
    items.keep(1, [item("msg_2")]);
    expect((await items.find(1, ["msg_1", "msg_2"], old)).size).toBe(2);
    go?.();
    await expect.poll(() => groups).toEqual([["msg_1"], ["msg_2"]]);
    go?.();
    await items.close();
  });

  it("of earlier versions, sealed as texts, are still found", async () => {
    const content = secretBox.seal(
      JSON.stringify(written("msg_1")),
      "translated_items.content_encrypted:1:msg_1",
    );
    await database.queries
      .insertInto("translated_items")
      .values({ user_id: 1, id: "msg_1", created_at: clock.now(), bytes: 9, content_encrypted: content })
      .execute();
    expect(JSON.parse((await open().find(1, ["msg_1"], old)).get("msg_1") ?? "")).toEqual(written("msg_1"));
  });

  it("are limited per user: the newest stay, and other users keep theirs", async () => {
    const limits = { rows: 80, bytes: 1_000_000 };
    const items = open({ limits });
    items.keep(2, [item("other")]);
    for (let answer = 0; answer < 30; answer++) {
      clock.advance(1);
      items.keep(
        1,
        [item(`msg_${answer}_a`), item(`msg_${answer}_b`)].concat(
          named(`n${answer}`, 8).map((id) => item(id)),
        ),
      );
      await expect.poll(async () => (await open().find(1, [`msg_${answer}_b`], old)).size).toBe(1);
    }
    const stored = await rows();
    const own = stored.filter(({ user_id }) => user_id === 1).map(({ id }) => id);
    // An eighth may exceed the limit until the next count.
    expect(own.length).toBeLessThanOrEqual(limits.rows * 1.125);
    expect(own.length).toBeGreaterThanOrEqual(limits.rows);
    expect(own).toContain("msg_29_b");
    expect(own).not.toContain("msg_0_a");
    expect(stored.filter(({ user_id }) => user_id === 2)).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it("are limited in bytes per user", async () => {
    const limits = { rows: 1000, bytes: 200_000 };
    const items = open({ limits });
    for (let answer = 0; answer < 40; answer++) {
      clock.advance(1);
      items.keep(1, [item(`msg_${answer}`, "x".repeat(10_000))]);
      await expect.poll(async () => (await open().find(1, [`msg_${answer}`], old)).size).toBe(1);
    }
    const stored = await rows();
    const bytes = stored.reduce((sum, row) => sum + row.bytes, 0);
    expect(bytes).toBeLessThanOrEqual(limits.bytes * 1.125);
    expect(bytes).toBeGreaterThan(limits.bytes / 2);
  });

  it("are dropped if one is too large or its id is invalid; its neighbors are stored", async () => {
    const items = open();
    items.keep(1, [item("big", "x".repeat(1_100_000)), item("nul\u0000"), item("good"), item("ö")]);
    items.keep(
      1,
      named("many", 600).map((id) => item(id)),
    );
    await items.close();
    expect(errors).toEqual([]);
    const ids = new Set((await rows()).map(({ id }) => id));
    expect(ids.has("good")).toBe(true);
    expect(ids.size).toBe(501);
    expect((await items.find(1, ["nul\u0000", "ö", "big"], old)).size).toBe(0);
    expect(errors).toEqual([]);
  });

  it("are not written for a user who already has as many newer ones waiting; others lose nothing", async () => {
    const limits = { rows: 80, bytes: 1_000_000 };
    const written: string[] = [];
    let go: (() => void) | undefined;
    const slow = {
      keepItems: async (group: PackedItems) => {
        await new Promise<void>((resolve) => (go = resolve));
        written.push(...idsOf(group));
      },
    };
    const items = open({ store: slow, limits });
    items.keep(1, [item("first")]);
    await expect.poll(() => go !== undefined).toBe(true);
    items.keep(2, [item("other")]);
    for (let answer = 0; answer < 3; answer++)
      items.keep(
        1,
        named(`msg${answer}`, 100).map((id) => item(id)),
      );
    await expect.poll(() => (go?.(), written.length)).toBe(82);
    expect(written).toEqual(["first", "other", ...named("msg2", 100).slice(20)]);
    expect(errors).toEqual([]);
    const closed = items.close();
    go?.();
    await closed;
  });

  it("are read once while they wait, however often a request names them", async () => {
    const waiting = { keepItems: () => new Promise<void>(() => {}) };
    const items = open({ store: waiting });
    items.keep(1, [item("msg_1")]);
    const decode = vi.spyOn(TextDecoder.prototype, "decode");
    const found = await items.find(
      1,
      Array.from({ length: 2000 }, () => "msg_1"),
      old,
    );
    const decoded = decode.mock.calls.length;
    decode.mockRestore();
    expect(JSON.parse(found.get("msg_1") ?? "")).toEqual(written("msg_1"));
    expect(decoded).toBe(1);
  });

  it("of a group that failed are counted again with the next one", async () => {
    const trims: (readonly number[])[] = [];
    const failingOnce = {
      keepItems: async (_: PackedItems, trim: readonly number[]) => {
        trims.push(trim);
        if (trims.length === 1) throw new Error("the disk is full");
      },
    };
    const items = open({ store: failingOnce });
    items.keep(7, [item("msg_1")]);
    await expect.poll(() => trims.length).toBe(1);
    await items.close();
    expect(trims).toEqual([[7], [7]]);
  });

  it("use bounded memory while the database does not write", async () => {
    const failing = {
      keepItems: () => Promise.reject(new Error("the disk is full")),
    };
    const items = open({ store: failing });
    for (let answer = 0; answer < 40; answer++) items.keep(1, [item(`msg_${answer}`, "x".repeat(1_000_000))]);
    const found = await items.find(1, named("msg", 40), old);
    expect(found.size).toBeLessThan(18);
    expect(found.has("msg_39")).toBe(true);
    await items.close();
  });

  it("of one user beyond its limit are dropped first while the database does not write", async () => {
    const failing = { keepItems: () => Promise.reject(new Error("the disk is full")) };
    const items = open({ store: failing, limits: { rows: 5, bytes: 100_000_000 } });
    items.keep(2, [item("other")]);
    for (let answer = 0; answer < 40; answer++) items.keep(1, [item(`msg_${answer}`, "x".repeat(1_000_000))]);
    expect((await items.find(2, ["other"], old)).size).toBe(1);
    expect((await items.find(1, ["msg_39"], old)).size).toBe(1);
    await items.close();
  });

  it.each([
    { users: 600, length: 10 },
    { users: 2400, length: 4000 },
  ])(
    "of $users other users stay, although they wait between those of one user that are dropped",
    async ({ users, length }) => {
      const failing = { keepItems: () => Promise.reject(new Error("the disk is full")) };
      const items = open({ store: failing, limits: { rows: 50, bytes: 100_000_000 } });
      for (let other = 0; other < users; other++) {
        items.keep(2 + other, [item("own", "y".repeat(length))]);
        for (let n = 0; n < 7; n++) items.keep(1, [item(`msg_${other}_${n}`, "x".repeat(10_000))]);
      }
      let left = 0;
      for (let other = 0; other < users; other++) left += (await items.find(2 + other, ["own"], old)).size;
      expect(left).toBe(users);
      expect((await items.find(1, [`msg_${users - 1}_6`], old)).size).toBe(1);
      await items.close();
    },
  );

  it("of one user do not displace others' while the database does not write, however large they are", async () => {
    const failing = { keepItems: () => Promise.reject(new Error("the disk is full")) };
    const items = open({ store: failing });
    // What the database got first stays in any case.
    for (let n = 0; n < 3000; n++) {
      if (n === 500)
        for (let other = 0; other < 100; other++) items.keep(2 + other, [item("own", "y".repeat(1000))]);
      items.keep(1, [item(`msg_${n}`, "x".repeat(8000))]);
    }
    let left = 0;
    for (let other = 0; other < 100; other++) left += (await items.find(2 + other, ["own"], old)).size;
    expect(left).toBe(100);
    expect((await items.find(1, named("msg", 3000).slice(-400), old)).size).toBe(400);
    await items.close();
  });

  it("take no more of that memory than they have bytes", async () => {
    const failing = { keepItems: () => Promise.reject(new Error("the disk is full")) };
    const items = open({ store: failing });
    const users = 20_000;
    for (let user = 1; user <= users; user++) items.keep(user, [item("own", "y".repeat(200))]);
    for (let user = 1; user <= users; user += 997)
      expect((await items.find(user, ["own"], old)).size).toBe(1);
    await items.close();
    expect(String(errors)).toContain(`${users} items of answers could not be stored`);
  });

  it("that wait while older ones are being written are not displaced by those", async () => {
    let go: (() => void) | undefined;
    const stuck = { keepItems: () => new Promise<void>((resolve) => (go = resolve)) };
    const items = open({ store: stuck, limits: { rows: 200, bytes: 100_000_000 } });
    items.keep(
      1,
      named("first", 200).map((id) => item(id)),
    );
    await expect.poll(() => go !== undefined).toBe(true);
    items.keep(
      1,
      named("next", 200).map((id) => item(id)),
    );
    for (let n = 0; n < 40; n++) items.keep(2, [item(`large_${n}`, "x".repeat(1_000_000))]);
    expect((await items.find(1, named("next", 200), old)).size).toBe(200);
    expect((await items.find(1, named("first", 200), old)).size).toBe(200);
    const closed = items.close();
    for (let n = 0; n < 40; n++) {
      go?.();
      await new Promise((resolve) => setTimeout(resolve));
    }
    await closed;
  });

  it.runIf(location.kind === "postgres")(
    "are written once, although deleting older ones failed before",
    async () => {
      await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'locked' using errcode = '55000'; end $$`.execute(database.queries);
      const items = open({ limits: { rows: 1, bytes: 1_000_000 } });
      items.keep(1, [item("msg_1", "", clock.now())]);
      await expect.poll(groups).toHaveLength(1);
      await sql`create trigger refuse before delete on translated_item_groups
      for each statement execute function refuse()`.execute(database.queries);
      items.keep(1, [item("msg_2", "", clock.now() + 1), item("msg_3", "", clock.now() + 2)]);
      await expect.poll(() => errors).toHaveLength(1);
      expect(await groups()).toHaveLength(1);
      await sql`drop trigger refuse on translated_item_groups`.execute(database.queries);
      await items.close();
      expect((await groups()).map(({ ids }) => ids)).toEqual(["msg_3"]);
    },
  );

  it("give way in the table that has more of them if all together are too many", async () => {
    const items = open();
    items.keep(
      1,
      named("single", 5).map((id) => item(id)),
    );
    for (let answer = 0; answer < 5; answer++)
      items.keep(1, [item(`shared_${answer}`, "x".repeat(20_000), clock.now() + answer)]);
    await items.close();
    expect(await groups()).toHaveLength(5);
    await pruneItems(createTranslatedItemRepository(database.queries), clock, 20_000).run();
    expect(await groups()).toEqual([]);
    expect(await rows()).toHaveLength(5);
  });

  it("are deleted by the job when they expire, and earlier if all users together have too many", async () => {
    const items = open();
    items.keep(
      1,
      named("old", 700)
        .slice(0, 400)
        .map((id) => item(id)),
    );
    items.keep(
      2,
      named("old", 300).map((id) => item(id)),
    );
    const at = clock.now();
    items.keep(3, [item("old_1", "", at), item("old_2", "", at)]);
    await items.close();
    clock.advance(7 * 86_400 + 1);
    const fresh = open();
    fresh.keep(
      1,
      named("new", 400).map((id) => item(id)),
    );
    fresh.keep(
      2,
      named("new", 300).map((id) => item(id)),
    );
    fresh.keep(3, [item("new_1", "", at), item("new_2", "", at)]);
    await fresh.close();
    const repository = createTranslatedItemRepository(database.queries);
    await pruneItems(repository, clock).run();
    const left = await rows();
    expect((await groups()).map(({ ids }) => ids)).toEqual(["new_1 new_2"]);
    expect(left.every(({ id }) => id.startsWith("new"))).toBe(true);
    expect(left).toHaveLength(700);
    await pruneItems(repository, clock, 30_000).run();
    expect((await rows()).length).toBe(200);
  });
}
