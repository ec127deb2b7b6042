import { describe, expect, it } from "vitest";
import { ledgerLocations, useLedgers } from "../../test/support/ledger-processes.ts";
import type { TransactionQueries } from "../storage/database.ts";
import { RoleNotLower } from "./ledger.ts";

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`ledger changes on ${name}`, () => {
    const bench = useLedgers(location);
    const { startProcess, addUser, addToken, reserve, mustReserve, row, state, expectInvariant } = bench;

    it("holds a limited token to its own quota and leaves the user's balance alone when it rejects", async () => {
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
      const token = await bench.database.queries
        .selectFrom("tokens")
        .select(["remain_quota", "used_quota"])
        .executeTakeFirstOrThrow();
      const leased = await bench.database.queries
        .selectFrom("leases")
        .select("amount")
        .where("kind", "=", "token")
        .executeTakeFirst();
      expect(token.used_quota).toBe(160);
      expect(token.remain_quota + (leased?.amount ?? 0)).toBe(90);
      expect(await ledger.balanceOf(1)).toBe(9840);
      await expectInvariant();
    });

    it("counts what running calls hold when a token's quota is set again", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 10_000, ledger);
      await addToken(7, 1, 500);
      const open = await mustReserve(ledger, 200, 7);
      await ledger.setTokenQuota(7, { remain: 300, unlimited: false });
      expect((await reserve(ledger, 101, 7)).ok).toBe(false);
      expect((await reserve(ledger, 100, 7)).ok).toBe(true);
      await ledger.settle(open, { cost: 200, record: row("r") });
    });

    it("keeps what a token spent when only its limit is removed and set again", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 10_000, ledger);
      await addToken(7, 1, 500);
      const open = await mustReserve(ledger, 200, 7);
      await ledger.setTokenQuota(7, { remain: undefined, unlimited: true });
      await ledger.settle(open, { cost: 200, record: row("r") });
      await ledger.flush();
      await ledger.setTokenQuota(7, { remain: undefined, unlimited: false });
      expect((await reserve(ledger, 301, 7)).ok).toBe(false);
      expect((await reserve(ledger, 300, 7)).ok).toBe(true);
    });

    it("releases the reservations of a dead process and keeps every settled row", async () => {
      const dead = await startProcess("same");
      await addUser(1, 1000, dead.ledger);
      for (let i = 0; i < 5; i++) {
        await dead.ledger.settle(await mustReserve(dead.ledger, 50), { cost: 40, record: row(`s${i}`) });
      }
      await mustReserve(dead.ledger, 300);
      await dead.ledger.flush();
      // It dies here: nothing more is booked or returned.
      bench.forget(dead);
      await dead.store.close();
      const { ledger } = await startProcess("same");
      expect(await state()).toMatchObject({ quota: 800, leases: 0, logged: 200 });
      expect((await reserve(ledger, 800)).ok).toBe(true);
      await expectInvariant();
    });

    it("never overdraws when a process that was considered dead continues", async () => {
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

    it("credits and debits once per id and rejects debits above the balance", async () => {
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

    it("books nothing for a user whose role is no longer lower than the entry allows", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 100, ledger);
      const entry = { id: "a:1", userId: 1, amount: 50, kind: "adjustment", remark: "", roleBelow: 10 };
      expect(await ledger.credit(entry)).toBe(true);
      expect(await ledger.debit({ ...entry, id: "a:2" })).toBe("done");
      expect(await ledger.debit({ ...entry, id: "a:3", amount: 500 })).toBe("insufficient");
      await bench.database.queries.updateTable("users").set({ role: 10 }).execute();
      await expect(ledger.credit({ ...entry, id: "a:4" })).rejects.toThrow(RoleNotLower);
      await expect(ledger.debit({ ...entry, id: "a:4" })).rejects.toThrow(RoleNotLower);
      expect(await ledger.balanceOf(1)).toBe(100);
      await expectInvariant();
      expect(await ledger.credit({ ...entry, id: "a:4", roleBelow: undefined })).toBe(true);
    });

    it("stores a change of a balance and its related writes together or not at all", async () => {
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
        bench.database.queries.selectFrom("tokens").selectAll().where("id", "=", 7).executeTakeFirstOrThrow();
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
      bench.forget(entry);
      await entry.ledger.close();
      expect(await state()).toMatchObject({ quota: 99_993, leases: 0 });
    });

    it("sums rows by token, and by outcome those that did not succeed", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 1000, ledger);
      await ledger.settle(await mustReserve(ledger, 10), { cost: 5, record: row("a") });
      await ledger.settle(await mustReserve(ledger, 10), { cost: 0, record: { ...row("b"), outcome: 1 } });
      await ledger.flush();
      const { queries } = bench.database;
      const hour = 1_700_000_000 - (1_700_000_000 % 3600);
      const sums = { prompt_tokens: 3, completion_tokens: 4 };
      expect(await queries.selectFrom("usage_hourly_outcomes").selectAll().execute()).toEqual([
        { hour, user_id: 1, channel_id: 5, model_name: "m", outcome: 1, request_count: 1, quota: 0, ...sums },
      ]);
      expect(await queries.selectFrom("usage_hourly_tokens").selectAll().execute()).toEqual([
        {
          hour,
          user_id: 1,
          token_id: row("a").token_id,
          request_count: 2,
          quota: 5,
          prompt_tokens: 6,
          completion_tokens: 8,
        },
      ]);
    });

    it("sums rows into the hour they belong to", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 1000, ledger);
      for (const id of ["a", "b"]) {
        await ledger.settle(await mustReserve(ledger, 10), { cost: 5, record: row(id) });
      }
      await ledger.flush();
      expect(await bench.database.queries.selectFrom("usage_hourly").selectAll().execute()).toEqual([
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
          task_count: 0,
          task_time: 0,
        },
      ]);
    });
  });
}
