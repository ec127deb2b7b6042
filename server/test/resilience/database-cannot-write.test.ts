import { spawnSync } from "node:child_process";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type DatabaseLocation, openDatabase } from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/migrate.ts";
import {
  chatFrames,
  type FakeUpstream,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { rootPassword, type RunningApp, startApp } from "../support/start-app.ts";
import { tinyDiskOrSkip } from "../support/tiny-disk.ts";

/** A full disk and a read-only database: bookings wait, calls that need a write are rejected, nothing is lost. */
const postgresUrl = await postgresOrSkip();
const disk = tinyDiskOrSkip(16);
const lockedDisk = tinyDiskOrSkip(16);

async function setReadOnly(on: boolean): Promise<void> {
  const client = new pg.Client(postgresUrl ?? "");
  await client.connect();
  await client.query("set default_transaction_read_only = off");
  await client.query(`alter role postgres set default_transaction_read_only = ${on ? "on" : "off"}`);
  // A role's setting applies to new connections.
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()");
  await client.end();
}

interface Trouble {
  name: string;
  location: DatabaseLocation | undefined;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

const troubles: Trouble[] = [
  {
    name: "SQLite, whose disk is full",
    location: disk ? { kind: "sqlite", file: path.join(disk.folder, "tollgate.db") } : undefined,
    begin: () => disk?.fill(),
    end: () => disk?.free(),
  },
  {
    name: "PostgreSQL, which is read-only",
    location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl },
    begin: () => setReadOnly(true),
    end: () => setReadOnly(false),
  },
];

describe.each(troubles)("$name", ({ location, begin, end }) => {
  let running: RunningApp;
  let upstream: FakeUpstream;
  let key: string;
  beforeAll(async () => {
    if (!location) return;
    upstream = await startFakeUpstream();
    running = await startApp(location);
    await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
    await running.aChannel({ base_url: upstream.url });
    ({ key } = await running.aToken());
  });
  afterAll(async () => {
    if (!location) return;
    await end();
    await running?.stop();
    await upstream?.stop();
  });

  const requestBody = () => ({
    model: "test-model",
    max_tokens: 100,
    stream: true,
    messages: [{ role: "user", content: "hi" }],
  });
  const signIn = (): Promise<Response> =>
    fetch(`${running.url}/api/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "root", password: rootPassword }),
    });

  it.skipIf(!location)(
    "keeps charges until they can be written, rejects what it cannot reserve, and charges each call once",
    async () => {
      upstream.answer(streamAnswer(chatFrames(["one ", "two "])));
      expect((await running.call(key, requestBody())).status).toBe(200);
      const before = await running.books();
      const { id: root } = await running.api<{ id: number }>("GET", "/api/user/self");
      await begin();

      const statuses: number[] = [];
      for (let requests = 0; statuses.at(-1) !== 503 && requests < 200; requests++) {
        const answer = await running.call(key, requestBody());
        statuses.push(answer.status);
        const text = await answer.text();
        if (answer.status === 200) expect(text).toContain("[DONE]");
        else expect(text).toContain("temporarily_unavailable");
      }
      expect(statuses.at(-1)).toBe(503);
      const served = statuses.length - 1;
      expect(served).toBeGreaterThan(0);
      expect(upstream.seen).toHaveLength(served + 1);
      // Half a booking would be worse than none. A lease may have returned quota before the trouble began.
      expect(await running.app.ledger.balanceOf(root)).toBe(before.balance);

      const rejected = await signIn();
      expect(rejected.status).toBe(503);
      expect(await rejected.json()).toMatchObject({ success: false, code: "server.database_unavailable" });
      // Reads continue to work.
      expect(await running.api("GET", "/api/user/self")).toMatchObject({ username: "root" });

      await end();
      await vi.waitFor(async () => expect((await running.call(key, requestBody())).status).toBe(200), {
        timeout: 15_000,
        interval: 200,
      });
      expect((await signIn()).status).toBe(200);
      const after = await running.books();
      expect(after.logs.length - before.logs.length).toBe(served + 1);
      expect(new Set(after.logs.map((log) => log.quota)).size).toBe(1);
      expect(before.balance - after.balance).toBe((served + 1) * (after.logs[0]?.quota ?? 0));
      expect(after.entries).toBe(after.balance);
    },
  );
});

it.skipIf(!lockedDisk)(
  "a server whose SQLite file is read-only does not start, and prints the reason",
  async () => {
    if (!lockedDisk) return;
    const database = openDatabase({ kind: "sqlite", file: path.join(lockedDisk.folder, "tollgate.db") });
    await migrate(database);
    await database.close();
    lockedDisk.lock();
    const main = path.resolve(import.meta.dirname, "../../src/main.ts");
    const started = spawnSync(process.execPath, [main], {
      env: {
        ...process.env,
        DATA_DIR: lockedDisk.folder,
        SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
        PORT: "0",
        HOST: "127.0.0.1",
      },
      encoding: "utf8",
    });
    expect(started.status).toBe(1);
    expect(started.stderr).toMatch(/^Tollgate cannot start\. The database cannot be reached or written/);
    expect(started.stderr.trim().split("\n")).toHaveLength(1);
  },
);
