import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { ledgerLocations, useLedgers } from "../../test/support/ledger-processes.ts";
import { finishedState, newTask } from "../../test/support/stored-task.ts";
import { reconcile } from "./reconcile/reconcile.ts";
import type { SqlLedger } from "./sql-ledger.ts";
import type { TaskRow } from "./task-ledger.ts";

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`holds of tasks on ${name}`, () => {
    const bench = useLedgers(location);

    const differences = async () => (await reconcile(bench.database.reads, () => 5)).differences;
    const read = (taskId: string): Promise<TaskRow> =>
      bench.database.queries
        .selectFrom("tasks")
        .selectAll()
        .where("task_id", "=", taskId)
        .executeTakeFirstOrThrow();

    async function start(balance = 1000): Promise<SqlLedger> {
      const { ledger } = await bench.startProcess();
      await bench.addUser(1, balance, ledger);
      await bench.addToken(7, 1, 0);
      return ledger;
    }

    /** Everything that no call holds is back with its owner. */
    async function stop(ledger: SqlLedger): Promise<void> {
      bench.forgetLedger(ledger);
      await ledger.close();
    }

    async function open(
      ledger: SqlLedger,
      taskId: string,
      amount: number,
      limited?: number,
    ): Promise<boolean> {
      const reservation = await bench.reserve(ledger, amount, limited);
      if (!reservation.ok) return false;
      return ledger.tasks.open(reservation, newTask(taskId, { quota: amount }));
    }

    async function end(ledger: SqlLedger, taskId: string, cost: number, outcome = 0): Promise<boolean> {
      const row = await read(taskId);
      const record = { ...bench.row(row.request_id), outcome };
      const status = cost > 0 ? "success" : "failure";
      return ledger.tasks.settle(row, finishedState(row, status, cost), { cost, record });
    }

    it("charges what was held once, however many processes end the task together", async () => {
      const ledger = await start();
      const others = [await bench.startProcess(), await bench.startProcess()];
      expect(await open(ledger, "a", 300)).toBe(true);
      expect(await ledger.balanceOf(1)).toBe(700);
      const row = await read("a");
      const ended = await Promise.all(
        [ledger, ...others.map((one) => one.ledger), ledger].map((one) =>
          one.tasks.settle(row, finishedState(row, "success", 300), {
            cost: 300,
            record: bench.row(row.request_id),
          }),
        ),
      );
      expect(ended.filter(Boolean)).toHaveLength(1);
      expect(await ledger.balanceOf(1)).toBe(700);
      expect(await bench.state()).toMatchObject({ used_quota: 300, logged: 300, entries: 700 });
      expect(await differences()).toEqual([]);
    });

    it("releases a task that failed, with a log row that costs nothing", async () => {
      const ledger = await start();
      await bench.addToken(9, 1, 500);
      expect(await open(ledger, "a", 300, 9)).toBe(true);
      expect(await end(ledger, "a", 0, 1)).toBe(true);
      await expect(end(ledger, "a", 0, 1)).rejects.toThrow("the hold of the task a is gone");
      await stop(ledger);
      const { remain_quota } = await bench.database.queries
        .selectFrom("tokens")
        .select("remain_quota")
        .where("id", "=", 9)
        .executeTakeFirstOrThrow();
      expect(remain_quota).toBe(500);
      expect(await bench.state()).toMatchObject({ quota: 1000, used_quota: 0, logged: 0, request_count: 1 });
      expect(await differences()).toEqual([]);
    });

    it("returns what a task cost less than was held", async () => {
      const ledger = await start();
      await open(ledger, "a", 300);
      expect(await end(ledger, "a", 120)).toBe(true);
      expect(await ledger.balanceOf(1)).toBe(880);
      // Spendable immediately, and by every process: nothing of it stays in a lease.
      await ledger.releaseLeases(1);
      expect(await bench.state()).toMatchObject({ quota: 880, leases: 0, holds: 0 });
      expect(await differences()).toEqual([]);
    });

    it("keeps a hold when the process that created it dies, and lets another one end it", async () => {
      const ledger = await start();
      const dying = await bench.startProcess("same-host");
      await open(dying.ledger, "a", 300);
      bench.forget(dying);
      await dying.store.close();
      await bench.startProcess("same-host");
      await bench.expectDead(dying);
      expect(await ledger.balanceOf(1)).toBe(700);
      expect(await differences()).toEqual([]);
      expect(await end(ledger, "a", 300)).toBe(true);
      expect(await ledger.balanceOf(1)).toBe(700);
      expect(await differences()).toEqual([]);
    });

    it("never holds more than the balance and the token have, however many are submitted in parallel", async () => {
      const ledger = await start();
      const other = await bench.startProcess();
      await bench.addToken(9, 1, 600);
      const opened = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          open(index % 2 === 0 ? ledger : other.ledger, `t${index}`, 100, 9).catch(() => false),
        ),
      );
      // Free parts of a lease may be with the other process; it returns them within a second.
      const held = opened.filter(Boolean).length;
      expect(held).toBeGreaterThan(0);
      expect(held).toBeLessThanOrEqual(6);
      expect(await differences()).toEqual([]);
    });

    it("takes a hold from the balance if the leases were swept in the meantime, or rejects it", async () => {
      const ledger = await start();
      const reservation = await bench.mustReserve(ledger, 300);
      const late = await bench.mustReserve(ledger, 300);
      await sql`delete from processes`.execute(bench.database.queries);
      await sql`update users set quota = quota + (select sum(amount) from leases where kind = 'user')`.execute(
        bench.database.queries,
      );
      await sql`delete from leases`.execute(bench.database.queries);
      expect(await ledger.tasks.open(reservation, newTask("a", { quota: 300 }))).toBe(true);
      expect(await differences()).toEqual([]);
      await sql`update users set quota = quota - 600`.execute(bench.database.queries);
      await sql`update ledger_entries set amount = amount - 600 where id = 'opening:1'`.execute(
        bench.database.queries,
      );
      expect(await ledger.tasks.open(late, newTask("b", { quota: 300 }))).toBe(false);
      expect(await differences()).toEqual([]);
    });

    it("counts to the budget of the period that reserved it", async () => {
      const day = 86_400;
      let time = 1_700_006_400;
      const { ledger } = await bench.startProcess("clock", () => time);
      await bench.addUser(1, 1000, ledger);
      await bench.addToken(7, 1, 0);
      const owner = { kind: "user", id: 1 } as const;
      await bench.database.transaction((queries) =>
        ledger.setBudget(queries, owner, { period: "day", quota: 400 }),
      );
      const reserve = () =>
        ledger.reserve({
          userId: 1,
          tokenId: 7,
          tokenUnlimited: true,
          amount: 300,
          userBudget: { period: "day" },
        });
      const used = async () =>
        (
          await bench.database.queries
            .selectFrom("users")
            .select("budget_used")
            .where("id", "=", 1)
            .executeTakeFirstOrThrow()
        ).budget_used;
      const first = await reserve();
      if (!first.ok) throw new Error("refused");
      await ledger.tasks.open(first, newTask("a", { quota: 300 }));
      const second = await ledger.reserve({ ...first, userBudget: { period: "day" } });
      expect(second).toMatchObject({ ok: false, short: "user_budget" });
      expect(await differences()).toEqual([]);
      time += day;
      const next = await reserve();
      if (!next.ok) throw new Error("refused");
      await ledger.tasks.open(next, newTask("b", { quota: 300 }));
      expect(await end(ledger, "a", 0, 1)).toBe(true);
      expect(await used()).toBeGreaterThanOrEqual(300);
      expect(await end(ledger, "b", 0, 1)).toBe(true);
      await stop(ledger);
      expect(await used()).toBe(0);
      expect(await differences()).toEqual([]);
    });

    it("leases a due task to one process at a time, the longest due first", async () => {
      const ledger = await start();
      const other = await bench.startProcess();
      const group = { platform: "test", channel_id: 5, channel_key: 0 };
      for (const due of [30, 10, 20, 99])
        await ledger.tasks.open(
          await bench.mustReserve(ledger, 1),
          newTask(`t${due}`, { quota: 1, due_at: due }),
        );
      const claim = (one: SqlLedger, now: number, limit = 2) =>
        one.tasks.claim({ owner: "me", now, until: now + 60, group, limit });
      const [mine, theirs] = await Promise.all([claim(ledger, 50), claim(other.ledger, 50)]);
      const names = (rows: TaskRow[]) => rows.map(({ task_id }) => task_id).sort();
      expect([...names(mine), ...names(theirs)].sort()).toEqual(["t10", "t20", "t30"]);
      expect(Math.max(mine.length, theirs.length)).toBe(2);
      expect(await claim(ledger, 60)).toEqual([]);
      expect(names(await claim(ledger, 110, 9))).toEqual(["t10", "t20", "t30", "t99"]);
      expect(await ledger.tasks.change(mine[0] as TaskRow, mine[0] as TaskRow)).toBe(false);
    });

    it("leases a task of each user in turn, however many one user has", async () => {
      const ledger = await start();
      const group = { platform: "test", channel_id: 5, channel_key: 0 };
      const open = async (name: string, user_id: number, due_at: number) =>
        ledger.tasks.open(await bench.mustReserve(ledger, 1), newTask(name, { quota: 1, user_id, due_at }));
      for (const due of [10, 11, 12, 13]) await open(`many${due}`, 1, due);
      await open("one20", 2, 20);
      await open("one30", 3, 30);
      const claim = async (limit: number) =>
        (await ledger.tasks.claim({ owner: "me", now: 50, until: 110, group, limit })).map(
          (row) => row.task_id,
        );
      expect((await claim(3)).sort()).toEqual(["many10", "one20", "one30"]);
      expect((await claim(9)).sort()).toEqual(["many11", "many12", "many13"]);
    });

    it("deletes a finished task of its user and no other", async () => {
      const ledger = await start();
      await open(ledger, "a", 300);
      expect(await ledger.tasks.remove("a", 1)).toBe(false);
      await end(ledger, "a", 300);
      expect(await ledger.tasks.remove("a", 2)).toBe(false);
      expect(await ledger.tasks.remove("a", 1)).toBe(true);
      expect(await differences()).toEqual([]);
    });
  });
}
