import { describe, expect, it, vi } from "vitest";
import { ledgerLocations, type Running, useLedgers } from "../../test/support/ledger-processes.ts";
import type { SqlLedger } from "./sql-ledger.ts";

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`reservations on ${name}`, () => {
    const bench = useLedgers(location);
    const { startProcess, addUser, addToken, reserve, mustReserve, row, state, expectInvariant } = bench;

    it("admits what the balance covers when 200 calls come concurrently, and no more", async () => {
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

    it("is not overspent by three processes concurrently", async () => {
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

    it("releases what was reserved above the cost, and all of it on release", async () => {
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

    it("reserves only where so much more is left as must be spared, in any process", async () => {
      const all = [await startProcess(), await startProcess()] as const;
      await addUser(1, 1000, all[0].ledger);
      await addToken(7, 1, 700);
      const payer = { userId: 1, tokenId: 7 };
      const sparing = async (ledger: SqlLedger, amount: number, spare: number, tokenUnlimited = true) =>
        (await ledger.reserve({ ...payer, tokenUnlimited, amount, spare })).ok;
      expect(await sparing(all[0].ledger, 600, 500)).toBe(false);
      expect(await sparing(all[0].ledger, 600, 200, false)).toBe(false);
      // The lease has enough for this call only.
      expect(await sparing(all[0].ledger, 600, 401)).toBe(false);
      expect(await sparing(all[0].ledger, 600, 400)).toBe(true);
      expect(await sparing(all[0].ledger, 350, 51)).toBe(false);
      // The spared amount is there, for this process immediately and for others a second later.
      await vi.waitFor(async () => expect(await sparing(all[1].ledger, 400, 0)).toBe(true));
      await expectInvariant();
    });

    it("covers the largest responses of no more parallel calls than the balance, in any process", async () => {
      const all = [await startProcess(), await startProcess(), await startProcess()];
      await addUser(1, 10_000, (all[0] as Running).ledger);
      const granted: number[] = [];
      await Promise.all(
        all.flatMap(({ ledger }) =>
          Array.from({ length: 40 }, async () => {
            const payer = { userId: 1, tokenId: 7, tokenUnlimited: true };
            const whole = await ledger.reserve({ ...payer, amount: 1280, spare: 320 });
            if (whole.ok) return granted.push(1280);
            const share = await ledger.reserve({ ...payer, amount: 40 });
            if (share.ok) return granted.push(40);
            const left = await ledger.available(payer);
            const rest = left > 0 ? await ledger.reserve({ ...payer, amount: Math.min(left, 40) }) : share;
            return rest.ok && granted.push(rest.amount);
          }),
        ),
      );
      expect(granted.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(10_000);
      expect(granted).toContain(1280);
      expect(granted.filter((amount) => amount === 40).length).toBeGreaterThan(20);
      await expectInvariant();
    });

    it("returns what could be reserved, the lesser of user and token, and reserves nothing", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 1000, ledger);
      await addToken(7, 1, 300);
      const payer = { userId: 1, tokenId: 7 };
      await mustReserve(ledger, 100, 7);
      expect(await ledger.available({ ...payer, tokenUnlimited: false })).toBe(200);
      expect(await ledger.available({ ...payer, tokenUnlimited: true })).toBe(900);
      expect(await ledger.available({ ...payer, tokenUnlimited: true })).toBe(900);
      expect(await ledger.available({ userId: 404, tokenId: 404, tokenUnlimited: false })).toBe(0);
    });

    it("sums what was not collected by user and day, once for each call, until credits have settled it", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 1000, ledger);
      const before = bench.announced;
      await ledger.settle(await mustReserve(ledger, 100), { cost: 1300, record: row("a") });
      expect(ledger.hasUncollected(1)).toBe(true);
      await ledger.flush();
      for (const id of ["b", "a"]) {
        await ledger.settle(await mustReserve(ledger, 0), { cost: 50, record: row(id) });
        await ledger.flush();
      }
      const sums = () =>
        Promise.all([
          bench.database.queries.selectFrom("users").select("uncollected").where("id", "=", 1).execute(),
          bench.database.queries.selectFrom("uncollected_daily").selectAll().execute(),
        ]);
      const day = 1_700_000_000 - (1_700_000_000 % 86_400);
      expect(await sums()).toEqual([[{ uncollected: 350 }], [{ day, quota: 350, calls: 2 }]]);
      await vi.waitFor(() => expect(ledger.hasUncollected(1)).toBe(false));
      expect(bench.announced).toBeGreaterThan(before);
      const after = bench.announced;
      await ledger.credit({ id: "paid", userId: 1, amount: 10, kind: "topup", remark: "" });
      expect(bench.announced).toBe(after + 1);
      expect(await sums()).toEqual([[{ uncollected: 340 }], [{ day, quota: 350, calls: 2 }]]);
      expect(await ledger.balanceOf(1)).toBe(0);
      await ledger.credit({ id: "more", userId: 1, amount: 350, kind: "topup", remark: "" });
      expect(bench.announced).toBe(after + 2);
      expect(await sums()).toEqual([[{ uncollected: 0 }], [{ day, quota: 350, calls: 2 }]]);
      expect(await ledger.balanceOf(1)).toBe(10);
      const { database } = bench;
      const collected = database.queries.selectFrom("ledger_entries").select(["id", "amount"]);
      expect(await collected.where("kind", "=", "collection").orderBy("amount").execute()).toEqual([
        { id: "collected:more", amount: -340 },
        { id: "collected:paid", amount: -10 },
      ]);
      await ledger.credit({ id: "last", userId: 1, amount: 10, kind: "topup", remark: "" });
      expect(bench.announced).toBe(after + 3);
      await expectInvariant();
    });

    it("takes back what the balance covers, once, and leaves the rest to the next credit", async () => {
      const { ledger } = await startProcess();
      await addUser(1, 1000, ledger);
      const open = await mustReserve(ledger, 600);
      const reversal = { id: "refund:1", userId: 1, amount: 700, kind: "refund", remark: "" };
      const done = await Promise.all(Array.from({ length: 20 }, () => ledger.reverse(reversal)));
      expect(done.filter(Boolean)).toHaveLength(1);
      const user = bench.database.queries.selectFrom("users").select(["quota", "uncollected"]);
      expect(await user.execute()).toEqual([{ quota: 0, uncollected: 300 }]);
      await ledger.settle(open, { cost: 600, record: row("still running") });
      await ledger.flush();
      await ledger.credit({ id: "paid", userId: 1, amount: 500, kind: "topup", remark: "" });
      expect(await ledger.balanceOf(1)).toBe(200);
      await expectInvariant();
    });

    it("settles what is owed once, however many credits come at the same moment", async () => {
      const { ledger } = await startProcess();
      const { ledger: other } = await startProcess("other");
      await addUser(1, 100, ledger);
      await ledger.reverse({ id: "refund:1", userId: 1, amount: 1100, kind: "refund", remark: "" });
      const credits = Array.from({ length: 40 }, (_, i) =>
        (i % 2 ? ledger : other).credit({
          id: `c${i % 30}`,
          userId: 1,
          amount: 50,
          kind: "topup",
          remark: "",
        }),
      );
      await Promise.all(credits);
      expect(await ledger.balanceOf(1)).toBe(500);
      await expectInvariant();
    });
  });
}
