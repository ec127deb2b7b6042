import { newTask } from "../../../test/support/stored-task.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { ledgerLocations, useLedgers } from "../../../test/support/ledger-processes.ts";
import { insertOrder, insertUsedCode, startHistory } from "../../../test/support/random-history.ts";
import type { Database } from "../../storage/database.ts";
import { reconcile } from "./reconcile.ts";

const differences = async ({ reads }: Database): Promise<string[]> =>
  (await reconcile(reads, () => 5)).differences.map(
    ({ check, subject, id, expected, actual }) => `${check} ${subject} ${id}: ${expected}, ${actual}`,
  );

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`the ledger on ${name}`, () => {
    const bench = useLedgers(location);

    it.each([1, 2, 3, 4])(
      "agree at every moment of a random history with crashes and overlapping calls (%i)",
      async (seed) => {
        const history = startHistory(bench, seed);
        await history.begin();
        for (let round = 0; round < 4; round++) {
          await history.run(60);
          expect(await differences(bench.database)).toEqual([]);
          const [, ...seen] = await Promise.all([
            history.runTogether(20),
            ...Array.from({ length: 5 }, () => differences(bench.database)),
          ]);
          expect(seen.flat()).toEqual([]);
        }
        await history.flush();
        expect(await differences(bench.database)).toEqual([]);
      },
    );

    /** One user with 10,000, an order of 4,000 of which 1,500 were refunded, and a call of 300 by token 7. */
    async function keepLedger(): Promise<void> {
      const process = await bench.startProcess();
      const { ledger } = process;
      await bench.addUser(1, 10_000, ledger);
      await bench.addToken(7, 1, 5000);
      const order = { id: 9, user_id: 1, quota: 4000, created_at: 1 };
      const paid = { id: "order:9", userId: 1, amount: 4000, kind: "topup", remark: "" };
      await ledger.credit(paid, (queries) => insertOrder(queries, order));
      const reversal = {
        id: "order-reversal:1:refund:r1",
        userId: 1,
        amount: 1500,
        kind: "refund",
        remark: "",
      };
      await ledger.reverse(reversal, async (queries) => {
        const refund = { gateway_id: 1, kind: "refund", gateway_no: "r1", order_id: 9, amount: 1 };
        await queries
          .insertInto("order_settlements")
          .values({ ...refund, quota: 1500, created_at: 2 })
          .execute();
        await queries.updateTable("orders").set({ refunded_quota: 1500 }).execute();
      });
      const code = { id: "redemption:5", userId: 1, amount: 0, kind: "redemption", remark: "" };
      await ledger.credit({ ...code, amount: 700 }, (queries) =>
        insertUsedCode(queries, { id: 5, used_user_id: 1, quota: 700 }),
      );
      // A payment that came twice is kept without quota.
      const second = { gateway_id: 1, kind: "second_payment", gateway_no: "again", order_id: 9, amount: 100 };
      await bench.database.queries
        .insertInto("order_settlements")
        .values({ ...second, quota: 0, created_at: 3 })
        .execute();
      const call = await bench.mustReserve(ledger, 500, 7);
      await ledger.settle(call, { cost: 300, record: bench.row("call") });
      const charged = newTask("done", { request_id: "call", quota: 300, charge: "charged" });
      await bench.database.queries
        .insertInto("tasks")
        .values({ ...charged, version: 1 })
        .execute();
      bench.forget(process);
      await ledger.close();
      expect(await differences(bench.database)).toEqual([]);
    }

    const copy =
      "'pay-again', order_id, amount, quota, created_at from order_settlements where kind = 'payment'";
    it.each([
      ["a changed balance", "update users set quota = quota + 1", ["user_balance user 1: 12900, 12901"]],
      [
        "a deleted entry",
        "delete from ledger_entries where id = 'opening:1'",
        ["user_balance user 1: 2900, 12900"],
      ],
      [
        "an entry of a call that was written twice",
        "insert into ledger_entries select 'usage:twice', user_id, kind, amount, created_at, remark from ledger_entries where kind = 'usage'",
        ["user_balance user 1: 12600, 12900", "user_usage user 1: 600, 300", "usage_rollup user 1: 600, 300"],
      ],
      ["a changed sum of usage", "update users set used_quota = 299", ["user_usage user 1: 300, 299"]],
      ["a changed roll-up", "update usage_hourly set quota = 301", ["usage_rollup user 1: 300, 301"]],
      ["a deleted roll-up", "delete from usage_hourly", ["usage_rollup user 1: 300, 0"]],
      [
        "an entry of no user",
        "insert into ledger_entries values ('gift', 77, 'reward', 5, 1, '')",
        ["unknown_user user 77: 5, 0"],
      ],
      [
        "an invented lease",
        "insert into leases values ('p', 'user', 1, 50)",
        ["user_balance user 1: 12900, 12950"],
      ],
      [
        "a balance below zero",
        "update users set quota = -5",
        ["user_balance user 1: 12900, -5", "below_zero user 1: 0, -5"],
      ],
      [
        "a collection without its credit",
        "insert into ledger_entries values ('collected:gone', 1, 'collection', -5, 1, '')",
        [
          "user_balance user 1: 12895, 12900",
          "collection entry collected:gone: 5, 0",
          "uncollected all : 0, 5",
        ],
      ],
      ["a debt that no call made", "update users set uncollected = 8", ["uncollected all : 0, 8"]],
      [
        "a token that used less than its calls",
        "update tokens set used_quota = 0",
        ["token_usage token 7: 300, 0"],
      ],
      [
        "a new token that used more than its calls",
        "update tokens set used_quota = 400, created_time = 9000000000",
        ["token_usage token 7: 300, 400"],
      ],
      [
        "a budget that forgot what running calls hold",
        "insert into budget_leases select 'p', 'user', id, budget_start, 40 from users",
        ["budget user 1: 40, 0"],
      ],
      [
        "a settlement that was doubled",
        `insert into order_settlements select gateway_id, kind, ${copy}`,
        ["order_payment order 9: 4000, 8000", "order_entry entry order:9: 8000, 4000"],
      ],
      [
        "an order that was never paid",
        "update orders set status = 'closed'",
        ["order_payment order 9: 0, 4000"],
      ],
      [
        "a paid order without a settlement",
        "delete from order_settlements where kind = 'payment'",
        ["order_payment order 9: 4000, 0", "order_entry entry order:9: 0, 4000"],
      ],
      [
        "a settlement without an order",
        "delete from orders",
        [
          "order_payment order 9: 0, 4000",
          "order_refund order 9: 1500, 0",
          "order_entry entry order:9: 0, 4000",
          "order_reversal entry order-reversal:1:refund:r1: 0, 1500",
        ],
      ],
      [
        "an order that was credited to another user",
        "update orders set user_id = 2",
        [
          "order_entry entry order:9: 0, 4000",
          "order_entry entry order:9: 4000, 0",
          "order_reversal entry order-reversal:1:refund:r1: 0, 1500",
          "order_reversal entry order-reversal:1:refund:r1: 1500, 0",
        ],
      ],
      [
        "a payment's entry of another amount",
        "update ledger_entries set amount = 4001 where id = 'order:9'",
        ["user_balance user 1: 12901, 12900", "order_entry entry order:9: 4000, 4001"],
      ],
      [
        "a refund that took too much",
        "update ledger_entries set amount = -1600 where kind = 'refund'",
        [
          "user_balance user 1: 12800, 12900",
          "uncollected all : -100, 0",
          "order_reversal entry order-reversal:1:refund:r1: 1500, 1600",
        ],
      ],
      [
        "a refund without its entry",
        "delete from ledger_entries where kind = 'refund'",
        ["user_balance user 1: 14400, 12900", "order_reversal entry order-reversal:1:refund:r1: 1500, 0"],
      ],
      [
        "a code that was redeemed without an entry",
        "insert into redemptions (user_id, name, code_hash, code_encrypted, code_hint, status, quota, created_time, expired_time, redeemed_time, used_user_id, deleted_time) select user_id, name, 'other', '', '', 3, 90, 0, -1, 1, 1, 0 from redemptions",
        ["redemption_entry entry redemption:ID: 90, 0"],
      ],
      [
        "an entry of a code that no user redeemed",
        "update redemptions set used_user_id = 0",
        ["redemption_entry entry redemption:5: 0, 700"],
      ],
      [
        "a code that was credited to another user",
        "update redemptions set used_user_id = 2",
        ["redemption_entry entry redemption:5: 0, 700", "redemption_entry entry redemption:5: 700, 0"],
      ],
      [
        "a paid reward without its entry",
        "insert into invite_rewards (reward_key, kind, inviter_id, invitee_id, order_id, quota, status, reason, created_time, due_time, settled_time) values ('inviter:x', 'registration', 1, 2, 0, 60, 'paid', '', 1, 1, 1)",
        ["reward_entry entry inviter:x: 60, 0"],
      ],
      [
        "a hold that no task has",
        `insert into holds (task_id, user_id, token_id, token_limited, amount, user_term_period, user_term_start,
          user_term_amount, token_term_period, token_term_start, token_term_amount, created_at)
         values ('gone', 1, 7, 0, 60, 0, 0, 0, 0, 0, 0, 1)`,
        ["user_balance user 1: 12900, 12960", "task_hold task gone: 0, 60"],
      ],
      [
        "a task that lost its hold",
        "update tasks set charge = 'held'",
        ["task_hold task done: 300, 0", "task_entry task done: 0, 300"],
      ],
      [
        "a charged task of another amount",
        "update tasks set quota = 301",
        ["task_entry task done: 301, 300"],
      ],
      [
        "a returned refund without its entry",
        `insert into order_settlements select gateway_id, 'refund_returned', gateway_no, order_id, amount, quota, created_at
         from order_settlements where kind = 'refund'`,
        ["order_refund order 9: 0, 1500", "order_entry entry order-return:1:refund_returned:r1: 1500, 0"],
      ],
      [
        "a won dispute that was never one",
        "insert into ledger_entries values ('order-return:1:dispute_won:d', 1, 'dispute', 5, 1, '')",
        ["user_balance user 1: 12905, 12900", "order_entry entry order-return:1:dispute_won:d: 0, 5"],
      ],
      [
        "an order that forgot its refund",
        "update orders set refunded_quota = 0",
        ["order_refund order 9: 1500, 0"],
      ],
    ])("name %s", async (_what, statement, named) => {
      await keepLedger();
      await sql.raw(statement).execute(bench.database.queries);
      const found = (await differences(bench.database)).map((text) =>
        // PostgreSQL and SQLite number a new row differently.
        text.replace(/redemption:(?!5:)\d+/, "redemption:ID"),
      );
      expect(found.sort()).toEqual([...named].sort());
    });

    it("list at most two hundred differences of a check and report that there are more", async () => {
      const entries = Array.from({ length: 250 }, (_, index) => ({
        id: `gift:${index}`,
        user_id: 1000 + index,
        kind: "reward",
        amount: 5,
        created_at: 1,
        remark: "",
      }));
      await bench.database.queries.insertInto("ledger_entries").values(entries).execute();
      const result = await reconcile(bench.database.reads, () => 5);
      expect(result).toMatchObject({ checked_at: 5, users: 0, orders: 0, more: true });
      expect(result.differences).toHaveLength(200);
    });
  });
}
