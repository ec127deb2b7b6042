import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { postgresOrSkip } from "../../test/support/postgres.ts";
import type { ResponseOrigin } from "../relay/ports.ts";
import { type Database, type DatabaseLocation, openDatabase } from "../storage/database.ts";
import { migrate } from "../storage/migrate.ts";
import type { ResponseOriginRow } from "../storage/repositories/response-origin-repository.ts";
import type { OriginStore } from "../storage/writer/origin-store.ts";
import { startUsageWriter, type UsageWriter } from "../ledger/store/usage-writer.ts";
import { WriterError } from "../storage/writer/writer-error.ts";
import { createResponseOrigins } from "./response-origins.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tollgate-origins-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const url = await postgresOrSkip();

const anOrigin = (id: string, more: Partial<ResponseOrigin> = {}): ResponseOrigin => ({
  id,
  userId: 1,
  channelId: 7,
  key: 2,
  createdAt: 1_700_000_000,
  ...more,
});
const byId = (origins: readonly ResponseOrigin[]) => origins.toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe("origins of states in SQLite", () => {
  promiseMemory({ kind: "sqlite", file: path.join(folder, "origins.db") });
});
describe.skipIf(url === null)("origins of states in PostgreSQL", () => {
  promiseMemory({ kind: "postgres", url: url ?? "" });
});

function promiseMemory(location: DatabaseLocation): void {
  let database: Database;
  let store: UsageWriter;
  let errors: unknown[];
  const open = () => createResponseOrigins({ database, store, onError: (error) => void errors.push(error) });

  beforeAll(async () => {
    database = openDatabase(location);
    await migrate(database);
    store = startUsageWriter(
      { location, processId: "origins", secretKey: Buffer.alloc(32) },
      (error) => void errors.push(error),
    );
  });
  afterAll(async () => {
    await store.close();
    await database.close();
  });
  beforeEach(async () => {
    errors = [];
    await database.queries.deleteFrom("response_makers").execute();
  });

  it("are written automatically, and read by another process", async () => {
    const [one, other] = [open(), open()];
    one.keep(anOrigin("resp_1"));
    one.keep(anOrigin("msg_1", { key: 0 }));
    await expect.poll(() => other.find(["resp_1", "msg_1"])).toHaveLength(2);
    expect(byId(await other.find(["resp_1", "unknown", "msg_1"]))).toEqual([
      anOrigin("msg_1", { key: 0 }),
      anOrigin("resp_1"),
    ]);
    expect(await other.find([])).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("are complete after close, however many came concurrently", async () => {
    const origins = open();
    const ids = Array.from({ length: 1205 }, (_, index) => `item_${index}`);
    for (const id of ids) origins.keep(anOrigin(id));
    await origins.close();
    expect(byId(await origins.find(ids)).map(({ id }) => id)).toEqual(ids.toSorted());
    expect(errors).toEqual([]);
  });

  it("keep the last write of a repeated id, within a group and later", async () => {
    const origins = open();
    origins.keep(anOrigin("resp_1"));
    origins.keep(anOrigin("resp_1", { userId: 2 }));
    await origins.close();
    expect(await origins.find(["resp_1"])).toEqual([anOrigin("resp_1", { userId: 2 })]);
    const newest = anOrigin("resp_1", { userId: 3, channelId: 8, key: 0, createdAt: 1_700_000_001 });
    for (const origin of [newest, anOrigin("resp_1", { userId: 4 })]) {
      const next = open();
      next.keep(origin);
      await next.close();
    }
    expect(await origins.find(["resp_1"])).toEqual([newest]);
  });

  it("are unknown if the database is unavailable, which is reported and fails nothing", async () => {
    const gone = openDatabase(location);
    // Kysely connects at the first query only, and would do so after its end.
    await gone.queries.selectFrom("response_makers").select("id").execute();
    await gone.close();
    const origins = createResponseOrigins({
      database: gone,
      store,
      onError: (error) => void errors.push(error),
    });
    expect(await origins.find(["resp_1"])).toEqual([]);
    expect(errors).toHaveLength(1);
  });
}

describe("a database that rejects writes", () => {
  let written: ResponseOriginRow[][];
  let tried: number;
  let failure: Error | undefined;
  let errors: string[];
  const store: OriginStore = {
    async keepOrigins(rows) {
      tried += 1;
      if (failure) throw failure;
      written.push([...rows]);
    },
  };
  const open = (pauseMilliseconds: number, waitingMost = 1000) =>
    createResponseOrigins({
      // Nothing is read in these tests.
      database: { queries: undefined } as unknown as Database,
      store,
      onError: (error) => void errors.push((error as Error).message),
      pauseMilliseconds,
      waitingMost,
    });
  const idsWritten = () => written.flat().map(({ id }) => id);
  afterEach(() => vi.useRealTimers());
  beforeEach(() => {
    [written, tried, errors, failure] = [[], 0, [], new Error("the disk is full")];
  });

  it("receives the pending rows when it is available again, and is reported once", async () => {
    const origins = open(1);
    origins.keep(anOrigin("resp_1"));
    await expect.poll(() => tried).toBeGreaterThan(2);
    expect(errors).toEqual(["the disk is full"]);
    failure = undefined;
    await expect.poll(idsWritten).toEqual(["resp_1"]);
    failure = new Error("once more");
    origins.keep(anOrigin("resp_2"));
    await expect.poll(() => errors).toEqual(["the disk is full", "once more"]);
    failure = undefined;
    await origins.close();
    expect(idsWritten()).toEqual(["resp_1", "resp_2"]);
  });

  it("costs bounded memory: the oldest pending rows are lost, and their number is reported", async () => {
    const origins = open(60_000);
    for (let count = 0; count < 200; count++) origins.keep(anOrigin(`early_${count}`));
    await expect.poll(() => errors).toHaveLength(1);
    for (let count = 0; count < 1000; count++) origins.keep(anOrigin(`late_${count}`));
    failure = undefined;
    await origins.close();
    expect(idsWritten()).toEqual(Array.from({ length: 1000 }, (_, index) => `late_${index}`));
    expect(written.map((group) => group.length)).toEqual([200, 200, 200, 200, 200]);
    expect(errors.slice(1)).toEqual(["200 origins of states were lost: too many were pending"]);
  });

  it("pauses between attempts, however many rows are pending", async () => {
    vi.useFakeTimers();
    const origins = open(5000);
    for (let count = 0; count < 200; count++) origins.keep(anOrigin(`early_${count}`));
    await vi.advanceTimersByTimeAsync(0);
    for (let count = 0; count < 300; count++) origins.keep(anOrigin(`late_${count}`));
    await vi.advanceTimersByTimeAsync(4999);
    expect(tried).toBe(1);
    failure = undefined;
    await vi.advanceTimersByTimeAsync(1);
    expect(written.map((group) => group.length)).toEqual([200, 200]);
    await vi.advanceTimersByTimeAsync(10);
    expect(idsWritten()).toHaveLength(500);
  });

  it("does not delay close", async () => {
    const origins = open(60_000);
    origins.keep(anOrigin("resp_1"));
    await origins.close();
    expect(errors).toEqual(["the disk is full", "1 origins of states could not be stored"]);
  });

  it("receives rows with invalid values only once", async () => {
    failure = new WriterError("usage writer: integer out of range", true);
    const origins = open(1);
    origins.keep(anOrigin("resp_1"));
    await expect.poll(() => errors).toHaveLength(1);
    failure = undefined;
    origins.keep(anOrigin("resp_2"));
    await origins.close();
    expect(idsWritten()).toEqual(["resp_2"]);
  });

  it("receives one group at a time while it is slow, and later rows with the next", async () => {
    let finish = () => {};
    const groups: string[][] = [];
    const slow: OriginStore = {
      keepOrigins: (rows) => {
        groups.push(rows.map(({ id }) => id));
        return new Promise((resolve) => (finish = resolve));
      },
    };
    const origins = createResponseOrigins({
      database: { queries: undefined } as unknown as Database,
      store: slow,
      onError: (error) => void errors.push((error as Error).message),
    });
    origins.keep(anOrigin("resp_1"));
    await expect.poll(() => groups).toEqual([["resp_1"]]);
    origins.keep(anOrigin("resp_2"));
    // Bound again while it is being written: the new one is written too.
    origins.keep(anOrigin("resp_1", { userId: 2 }));
    const closing = origins.close();
    finish();
    await expect.poll(() => groups).toHaveLength(2);
    finish();
    await closing;
    expect(groups).toEqual([["resp_1"], ["resp_2", "resp_1"]]);
    expect(errors).toEqual([]);
  });
});
