import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { type Database, type DatabaseLocation, openDatabase } from "../../src/storage/database.ts";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { startApp } from "../support/start-app.ts";

/** Three processes of one server, as `WORKERS=3` starts them, over one database. */
const postgresUrl = await postgresOrSkip();
const upstream: FakeUpstream = await startFakeUpstream();
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-processes-"));
const main = path.resolve(import.meta.dirname, "../../src/main.ts");
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
});

const body = { model: "m", max_tokens: 100, messages: [{ role: "user", content: "x".repeat(500) }] };
/** Body bytes halved at multiplier 1, and the output that it asks for at most. */
const reserved = Math.ceil(Buffer.byteLength(JSON.stringify(body)) / 2) + 100;
const usage = { prompt_tokens: reserved - 100, completion_tokens: 100, total_tokens: reserved };

interface Running {
  url: string;
  key: string;
  child: ChildProcess;
  database: Database;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Sets an installation up in this process, then hands its database to three others. */
async function startThree(location: DatabaseLocation, balance: number): Promise<Running> {
  const first = await startApp(location);
  await first.aPrice({ model: "m", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await first.aChannel({ base_url: upstream.url, models: ["m"] });
  const { key } = await first.aToken();
  await first.setBalance(balance);
  const secret = readFileSync(path.join(first.dataDir, "secret.key"), "utf8").trim();
  await first.stop();
  const port = await freePort();
  const env = {
    ...process.env,
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: String(port),
    SECRET_KEY: secret,
    WORKERS: "3",
    LOG_LEVEL: "error",
    ...(location.kind === "postgres" && { DATABASE_URL: location.url }),
  };
  const child = spawn(process.execPath, [main], { env });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    let output = "";
    const hear = (data: Buffer): void => {
      output += data.toString();
      if (output.includes("ready at")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => reject(new Error(`exited ${code}: ${output}`)));
  });
  return { url: `http://127.0.0.1:${port}`, key, child, database: openDatabase(location, () => {}) };
}

const call = ({ url, key }: Running, sent: object = body): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", connection: "close" },
    body: JSON.stringify(sent),
  });

async function readBooks({ database: { queries } }: Running) {
  const user = await queries
    .selectFrom("users")
    .select(["id", "quota", "used_quota"])
    .where("username", "=", "root")
    .executeTakeFirstOrThrow();
  const sum = async (table: "leases" | "ledger_entries"): Promise<number> => {
    const row = await queries
      .selectFrom(table)
      .select((eb) => eb.fn.sum<number>("amount").as("total"))
      .executeTakeFirst();
    return Number(row?.total ?? 0);
  };
  // Refused calls have rows of their own, for which nothing is booked.
  const logs = await queries
    .selectFrom("logs")
    .select("quota")
    .where("metadata", "not like", '%"refused_reason"%')
    .execute();
  return {
    quota: Number(user.quota),
    used: Number(user.used_quota),
    leases: await sum("leases"),
    entries: await sum("ledger_entries"),
    logs: logs.map(({ quota }) => Number(quota)),
  };
}

const databases: { name: string; location: DatabaseLocation | undefined }[] = [
  { name: "SQLite", location: { kind: "sqlite", file: path.join(folder, "tollgate.db") } },
  { name: "PostgreSQL", location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl } },
];

for (const { name, location } of databases) {
  describe.skipIf(location === undefined)(`three processes on ${name}`, () => {
    let running: Running;
    afterAll(async () => {
      const gone = new Promise((resolve) => running.child.once("exit", resolve));
      running.child.kill("SIGTERM");
      await gone;
      await running.database.close();
    });

    it("serve at most what the balance covers of 200 parallel calls, and the entries sum to the balance", async () => {
      upstream.answer(jsonAnswer(chatAnswer({ usage })));
      if (location) running = await startThree(location, reserved * 10);
      const answers = await Promise.all(Array.from({ length: 200 }, () => call(running)));
      const served = answers.filter(({ status }) => status === 200).length;
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 402]));
      expect(served).toBeGreaterThan(0);
      expect(served).toBeLessThanOrEqual(10);
      await vi.waitFor(
        async () => {
          const books = await readBooks(running);
          expect(books.logs).toHaveLength(served);
          expect(books.leases).toBe(0);
          expect(books.quota).toBe(reserved * (10 - served));
          expect(books.entries).toBe(books.quota);
          expect(books.used).toBe(reserved * served);
        },
        { timeout: 10_000, interval: 100 },
      );
      // What one process held and did not need serves the others, to the last call.
      for (let left = 10 - served; left > 0; left--)
        await vi.waitFor(async () => expect((await call(running)).status).toBe(200), { timeout: 5000 });
      expect((await call(running)).status).toBe(402);
    }, 60_000);

    it("deliver no more than the balance pays for of fifty parallel calls for long answers without an output limit", async () => {
      const { max_tokens: _, ...open } = body;
      const wanted = 16_000;
      upstream.answer((response, request) => {
        const completion_tokens = Math.min(wanted, Number(request.json.max_tokens ?? wanted));
        const used = { prompt_tokens: 100, completion_tokens, total_tokens: 100 + completion_tokens };
        setTimeout(() => jsonAnswer(chatAnswer({ usage: used }))(response, request), 200);
      });
      const { queries } = running.database;
      const balance = 5 * (100 + wanted);
      await vi.waitFor(async () => expect((await readBooks(running)).leases).toBe(0), { timeout: 10_000 });
      await queries.updateTable("users").set({ quota: balance }).where("username", "=", "root").execute();
      const before = await readBooks(running);
      // Whoever was known to have nothing is looked up again by then.
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const answers = await Promise.all(Array.from({ length: 50 }, () => call(running, open)));
      const served = answers.filter(({ status }) => status === 200);
      expect(served.length).toBeGreaterThan(5);
      expect(served.every(({ headers }) => Number(headers.get("x-tollgate-max-output")) >= 256)).toBe(true);
      await vi.waitFor(
        async () => {
          const books = await readBooks(running);
          expect(books.logs).toHaveLength(before.logs.length + served.length);
          expect(books.leases).toBe(0);
          const delivered = upstream.seen.reduce((sum, { json }) => sum + 100 + Number(json.max_tokens), 0);
          expect(delivered).toBeLessThanOrEqual(balance);
          expect(books.quota).toBe(balance - delivered);
        },
        { timeout: 10_000, interval: 100 },
      );
    }, 60_000);

    it.skipIf(!existsSync("/proc/self/task"))(
      "give back what one of them held when it is killed between reserving and booking, and charge its calls nothing",
      async () => {
        const { queries } = running.database;
        await queries
          .updateTable("users")
          .set({ quota: reserved * 30 })
          .where("username", "=", "root")
          .execute();
        const before = await vi.waitFor(
          async () => {
            const books = await readBooks(running);
            expect(books.leases).toBe(0);
            return books;
          },
          { timeout: 10_000 },
        );
        const held: (() => void)[] = [];
        upstream.answer((response) => {
          held.push(
            () =>
              void response
                .writeHead(200, { "content-type": "application/json" })
                .end(JSON.stringify(chatAnswer({ usage }))),
          );
        });
        const calls = Array.from({ length: 12 }, () =>
          call(running).then(
            (answer) => answer.status,
            () => 0,
          ),
        );
        await vi.waitFor(() => expect(held).toHaveLength(12), { timeout: 10_000 });
        const { pid } = running.child;
        const [worker] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
        process.kill(Number(worker), "SIGKILL");
        for (const answer of held) answer();
        const statuses = await Promise.all(calls);
        const served = statuses.filter((status) => status === 200).length;
        expect(statuses.filter((status) => status === 0)).toHaveLength(12 - served);
        await vi.waitFor(
          async () => {
            const books = await readBooks(running);
            expect(books.leases).toBe(0);
            expect(books.logs).toHaveLength(before.logs.length + served);
            expect(books.quota).toBe(before.quota - served * reserved);
            expect(books.used).toBe(before.used + served * reserved);
          },
          { timeout: 15_000, interval: 100 },
        );
        // A new one has taken its place.
        upstream.answer(jsonAnswer(chatAnswer({ usage })));
        await vi.waitFor(async () => expect((await call(running)).status).toBe(200), { timeout: 10_000 });
      },
      60_000,
    );
  });
}
