import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { figureGroupings } from "@tollgate/contract/analytics";
import type { Checkout } from "@tollgate/contract/orders";
import type { Gateway } from "@tollgate/contract/payments";
import { afterAll, describe, expect, it, vi } from "vitest";
import { type Database, type DatabaseLocation, openDatabase } from "../../src/storage/database.ts";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { expectAnalyticsOfLog, expectPulseOfLog } from "../support/log-figures.ts";
import { freePort } from "../support/free-port.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { startEasyPayStandIn } from "../support/easy-pay-stand-in.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { startWorkers, type WorkerProcesses } from "../support/worker-processes.ts";

/** Three processes of one server, as `WORKERS=3` starts them, over one database. */
const postgresUrl = await postgresOrSkip();
const upstream: FakeUpstream = await startFakeUpstream();
const site = await startEasyPayStandIn();
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-processes-"));
const started: WorkerProcesses[] = [];
afterAll(async () => {
  for (const { child } of started) child.kill("SIGKILL");
  await Promise.all([upstream.stop(), site.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const body = { model: "m", max_tokens: 100, messages: [{ role: "user", content: "x".repeat(500) }] };
/** Half the body bytes at multiplier 1, and its output limit. */
const reserved = Math.ceil(Buffer.byteLength(JSON.stringify(body)) / 2) + 100;
const usage = { prompt_tokens: reserved - 100, completion_tokens: 100, total_tokens: reserved };

interface Running {
  url: string;
  key: string;
  /** Numbers of unpaid orders of ten dollars. */
  orders: string[];
  workers: WorkerProcesses;
  database: Database;
}

/** Two orders at an easy-pay gateway, which reports payments to `address`. */
async function placeOrders({ api }: RunningApp, address: string): Promise<string[]> {
  await api("PUT", "/api/option/", { key: "ServerAddress", value: address });
  const config = { pay_domain: site.url, partner_id: site.partnerId, key: site.key };
  const form = { type: "epay", name: "Pay", icon: "wallet", currency: "CNY", enable: true, config };
  const { uuid } = await api<Gateway>("POST", "/api/payment/", form);
  const place = async (): Promise<string> => {
    const { trade_no, data } = await api<Checkout>("POST", "/api/user/order", { uuid, amount: 10 });
    if (!("params" in data)) throw new Error("easy-pay answers with a form");
    await fetch(data.url, { method: "POST", body: new URLSearchParams(data.params) });
    return trade_no;
  };
  return [await place(), await place()];
}

/** The gateway reports a payment over its own connection. Returns the response; "" if there is none. */
async function report(number: string, patience = 30_000): Promise<string> {
  const url = new URL(site.orders.get(number)?.notify_url ?? "");
  for (const [name, value] of site.callbackFor(number)) url.searchParams.append(name, value);
  const signal = AbortSignal.timeout(patience);
  return fetch(url, { headers: { connection: "close" }, signal }).then(
    (answer) => answer.text(),
    () => "",
  );
}

/** Installs a server in this process, then passes its database to three others. */
async function startThree(location: DatabaseLocation, balance: number): Promise<Running> {
  const first = await startApp(location);
  await first.aPrice({ model: "m", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await first.aChannel({ base_url: upstream.url, models: ["m"] });
  const { key } = await first.aToken();
  const port = await freePort();
  const orders = await placeOrders(first, `http://127.0.0.1:${port}`);
  await first.setBalance(balance);
  const secret = readFileSync(path.join(first.dataDir, "secret.key"), "utf8").trim();
  await first.stop();
  const workers = await startWorkers(location, { secretKey: secret, port });
  started.push(workers);
  return { url: workers.url, key, orders, workers, database: openDatabase(location, () => {}) };
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
  // Rejected calls have rows of their own, without a booking.
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
      await running.workers.stop();
      await running.database.close();
    });

    it("serve at most what the balance covers of 200 parallel calls, and the ledger entries sum to the balance", async () => {
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
        { timeout: 30_000, interval: 100 },
      );
      // Quota that one process reserved and did not need serves the others, to the last call.
      for (let left = 10 - served; left > 0; left--)
        await vi.waitFor(async () => expect((await call(running)).status).toBe(200));
      expect((await call(running)).status).toBe(402);
    }, 120_000);

    it("deliver no more than the balance pays for of fifty parallel calls for long responses without an output limit", async () => {
      const { max_tokens: _, ...open } = body;
      const wanted = 16_000;
      const held: (() => void)[] = [];
      upstream.answer((response, request) => {
        const completion_tokens = Math.min(wanted, Number(request.json.max_tokens ?? wanted));
        const used = { prompt_tokens: 100, completion_tokens, total_tokens: 100 + completion_tokens };
        held.push(() => jsonAnswer(chatAnswer({ usage: used }))(response, request));
      });
      const { queries } = running.database;
      const balance = 5 * (100 + wanted);
      await vi.waitFor(async () => expect((await readBooks(running)).leases).toBe(0), { timeout: 30_000 });
      await queries.updateTable("users").set({ quota: balance }).where("username", "=", "root").execute();
      const before = await readBooks(running);
      // By then, a caller without quota is loaded again.
      await new Promise((resolve) => setTimeout(resolve, 1100));
      let rejected = 0;
      const calls = Array.from({ length: 50 }, async () => {
        const answer = await call(running, open);
        if (!answer.ok) rejected += 1;
        return answer;
      });
      // None ends before the last one has begun.
      await vi.waitFor(() => expect(held.length + rejected).toBe(50));
      for (const answer of held) answer();
      const answers = await Promise.all(calls);
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
        { timeout: 30_000, interval: 100 },
      );
    }, 120_000);

    it.skipIf(!existsSync("/proc/self/task"))(
      "release the reservations of a process that is killed before booking, and charge its calls nothing",
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
          { timeout: 30_000 },
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
        await vi.waitFor(() => expect(held).toHaveLength(12), { timeout: 30_000 });
        running.workers.killOne();
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
          { timeout: 30_000, interval: 100 },
        );
        // A new worker has replaced it.
        upstream.answer(jsonAnswer(chatAnswer({ usage })));
        await vi.waitFor(async () => expect((await call(running)).status).toBe(200), { timeout: 30_000 });
        // Rejected calls are booked some seconds later.
        await vi.waitFor(
          async () => {
            const now = Math.floor(Date.now() / 1000);
            await expectAnalyticsOfLog(running.database, { now, groupings: figureGroupings });
            await expectPulseOfLog(running.database, now);
          },
          { timeout: 20_000, interval: 500 },
        );
      },
      120_000,
    );

    /** Amounts booked as top-ups. */
    async function topUps(): Promise<number[]> {
      const { queries } = running.database;
      const rows = await queries
        .selectFrom("ledger_entries")
        .select("amount")
        .where("kind", "=", "topup")
        .execute();
      return rows.map(({ amount }) => Number(amount));
    }
    const credit = 5_000_000;

    it("credit an order once, even if its payment is reported concurrently", async () => {
      const [number = ""] = running.orders;
      site.pay(number);
      const before = (await readBooks(running)).quota;
      const answers = await Promise.all(Array.from({ length: 60 }, () => report(number)));
      expect(new Set(answers)).toEqual(new Set(["success"]));
      expect(await topUps()).toEqual([credit]);
      expect((await readBooks(running)).quota - before).toBe(credit);
    }, 60_000);

    it.skipIf(!existsSync("/proc/self/task"))(
      "credit an order once if a process is killed in between and the gateway repeats its report",
      async () => {
        const number = running.orders[1] ?? "";
        site.pay(number);
        const reports = Array.from({ length: 30 }, () => report(number, 1000));
        running.workers.killOne();
        await Promise.all(reports);
        await vi.waitFor(async () => expect(await report(number, 10_000)).toBe("success"), {
          timeout: 40_000,
        });
        expect(await topUps()).toEqual([credit, credit]);
      },
      60_000,
    );
  });
}
