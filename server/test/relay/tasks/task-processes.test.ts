import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readBalance } from "../../../src/ledger/balance-changes.ts";
import { reconcile } from "../../../src/ledger/reconcile/reconcile.ts";
import { emptyUsageRow } from "../../../src/ledger/usage-row.ts";
import type { Database, DatabaseLocation } from "../../../src/storage/database.ts";
import { openDatabase } from "../../../src/storage/database.ts";
import { createRandom } from "../../support/random-history.ts";
import { postgresOrSkip } from "../../support/postgres.ts";
import { type RunningApp, startApp } from "../../support/start-app.ts";
import { newTask } from "../../support/stored-task.ts";
import { registerTestPlatform, startTestUpstream, type TestUpstream } from "../../support/test-platform.ts";

const price = 1000;
const secretKey = Buffer.alloc(32, 7).toString("base64");
const script = path.resolve(import.meta.dirname, "../../support/task-process.ts");

const folder = mkdtempSync(path.join(tmpdir(), "tollgate-tasks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const url = await postgresOrSkip();
const locations: { name: string; location: DatabaseLocation | undefined }[] = [
  // The file name that a server would use.
  { name: "SQLite", location: { kind: "sqlite", file: path.join(folder, "tollgate.db") } },
  { name: "PostgreSQL", location: url === null ? undefined : { kind: "postgres", url } },
];

for (const { name, location } of locations) {
  describe.skipIf(!location)(`tasks of several processes on ${name}`, () => {
    const at = location as DatabaseLocation;
    let running: RunningApp[];
    let upstream: TestUpstream;
    let unregister: () => void;
    let database: Database;
    let key: string;
    let channel: { id: number };
    beforeAll(async () => {
      unregister = registerTestPlatform();
      upstream = await startTestUpstream();
      const env = { EGRESS_ALLOW: "127.0.0.1", SECRET_KEY: secretKey };
      running = [await startApp(at, { env }), await startApp(at, { env }), await startApp(at, { env })];
      const [first] = running as [RunningApp];
      database = openDatabase(at);
      channel = await first.aChannel({ models: ["test_generate"], base_url: upstream.url, key: "k" });
      await first.aPrice({
        model: "test_generate",
        type: "times",
        channel_type: 1,
        input: 1,
        output: 0,
        locked: false,
      });
      key = (await first.aToken()).key;
      await first.api("PUT", "/api/option/", { key: "ServerAddress", value: first.url });
      await first.setBalance(1_000_000);
    }, 180_000);
    afterAll(async () => {
      await stopAll();
      await database.close();
      await upstream.stop();
      unregister();
    }, 180_000);

    async function stopAll(): Promise<void> {
      for (const one of running.splice(0)) await one.stop();
    }

    const differences = async () => (await reconcile(database.reads, () => 5)).differences;
    const lastTask = async (): Promise<number> => {
      const last = database.queries
        .selectFrom("tasks")
        .select((b) => b.fn.coalesce(b.fn.max("id"), b.lit(0)).as("id"));
      return (await last.executeTakeFirstOrThrow()).id;
    };
    const openTasks = async (): Promise<number> =>
      (await database.queries.selectFrom("tasks").select("id").where("charge", "=", "held").execute()).length;

    it("are queried by one process at a time, and a failing channel does not starve others", async () => {
      const [{ app }] = running as [RunningApp];
      const dead = await running[0]?.aChannel({ models: ["x"], base_url: "http://127.0.0.1:9", key: "k" });
      const add = async (count: number, channelId: number, due: number, prefix: string): Promise<void> => {
        for (let index = 0; index < count; index++) {
          const id = `${prefix}-${index}`;
          const payer = { userId: 1, tokenId: 1, tokenUnlimited: true };
          const reservation = await app.ledger.reserve({ ...payer, amount: 10 });
          if (!reservation.ok) throw new Error("rejected");
          const times = { submitted_at: Date.now(), expires_at: Date.now() + 3_600_000, due_at: due };
          const record = {
            ...emptyUsageRow,
            request_id: `request-${id}`,
            user_id: 1,
            token_id: 1,
            metadata: {},
          };
          const task = newTask(id, {
            record: JSON.stringify(record),
            platform: "test-tasks",
            quota: 10,
            channel_id: channelId,
            ...times,
          });
          upstream.tasks.set(`up-${id}`, { id: `up-${id}`, status: "success" });
          await app.ledger.tasks.open(reservation, { ...task, status: "queued", upstream_id: `up-${id}` });
        }
      };
      const open = new Set<string>();
      const requested = new Map<string, number>();
      const twice: string[] = [];
      upstream.onQuery = async (ids) => {
        for (const id of ids) {
          if (open.has(id)) twice.push(id);
          open.add(id);
          requested.set(id, (requested.get(id) ?? 0) + 1);
        }
        await new Promise((resolve) => setTimeout(resolve, 30));
        for (const id of ids) open.delete(id);
      };
      // The dead channel's tasks have waited longer.
      await add(120, dead?.id ?? 0, 1, "dead");
      await add(200, channel.id, 2, "live");
      await vi.waitFor(async () => expect(await openTasks()).toBe(120), { timeout: 15_000, interval: 50 });
      expect(twice).toEqual([]);
      expect([...requested.values()].filter((count) => count !== 1)).toEqual([]);
      expect(requested.size).toBe(200);
      expect(await differences()).toEqual([]);
      // A deleted channel's tasks end with their expiry.
      await database.queries
        .updateTable("tasks")
        .set((b) => ({ expires_at: 1, due_at: 1, lease_until: 0, version: b("version", "+", 1) }))
        .where("charge", "=", "held")
        .execute();
      await database.queries
        .deleteFrom("channels")
        .where("id", "=", dead?.id ?? 0)
        .execute();
      await vi.waitFor(async () => expect(await openTasks()).toBe(0), { timeout: 30_000, interval: 50 });
      expect(await differences()).toEqual([]);
      upstream.onQuery = () => {};
    }, 180_000);

    it.each([1, 2])(
      "agree to the unit after a random history of submissions, queries and reports (%i)",
      async (seed) => {
        const random = createRandom(seed);
        const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
        const before = await balance();
        const statuses = ["queued", "in_progress", "in_progress", "success", "failure", "paused"];
        const update = (change: { due_at?: number; expires_at?: number }) =>
          database.queries
            .updateTable("tasks")
            .set((b) => ({ ...change, lease_until: 0, version: b("version", "+", 1) }))
            .where("charge", "=", "held")
            .where("id", ">", b0 + random(60))
            .execute();
        const b0 = await lastTask();
        const operations = [
          async () => {
            const said = pick([undefined, undefined, undefined, "cut", { status: 429, text: "{}" }] as const);
            if (said) upstream.next.submit.push(said);
            await submitTo(pick(running).url);
          },
          async () => {
            for (const task of upstream.tasks.values()) if (random(3) === 0) task.status = pick(statuses);
            await update({ due_at: 1 });
          },
          async () => {
            const address = upstream.submitted[random(upstream.submitted.length)]?.notify;
            const task = pick([...upstream.tasks.values()]);
            if (address && task)
              await fetch(address, {
                method: "POST",
                body: JSON.stringify({ tasks: [{ ...task, status: pick(statuses) }] }),
              });
          },
          async () => {
            if (random(6) === 0) await update({ due_at: 1, expires_at: 1 });
          },
        ];
        for (let round = 0; round < 12; round++) {
          await Promise.all(Array.from({ length: 8 }, () => pick(operations)()));
          expect(await differences()).toEqual([]);
        }
        upstream.next.submit.length = 0;
        for (const task of upstream.tasks.values()) if (random(2) === 0) task.status = "success";
        await makeDue({ expires_at: 1 });
        await vi.waitFor(async () => expect(await openTasks()).toBe(0), { timeout: 15_000, interval: 50 });
        const ended = await database.queries.selectFrom("tasks").selectAll().where("id", ">", b0).execute();
        const charged = ended.reduce((sum, { quota }) => sum + quota, 0);
        expect(new Set(ended.map(({ charge }) => charge))).toEqual(new Set(["charged", "released"]));
        expect(ended.filter(({ charge, quota }) => (charge === "charged") !== quota > 0)).toEqual([]);
        expect(await balance()).toBe(before - charged);
        expect(await differences()).toEqual([]);
      },
      60_000,
    );

    const submitTo = (url: string): Promise<unknown> =>
      fetch(`${url}/test-tasks/submit/generate`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ prompt: "p" }),
      }).catch(() => undefined);

    it("lose and double no money when a process is killed between any two steps", async () => {
      // They would query the tasks of the killed process.
      await stopAll();
      const before = await balance();
      const earlier = await lastTask();
      // Together the databases cover all four; each needs a server start.
      const moments: ["submit" | "query", number][] =
        at.kind === "sqlite"
          ? [
              ["submit", 0],
              ["query", 4],
            ]
          : [
              ["submit", 4],
              ["query", 0],
            ];
      let victim = await startProcess(at);
      for (const [moment, wait] of moments) {
        let dying: (() => void) | undefined;
        const killed = new Promise<void>((resolve) => (dying = resolve));
        const kill = async (): Promise<void> => {
          const strike = (): void => {
            victim.child.kill("SIGKILL");
            dying?.();
          };
          if (wait === 0) strike();
          else setTimeout(strike, wait);
        };
        if (moment === "submit") upstream.onSubmit = kill;
        const answers = Array.from({ length: 3 }, () => submitTo(victim.url));
        if (moment === "query") {
          await Promise.all(answers);
          finishAll();
          upstream.onQuery = kill;
          await makeDue();
        }
        await killed;
        await Promise.all(answers);
        await victim.gone;
        upstream.onSubmit = upstream.onQuery = () => {};
        expect([moment, wait, await differences()]).toEqual([moment, wait, []]);
        victim = await startProcess(at);
        finishAll();
        await makeDue();
        await vi.waitFor(async () => expect(await openTasks()).toBe(0), { timeout: 15_000, interval: 50 });
        expect([moment, wait, await differences()]).toEqual([moment, wait, []]);
      }
      victim.child.kill("SIGKILL");
      await victim.gone;
      const tasks = await database.queries
        .selectFrom("tasks")
        .select(["status", "charge", "quota"])
        .where("id", ">", earlier)
        .execute();
      const charged = tasks.filter(({ charge }) => charge === "charged");
      expect(charged.length).toBeGreaterThan(0);
      expect(tasks.every(({ status, charge }) => (status === "success") === (charge === "charged"))).toBe(
        true,
      );
      expect(await balance()).toBe(before - charged.length * price);
    }, 120_000);

    /** With open leases, those of dead processes included. */
    const balance = (): Promise<number> => readBalance(database.queries, 1);

    function finishAll(): void {
      for (const task of upstream.tasks.values()) task.status = "success";
    }

    /** Makes what a dead process left behind due now, instead of in some minutes. */
    async function makeDue(change: { expires_at?: number } = {}): Promise<void> {
      await database.queries
        .updateTable("tasks")
        .set((b) => ({ ...change, due_at: 1, lease_until: 0, version: b("version", "+", 1) }))
        .where("charge", "=", "held")
        .execute();
    }
  });
}

interface Victim {
  url: string;
  child: ChildProcess;
  gone: Promise<void>;
}

async function startProcess(location: DatabaseLocation): Promise<Victim> {
  const folder = location.kind === "sqlite" ? path.dirname(location.file) : path.resolve("/tmp");
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: "0",
      HOST: "127.0.0.1",
      SECRET_KEY: secretKey,
      LOG_LEVEL: "silent",
      EGRESS_ALLOW: "127.0.0.1",
      ...(location.kind === "postgres" && { DATABASE_URL: location.url }),
    },
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    const hear = (data: Buffer): void => {
      output += data.toString();
      const found = /http:\/\/\S+/.exec(output);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => reject(new Error(`exited ${code}: ${output}`)));
  });
  return { url, child, gone };
}
