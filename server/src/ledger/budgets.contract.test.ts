import { budgetPeriodStart } from "@tollgate/contract/budgets";
import { describe, expect, it, vi } from "vitest";
import { ledgerLocations, type Running, useLedgers } from "../../test/support/ledger-processes.ts";
import type { BudgetPeriod, Rejection, Reservation } from "./ledger.ts";
import type { SqlLedger } from "./sql-ledger.ts";

/** A Wednesday, 13:00 in UTC. */
const wednesday = Date.UTC(2026, 10, 25, 13) / 1000;
const hour = 3600;

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`budgets on ${name}`, () => {
    const bench = useLedgers(location);
    const { startProcess, addUser, addToken, row, expectInvariant } = bench;

    async function setBudget(
      kind: "user" | "token",
      period: BudgetPeriod | "none",
      quota: number,
      by: Running,
    ) {
      const id = kind === "user" ? 1 : 7;
      await bench.database.transaction((queries) =>
        by.ledger.setBudget(queries, { kind, id }, { period, quota }),
      );
    }

    async function prepare(first: Running): Promise<void> {
      await addUser(1, 1_000_000, first.ledger);
      await addToken(7, 1, 0);
    }

    const payer = { userId: 1, tokenId: 7, tokenUnlimited: true };
    const reserve = async (
      ledger: SqlLedger,
      amount: number,
      budgets: { userBudget?: { period: BudgetPeriod }; tokenBudget?: { period: BudgetPeriod } },
    ): Promise<Reservation | Rejection> => ledger.reserve({ ...payer, ...budgets, amount });
    const byToken = { tokenBudget: { period: "day" } } as const;

    async function mustReserve(
      ledger: SqlLedger,
      amount: number,
      budgets: Parameters<typeof reserve>[2] = byToken,
    ): Promise<Reservation> {
      const answer = await reserve(ledger, amount, budgets);
      if (!answer.ok) throw new Error(`refused: ${answer.short}`);
      return answer;
    }

    /** Spent: not held by a process, and in which period. */
    async function spent(kind: "user" | "token"): Promise<{ start: number; used: number; held: number }> {
      const owner = await bench.database.queries
        .selectFrom(kind === "user" ? "users" : "tokens")
        .select(["budget_start", "budget_used"])
        .where("id", "=", kind === "user" ? 1 : 7)
        .executeTakeFirstOrThrow();
      const leases = await bench.database.queries
        .selectFrom("budget_leases")
        .select(["amount", "period_start"])
        .where("kind", "=", kind)
        .execute();
      const ofPeriod = leases.filter(({ period_start }) => period_start === owner.budget_start);
      const held = ofPeriod.reduce((sum, { amount }) => sum + amount, 0);
      return { start: owner.budget_start, used: owner.budget_used - held, held };
    }

    it.each(["user", "token"] as const)(
      "admits what the budget of a %s covers when 200 calls come concurrently to three processes, and no more",
      async (kind) => {
        const all = [await startProcess(), await startProcess(), await startProcess()] as const;
        await prepare(all[0]);
        await setBudget(kind, "month", 1000, all[0]);
        const budgets = { [`${kind}Budget`]: { period: "month" } };
        let served = 0;
        await Promise.all(
          Array.from({ length: 200 }, async (_, i) => {
            const { ledger } = all[i % 3] as Running;
            const answer = await reserve(ledger, 100, budgets);
            if (!answer.ok) return expect(answer.short).toBe(`${kind}_budget`);
            await ledger.settle(answer, { cost: 100, record: row(`r${i}`) });
            served += 1;
          }),
        );
        for (const { ledger } of all) await ledger.flush();
        expect(served).toBeGreaterThan(0);
        expect(served).toBeLessThanOrEqual(10);
        expect((await spent(kind)).used).toBe(served * 100);
        // What one process held and did not need is available to the others, to the last call.
        for (let left = 10 - served; left > 0; left--)
          await vi.waitFor(async () => {
            const { ledger } = all[left % 3] as Running;
            const reservation = await mustReserve(ledger, 100, budgets);
            await ledger.settle(reservation, { cost: 100, record: row(`later-${left}`) });
          });
        expect((await reserve(all[1].ledger, 1, budgets)).ok).toBe(false);
        await expectInvariant();
      },
    );

    it("releases what was reserved above the cost, and all of it on release", async () => {
      const one = await startProcess(undefined, () => wednesday);
      await prepare(one);
      await setBudget("token", "day", 1000, one);
      const kept = await mustReserve(one.ledger, 400);
      const dropped = await mustReserve(one.ledger, 600);
      expect(await reserve(one.ledger, 1, byToken)).toMatchObject({ short: "token_budget" });
      one.ledger.release(dropped);
      await one.ledger.settle(kept, { cost: 150, record: row("r1") });
      await one.ledger.flush();
      expect(await one.ledger.available({ ...payer, ...byToken })).toBe(850);
      expect((await spent("token")).used).toBe(150);
      expect((await reserve(one.ledger, 851, byToken)).ok).toBe(false);
      one.ledger.release(await mustReserve(one.ledger, 850));
      await expectInvariant();
    });

    it("returns balance and the other budget where one budget does not cover the call", async () => {
      const one = await startProcess(undefined, () => wednesday);
      await prepare(one);
      await setBudget("user", "week", 1000, one);
      await setBudget("token", "day", 100, one);
      const both = { userBudget: { period: "week" }, tokenBudget: { period: "day" } } as const;
      expect(await reserve(one.ledger, 101, both)).toMatchObject({ short: "token_budget" });
      expect(await one.ledger.available({ ...payer, userBudget: { period: "week" } })).toBe(1000);
      expect(await one.ledger.available({ ...payer, ...both })).toBe(100);
      expect(await one.ledger.available(payer)).toBe(1_000_000);
    });

    it("admits free calls although the budget is used up", async () => {
      const one = await startProcess(undefined, () => wednesday);
      await prepare(one);
      await setBudget("token", "day", 100, one);
      await one.ledger.settle(await mustReserve(one.ledger, 100), { cost: 100, record: row("r1") });
      expect((await reserve(one.ledger, 1, byToken)).ok).toBe(false);
      const free = await mustReserve(one.ledger, 0);
      await one.ledger.settle(free, { cost: 0, record: row("r2") });
    });

    it("charges a cost above its reservation to the budget too, which then covers nothing more", async () => {
      const one = await startProcess(undefined, () => wednesday);
      await prepare(one);
      await setBudget("token", "day", 1000, one);
      expect(
        await one.ledger.settle(await mustReserve(one.ledger, 300), { cost: 900, record: row("a") }),
      ).toBe(900);
      await one.ledger.flush();
      const before = bench.announced;
      // Nothing was reserved of the budget, as for a channel without an estimate: the callers are reloaded.
      await one.ledger.settle(await mustReserve(one.ledger, 0), { cost: 250, record: row("b") });
      await vi.waitFor(() => expect(bench.announced).toBe(before + 1));
      await vi.waitFor(async () => expect(await spent("token")).toMatchObject({ used: 1150, held: 0 }));
      expect((await reserve(one.ledger, 1, byToken)).ok).toBe(false);
      await expectInvariant();
    });

    it("begins a new period by the clock, and charges a call to the period that reserved it", async () => {
      const clock = { now: wednesday };
      const one = await startProcess(undefined, () => clock.now);
      await prepare(one);
      await setBudget("token", "day", 1000, one);
      const running = await mustReserve(one.ledger, 600);
      const dropped = await mustReserve(one.ledger, 400);
      clock.now += 11 * hour;
      const nextDay = budgetPeriodStart("day", clock.now);
      const next = await mustReserve(one.ledger, 1000);
      await one.ledger.settle(running, { cost: 500, record: row("a") });
      one.ledger.release(dropped);
      await one.ledger.flush();
      expect(await spent("token")).toEqual({ start: nextDay, used: 0, held: 1000 });
      await one.ledger.settle(next, { cost: 700, record: row("b") });
      await one.ledger.flush();
      await vi.waitFor(
        async () => expect(await spent("token")).toEqual({ start: nextDay, used: 700, held: 0 }),
        5000,
      );
      const leases = await bench.database.queries.selectFrom("budget_leases").selectAll().execute();
      expect(leases).toEqual([]);
      await expectInvariant();
    });

    it("begins the period for all processes when the clock of the first one does", async () => {
      const clock = { now: budgetPeriodStart("day", wednesday) + 24 * hour - 1 };
      const ahead = await startProcess(undefined, () => clock.now + 1);
      const behind = await startProcess(undefined, () => clock.now);
      await prepare(ahead);
      await setBudget("token", "day", 1000, behind);
      await behind.ledger.settle(await mustReserve(behind.ledger, 1000), { cost: 1000, record: row("a") });
      await behind.ledger.flush();
      const first = await mustReserve(ahead.ledger, 600);
      const second = await mustReserve(behind.ledger, 400);
      expect((await reserve(behind.ledger, 1, byToken)).ok).toBe(false);
      ahead.ledger.release(first);
      await behind.ledger.settle(second, { cost: 300, record: row("b") });
      await behind.ledger.flush();
      await vi.waitFor(
        async () =>
          expect(await spent("token")).toEqual({
            start: budgetPeriodStart("day", clock.now + 1),
            used: 300,
            held: 0,
          }),
        5000,
      );
    });

    it("starts again with another period, and continues counting with another amount", async () => {
      const one = await startProcess(undefined, () => wednesday);
      await prepare(one);
      await setBudget("token", "day", 1000, one);
      await one.ledger.settle(await mustReserve(one.ledger, 800), { cost: 800, record: row("a") });
      await one.ledger.flush();
      await setBudget("token", "day", 900, one);
      expect((await reserve(one.ledger, 101, byToken)).ok).toBe(false);
      await setBudget("token", "week", 900, one);
      const byWeek = { tokenBudget: { period: "week" } } as const;
      expect(await one.ledger.available({ ...payer, ...byWeek })).toBe(900);
      // A process that has not loaded it yet admits its calls, and they count to no budget.
      one.ledger.release(await mustReserve(one.ledger, 5000));
      expect(await one.ledger.available({ ...payer, ...byWeek })).toBe(900);
      await setBudget("token", "none", 0, one);
      one.ledger.release(await mustReserve(one.ledger, 5000, byWeek));
    });

    it("releases nothing twice where the period is changed and changed back while a call runs", async () => {
      const one = await startProcess(undefined, () => wednesday);
      await prepare(one);
      await setBudget("token", "day", 1000, one);
      const running = await mustReserve(one.ledger, 900);
      await setBudget("token", "month", 1000, one);
      await setBudget("token", "day", 1000, one);
      expect(await spent("token")).toMatchObject({ used: 0, held: 900 });
      expect((await reserve(one.ledger, 900, byToken)).ok).toBe(false);
      one.ledger.release(running);
      expect((await reserve(one.ledger, 900, byToken)).ok).toBe(true);
      expect((await reserve(one.ledger, 900, byToken)).ok).toBe(false);
    });

    it("releases everything where calls were admitted while the budget had another period", async () => {
      const one = await startProcess(undefined, () => wednesday);
      await prepare(one);
      await setBudget("token", "day", 1000, one);
      const counted = await mustReserve(one.ledger, 400);
      await setBudget("token", "month", 1000, one);
      // The process has not loaded it yet: this call counts to no budget.
      const uncounted = await mustReserve(one.ledger, 5000);
      await setBudget("token", "day", 1000, one);
      one.ledger.release(uncounted);
      one.ledger.release(counted);
      await vi.waitFor(async () => expect(await spent("token")).toMatchObject({ used: 0, held: 0 }));
      const again = await mustReserve(one.ledger, 900);
      await one.ledger.settle(again, { cost: 900, record: row("a") });
      await one.ledger.flush();
      await vi.waitFor(async () => expect(await spent("token")).toMatchObject({ used: 900, held: 0 }));
      await expectInvariant();
    });

    it("releases what a dead process held, and charges what it booked late", async () => {
      const dead = await startProcess("shared");
      await prepare(dead);
      await setBudget("token", "month", 1000, dead);
      const byMonth = { tokenBudget: { period: "month" } } as const;
      const running = await mustReserve(dead.ledger, 600, byMonth);
      expect((await spent("token")).held).toBe(600);
      // Of two processes on one host, the later one detects that the earlier one has ended.
      const other = await startProcess("shared");
      await vi.waitFor(async () => expect(await spent("token")).toMatchObject({ used: 0, held: 0 }));
      await mustReserve(other.ledger, 1000, byMonth);
      await dead.ledger.settle(running, { cost: 500, record: row("late") });
      await dead.ledger.flush();
      expect(await spent("token")).toMatchObject({ used: 500, held: 1000 });
    });
  });
}
