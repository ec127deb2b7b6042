import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { postgresOrSkip } from "../../test/support/postgres.ts";
import type { StateMaker } from "../relay/ports.ts";
import { type Database, type DatabaseLocation, openDatabase } from "../storage/database.ts";
import { migrate } from "../storage/migrate.ts";
import type { ResponseMakerRow } from "../storage/repositories/response-maker-repository.ts";
import type { MakerStore } from "../storage/writer/maker-store.ts";
import type { WriterStore } from "../ledger/store/writer-store.ts";
import { startUsageWriter } from "../ledger/store/usage-writer.ts";
import { WriterError } from "../storage/writer/writer-error.ts";
import { createStateMakers } from "./state-makers.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tollgate-makers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const url = await postgresOrSkip();

const aMaker = (id: string, more: Partial<StateMaker> = {}): StateMaker => ({
  id,
  userId: 1,
  channelId: 7,
  key: 2,
  createdAt: 1_700_000_000,
  ...more,
});
const byId = (makers: readonly StateMaker[]) => makers.toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe("makers of states in SQLite", () => {
  promiseMemory({ kind: "sqlite", file: path.join(folder, "makers.db") });
});
describe.skipIf(url === null)("makers of states in PostgreSQL", () => {
  promiseMemory({ kind: "postgres", url: url ?? "" });
});

function promiseMemory(location: DatabaseLocation): void {
  let database: Database;
  let store: WriterStore;
  let errors: unknown[];
  const open = () => createStateMakers({ database, store, onError: (error) => void errors.push(error) });

  beforeAll(async () => {
    database = openDatabase(location);
    await migrate(database);
    store = startUsageWriter({ location, processId: "makers" }, (error) => void errors.push(error));
  });
  afterAll(async () => {
    await store.close();
    await database.close();
  });
  beforeEach(async () => {
    errors = [];
    await database.queries.deleteFrom("response_makers").execute();
  });

  it("are written soon by themselves, and read by another process", async () => {
    const [one, other] = [open(), open()];
    one.keep(aMaker("resp_1"));
    one.keep(aMaker("msg_1", { key: 0 }));
    await expect.poll(() => other.find(["resp_1", "msg_1"])).toHaveLength(2);
    expect(byId(await other.find(["resp_1", "unknown", "msg_1"]))).toEqual([
      aMaker("msg_1", { key: 0 }),
      aMaker("resp_1"),
    ]);
    expect(await other.find([])).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("are all there after the end, however many came at once", async () => {
    const makers = open();
    const ids = Array.from({ length: 1205 }, (_, index) => `item_${index}`);
    for (const id of ids) makers.keep(aMaker(id));
    await makers.close();
    expect(byId(await makers.find(ids)).map(({ id }) => id)).toEqual(ids.toSorted());
    expect(errors).toEqual([]);
  });

  it("are the last one's where an id is given twice, in one group and later, and never an older one's", async () => {
    const makers = open();
    makers.keep(aMaker("resp_1"));
    makers.keep(aMaker("resp_1", { userId: 2 }));
    await makers.close();
    expect(await makers.find(["resp_1"])).toEqual([aMaker("resp_1", { userId: 2 })]);
    const newest = aMaker("resp_1", { userId: 3, channelId: 8, key: 0, createdAt: 1_700_000_001 });
    for (const maker of [newest, aMaker("resp_1", { userId: 4 })]) {
      const next = open();
      next.keep(maker);
      await next.close();
    }
    expect(await makers.find(["resp_1"])).toEqual([newest]);
  });

  it("are unknown where nobody can be asked, which is told and fails nothing", async () => {
    const gone = openDatabase(location);
    // Kysely opens at the first question only, and would do so after its end.
    await gone.queries.selectFrom("response_makers").select("id").execute();
    await gone.close();
    const makers = createStateMakers({ database: gone, store, onError: (error) => void errors.push(error) });
    expect(await makers.find(["resp_1"])).toEqual([]);
    expect(errors).toHaveLength(1);
  });
}

describe("a database that takes nothing", () => {
  let written: ResponseMakerRow[][];
  let tried: number;
  let failure: Error | undefined;
  let errors: string[];
  const store: MakerStore = {
    async keepMakers(rows) {
      tried += 1;
      if (failure) throw failure;
      written.push([...rows]);
    },
  };
  const open = (restMilliseconds: number, waitingMost = 1000) =>
    createStateMakers({
      // Nothing is read here.
      database: { queries: undefined } as unknown as Database,
      store,
      onError: (error) => void errors.push((error as Error).message),
      restMilliseconds,
      waitingMost,
    });
  const idsWritten = () => written.flat().map(({ id }) => id);
  afterEach(() => vi.useRealTimers());
  beforeEach(() => {
    [written, tried, errors, failure] = [[], 0, [], new Error("the disk is full")];
  });

  it("gets what waited when it is back, and is complained of once", async () => {
    const makers = open(1);
    makers.keep(aMaker("resp_1"));
    await expect.poll(() => tried).toBeGreaterThan(2);
    expect(errors).toEqual(["the disk is full"]);
    failure = undefined;
    await expect.poll(idsWritten).toEqual(["resp_1"]);
    failure = new Error("once more");
    makers.keep(aMaker("resp_2"));
    await expect.poll(() => errors).toEqual(["the disk is full", "once more"]);
    failure = undefined;
    await makers.close();
    expect(idsWritten()).toEqual(["resp_1", "resp_2"]);
  });

  it("costs bounded memory: the oldest that wait are lost, and how many is told", async () => {
    const makers = open(60_000);
    for (let count = 0; count < 200; count++) makers.keep(aMaker(`early_${count}`));
    await expect.poll(() => errors).toHaveLength(1);
    for (let count = 0; count < 1000; count++) makers.keep(aMaker(`late_${count}`));
    failure = undefined;
    await makers.close();
    expect(idsWritten()).toEqual(Array.from({ length: 1000 }, (_, index) => `late_${index}`));
    expect(written.map((group) => group.length)).toEqual([200, 200, 200, 200, 200]);
    expect(errors.slice(1)).toEqual(["200 makers of states were not written down: too many waited"]);
  });

  it("is left in peace for a while, however much waits", async () => {
    vi.useFakeTimers();
    const makers = open(5000);
    for (let count = 0; count < 200; count++) makers.keep(aMaker(`early_${count}`));
    await vi.advanceTimersByTimeAsync(0);
    for (let count = 0; count < 300; count++) makers.keep(aMaker(`late_${count}`));
    await vi.advanceTimersByTimeAsync(4999);
    expect(tried).toBe(1);
    failure = undefined;
    await vi.advanceTimersByTimeAsync(1);
    expect(written.map((group) => group.length)).toEqual([200, 200]);
    await vi.advanceTimersByTimeAsync(10);
    expect(idsWritten()).toHaveLength(500);
  });

  it("does not hold up the end", async () => {
    const makers = open(60_000);
    makers.keep(aMaker("resp_1"));
    await makers.close();
    expect(errors).toEqual(["the disk is full", "1 makers of states were not written down"]);
  });

  it("because it refuses the values is not asked again", async () => {
    failure = new WriterError("usage writer: integer out of range", true);
    const makers = open(1);
    makers.keep(aMaker("resp_1"));
    await expect.poll(() => errors).toHaveLength(1);
    failure = undefined;
    makers.keep(aMaker("resp_2"));
    await makers.close();
    expect(idsWritten()).toEqual(["resp_2"]);
  });

  it("and is slow gets one group at a time, and what came meanwhile with the next", async () => {
    let finish = () => {};
    const groups: string[][] = [];
    const slow: MakerStore = {
      keepMakers: (rows) => {
        groups.push(rows.map(({ id }) => id));
        return new Promise((resolve) => (finish = resolve));
      },
    };
    const makers = createStateMakers({
      database: { queries: undefined } as unknown as Database,
      store: slow,
      onError: (error) => void errors.push((error as Error).message),
    });
    makers.keep(aMaker("resp_1"));
    await expect.poll(() => groups).toEqual([["resp_1"]]);
    makers.keep(aMaker("resp_2"));
    // Bound anew while it is being written: the new one is written too.
    makers.keep(aMaker("resp_1", { userId: 2 }));
    const closing = makers.close();
    finish();
    await expect.poll(() => groups).toHaveLength(2);
    finish();
    await closing;
    expect(groups).toEqual([["resp_1"], ["resp_2", "resp_1"]]);
    expect(errors).toEqual([]);
  });
});
