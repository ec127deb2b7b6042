import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { postgresOrSkip } from "../../test/support/postgres.ts";
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
  type TransactionQueries,
} from "../storage/database.ts";
import { migrate } from "../storage/migrate.ts";
import type { ProcessIdentity, UsageStore } from "../storage/writer/usage-store.ts";
import { startUsageWriter } from "../storage/writer/usage-writer.ts";
import type { Refusal, Reservation, UsageRow } from "./ledger.ts";
import { createSqlLedger, type SqlLedger } from "./sql-ledger.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tollgate-ledger-"));
const postgresUrl = await postgresOrSkip();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const locations: { name: string; location: DatabaseLocation | undefined }[] = [
  { name: "SQLite", location: { kind: "sqlite", file: path.join(folder, "ledger.db") } },
  { name: "PostgreSQL", location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl } },
];

interface Running {
  ledger: SqlLedger;
  store: UsageStore;
}

for (const { name, location } of locations) {
  describe.skipIf(!location)(`ledger on ${name}`, () => {
    let database: Database;
    let running: Running[] = [];
    let processes = 0;
    const at = location as DatabaseLocation;

    beforeAll(async () => {
      database = openDatabase(at);
      await migrate(database);
    });
    afterAll(() => database?.close());
    beforeEach(async () => {
      for (const table of [
        "users",
        "tokens",
        "ledger_entries",
        "leases",
        "processes",
        "logs",
        "usage_hourly",
      ]) {
        await sql`delete from ${sql.table(table)}`.execute(database.queries);
      }
      return async () => {
        for (const { ledger } of running) await ledger.close();
        running = [];
      };
    });

    /** A ledger as a process of its own would have it. Of two on the same host the later one finds the earlier one's pid gone. */
    async function startProcess(host = `host-${processes}`): Promise<Running> {
      processes += 1;
      const process: ProcessIdentity = { id: `process-${processes}`, host, pid: 1_000_000 + processes };
      const store = startUsageWriter({ location: at, processId: process.id }, () => {});
      const ledger = createSqlLedger({
        database,
        store,
        process,
        now: () => Math.floor(Date.now() / 1000),
        // Processes that a test lets die keep ticking until they are gone.
        onError: () => {},
      });
      await ledger.start();
      const entry = { ledger, store };
      running.push(entry);
      return entry;
    }

    async function addUser(id: number, quota: number, ledger: SqlLedger): Promise<void> {
      const user = {
        username: `user-${id}`,
        password_hash: "",
        display_name: "",
        role: 1,
        status: 1,
        email: "",
      };
      const rest = { avatar_url: "", group: "default", quota: 0, used_quota: 0, request_count: 0 };
      const times = { created_time: 0, last_login_time: 0, last_login_ip: "", deleted_time: 0 };
      await database.queries
        .insertInto("users")
        .values({ id, ...user, ...rest, ...times, access_token_hash: "" })
        .execute();
      await ledger.credit({ id: `opening:${id}`, userId: id, amount: quota, kind: "opening", remark: "" });
    }

    async function addToken(id: number, userId: number, remain: number): Promise<void> {
      await database.queries
        .insertInto("tokens")
        .values({
          id,
          user_id: userId,
          name: "t",
          key_hash: `hash-${id}`,
          key_encrypted: "",
          key_hint: "",
          status: 1,
          created_time: 0,
          accessed_time: 0,
          expired_time: -1,
          remain_quota: remain,
          unlimited_quota: 0,
          used_quota: 0,
          group: "",
          backup_group: "",
          chat_cache: 0,
          setting: "{}",
          deleted_time: 0,
        })
        .execute();
    }

    const reserve = async (
      ledger: SqlLedger,
      amount: number,
      limited?: number,
    ): Promise<Reservation | Refusal> =>
      ledger.reserve({ userId: 1, tokenId: limited ?? 7, tokenUnlimited: limited === undefined, amount });

    async function mustReserve(ledger: SqlLedger, amount: number, limited?: number): Promise<Reservation> {
      const answer = await reserve(ledger, amount, limited);
      if (!answer.ok) throw new Error(`refused: ${answer.short}`);
      return answer;
    }

    function row(requestId: string): UsageRow {
      return {
        request_id: requestId,
        created_at: 1_700_000_000,
        user_id: 1,
        username: "user-1",
        token_id: 7,
        token_name: "t",
        model_name: "m",
        prompt_tokens: 3,
        completion_tokens: 4,
        channel_id: 5,
        request_time: 12,
        is_stream: 0,
        source_ip: "",
        content: "",
        metadata: {},
      };
    }

    async function state() {
      const user = await database.queries
        .selectFrom("users")
        .select(["quota", "used_quota", "request_count"])
        .where("id", "=", 1)
        .executeTakeFirstOrThrow();
      const sum = (table: "ledger_entries" | "leases") =>
        database.queries
          .selectFrom(table)
          .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("amount"), eb.lit(0)).as("total"))
          .$if(table === "leases", (query) => query.where(sql`kind`, "=", "user"))
          .executeTakeFirstOrThrow();
      const logs = await database.queries.selectFrom("logs").select(["quota", "metadata"]).execute();
      return {
        ...user,
        entries: Number((await sum("ledger_entries")).total),
        leases: Number((await sum("leases")).total),
        logged: logs.reduce((total, log) => total + log.quota, 0),
        logs,
      };
    }

    /** What must hold at every moment: entries sum to balance plus open leases, and nothing is below zero. */
    async function expectInvariant(): Promise<void> {
      const now = await state();
      expect(now.entries).toBe(now.quota + now.leases);
      expect(now.quota).toBeGreaterThanOrEqual(0);
    }

    it("lets through what the balance covers when 200 calls come at once, and no more", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 1000, ledger);
      const answers = await Promise.all(
        Array.from({ length: 200 }, async (_, i) => {
          const answer = await reserve(ledger, 100);
          if (answer.ok) await ledger.settle(answer, { cost: 100, record: row(`r${i}`) });
          return answer.ok;
        }),
      );
      await ledger.flush();
      expect(answers.filter(Boolean)).toHaveLength(10);
      expect(await state()).toMatchObject({ quota: 0, used_quota: 1000, request_count: 10, logged: 1000 });
      await expectInvariant();
    });

    it("is not overspent by three processes at once", async () => {
      const all = [await startProcess(), await startProcess(), await startProcess()];
      await addUser(1, 5000, (all[0] as Running).ledger);
      let served = 0;
      await Promise.all(
        all.flatMap(({ ledger }, p) =>
          Array.from({ length: 100 }, async (_, i) => {
            const answer = await reserve(ledger, 100);
            if (!answer.ok) return;
            await ledger.settle(answer, { cost: 60, record: row(`p${p}-${i}`) });
            served += 1;
          }),
        ),
      );
      for (const { ledger } of all) await ledger.flush();
      const now = await state();
      expect(now.logged).toBe(served * 60);
      expect(now.logged).toBeLessThanOrEqual(5000);
      await expectInvariant();
    });

    it("gives back what was reserved above the cost, and all of it on release", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 1000, ledger);
      const kept = await mustReserve(ledger, 400);
      const dropped = await mustReserve(ledger, 600);
      expect((await reserve(ledger, 1)).ok).toBe(false);
      ledger.release(dropped);
      await ledger.settle(kept, { cost: 150, record: row("r1") });
      await ledger.flush();
      expect(await ledger.balanceOf(1)).toBe(850);
      expect((await reserve(ledger, 850)).ok).toBe(true);
      await expectInvariant();
    });

    it("books a request id once, however often it is settled", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 1000, ledger);
      for (const _ of [1, 2, 3]) {
        await ledger.settle(await mustReserve(ledger, 100), { cost: 100, record: row("same") });
        await ledger.flush();
      }
      expect(await state()).toMatchObject({ used_quota: 100, request_count: 1, logged: 100 });
      await expectInvariant();
    });

    it("charges a cost above its reservation as far as the balance reaches and flags the rest", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 1000, ledger);
      expect(await ledger.settle(await mustReserve(ledger, 100), { cost: 300, record: row("a") })).toBe(300);
      expect(await ledger.settle(await mustReserve(ledger, 100), { cost: 5000, record: row("b") })).toBe(700);
      await ledger.flush();
      const now = await state();
      expect(now).toMatchObject({ quota: 0, used_quota: 1000 });
      expect(now.logs.map((log) => JSON.parse(log.metadata) as unknown)).toContainEqual({
        uncollected: 4300,
      });
      await expectInvariant();
    });

    it("holds a limited token to its own quota and leaves the user's balance alone when it refuses", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 10_000, ledger);
      await addToken(7, 1, 250);
      const answers = await Promise.all(Array.from({ length: 20 }, () => reserve(ledger, 100, 7)));
      const held = answers.filter((answer) => answer.ok);
      expect(held).toHaveLength(2);
      expect(answers.filter((answer) => !answer.ok)).toContainEqual({ ok: false, short: "token" });
      for (const [i, answer] of held.entries())
        await ledger.settle(answer, { cost: 80, record: row(`t${i}`) });
      await ledger.flush();
      const token = await database.queries
        .selectFrom("tokens")
        .select(["remain_quota", "used_quota"])
        .executeTakeFirstOrThrow();
      const leased = await database.queries
        .selectFrom("leases")
        .select("amount")
        .where("kind", "=", "token")
        .executeTakeFirst();
      expect(token.used_quota).toBe(160);
      expect(token.remain_quota + (leased?.amount ?? 0)).toBe(90);
      expect(await ledger.balanceOf(1)).toBe(9840);
      await expectInvariant();
    });

    it("counts what running calls hold when a token's quota is set anew", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 10_000, ledger);
      await addToken(7, 1, 500);
      const open = await mustReserve(ledger, 200, 7);
      await ledger.setTokenQuota(7, { remain: 300, unlimited: false });
      expect((await reserve(ledger, 101, 7)).ok).toBe(false);
      expect((await reserve(ledger, 100, 7)).ok).toBe(true);
      await ledger.settle(open, { cost: 200, record: row("r") });
    });

    it("frees the reservations of a dead process and keeps every settled row", async () => {
      const dead = await startProcess("same");
      await addUser(1, 1000, dead.ledger);
      for (let i = 0; i < 5; i++) {
        await dead.ledger.settle(await mustReserve(dead.ledger, 50), { cost: 40, record: row(`s${i}`) });
      }
      await mustReserve(dead.ledger, 300);
      await dead.ledger.flush();
      // It dies here: nothing more is booked or returned.
      running = running.filter((entry) => entry !== dead);
      await dead.store.close();
      const { ledger } = await startProcess("same");
      expect(await state()).toMatchObject({ quota: 800, leases: 0, logged: 200 });
      expect((await reserve(ledger, 800)).ok).toBe(true);
      await expectInvariant();
    });

    it("never overdraws when a process that was taken for dead goes on", async () => {
      const slow = await startProcess("same");
      await addUser(1, 1000, slow.ledger);
      const held = await mustReserve(slow.ledger, 900);
      const other = await startProcess("same");
      const spent = await mustReserve(other.ledger, 950);
      await other.ledger.settle(spent, { cost: 950, record: row("other") });
      await other.ledger.flush();
      await slow.ledger.settle(held, { cost: 900, record: row("slow") });
      await slow.ledger.flush();
      await expectInvariant();
      expect((await state()).logged).toBe(1850);
    });

    it("credits and debits once per id and refuses to take more than there is", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 100, ledger);
      const gift = { id: "gift:1", userId: 1, amount: 50, kind: "adjustment", remark: "" };
      const results = await Promise.all([ledger.credit(gift), ledger.credit(gift), ledger.credit(gift)]);
      expect(results.filter(Boolean)).toHaveLength(1);
      const fee = { ...gift, id: "fee:1", amount: 120 };
      expect(await ledger.debit(fee)).toBe("done");
      expect(await ledger.debit(fee)).toBe("repeated");
      expect(await ledger.debit({ ...fee, id: "fee:2" })).toBe("insufficient");
      expect(await ledger.balanceOf(1)).toBe(30);
      await expectInvariant();
    });

    it("stores a change of a balance and what is written with it together or not at all", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 100, ledger);
      const gift = { id: "gift:1", userId: 1, amount: 50, kind: "adjustment", remark: "" };
      const fee = { ...gift, id: "fee:1" };
      const fail = () => Promise.reject(new Error("no entry"));
      await expect(ledger.credit(gift, fail)).rejects.toThrow("no entry");
      await expect(ledger.debit(fee, fail)).rejects.toThrow("no entry");
      expect(await ledger.balanceOf(1)).toBe(100);
      const seen: [string, number][] = [];
      const write = (name: string) => async (transaction: TransactionQueries, balance: number) => {
        await transaction.updateTable("users").set({ display_name: name }).where("id", "=", 1).execute();
        seen.push([name, balance]);
      };
      const open = await mustReserve(ledger, 10);
      await ledger.credit(gift, write("credited"));
      await ledger.credit(gift, write("credited again"));
      await ledger.debit(fee, write("debited"));
      await ledger.debit({ ...fee, id: "fee:2", amount: 5000 }, write("debited too much"));
      expect(seen).toEqual([
        ["credited", 150],
        ["debited", 100],
      ]);
      ledger.release(open);
      await expectInvariant();
    });

    it("stores a token's quota and its other columns together or not at all", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 10_000, ledger);
      await addToken(7, 1, 500);
      const rename = async (transaction: TransactionQueries) => {
        await transaction.updateTable("tokens").set({ name: "renamed" }).where("id", "=", 7).execute();
      };
      const tokenRow = () =>
        database.queries.selectFrom("tokens").selectAll().where("id", "=", 7).executeTakeFirstOrThrow();
      const before = await tokenRow();
      const failed = ledger.setTokenQuota(7, { remain: 9, unlimited: true }, async (transaction) => {
        await rename(transaction);
        throw new Error("no entry");
      });
      await expect(failed).rejects.toThrow("no entry");
      expect(await tokenRow()).toEqual(before);
      await ledger.setTokenQuota(7, { remain: 9, unlimited: false }, rename);
      expect(await tokenRow()).toEqual({ ...before, name: "renamed", remain_quota: 9 });
      await expectInvariant();
    });

    it("returns every lease when it closes", async () => {
      const entry = await startProcess();
      await addUser(1, 100_000, entry.ledger);
      await entry.ledger.settle(await mustReserve(entry.ledger, 10), { cost: 7, record: row("r") });
      running = running.filter((other) => other !== entry);
      await entry.ledger.close();
      expect(await state()).toMatchObject({ quota: 99_993, leases: 0 });
    });

    it("sums rows into the hour they belong to", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 1000, ledger);
      for (const id of ["a", "b"]) {
        await ledger.settle(await mustReserve(ledger, 10), { cost: 5, record: row(id) });
      }
      await ledger.flush();
      expect(await database.queries.selectFrom("usage_hourly").selectAll().execute()).toEqual([
        {
          hour: 1_700_000_000 - (1_700_000_000 % 3600),
          user_id: 1,
          channel_id: 5,
          model_name: "m",
          request_count: 2,
          quota: 10,
          prompt_tokens: 6,
          completion_tokens: 8,
          request_time: 24,
        },
      ]);
    });
  });
}
