import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ledgerLocations, useLedgers } from "../../../test/support/ledger-processes.ts";
import { insertOrder } from "../../../test/support/random-history.ts";
import type { SqlLedger } from "../../ledger/sql-ledger.ts";
import { type ChangeNotice, createChangeNotice } from "../../snapshot/change-notice.ts";
import type { TransactionQueries } from "../../storage/database.ts";
import { createAudit } from "../audit.ts";
import {
  createUpgradeAfterRecharge,
  reachedGroup,
  type UpgradeAfterRecharge,
} from "./upgrade-after-recharge.ts";

const aGroup = (symbol: string, min: number, max: number, values: object = {}) => ({
  symbol,
  name: symbol.toUpperCase(),
  promotion: 1,
  enable: 1,
  min,
  max,
  ...values,
});

describe("the group that top-ups reach", () => {
  const groups = [
    aGroup("default", 0, 0, { promotion: 0 }),
    aGroup("bronze", 10, 100),
    aGroup("silver", 100, 0),
    aGroup("gold", 500, 0),
    aGroup("old", 50, 0, { enable: 0 }),
    aGroup("staff", 0, 0, { promotion: 0 }),
  ];
  const reached = (current: string, dollars: number) => reachedGroup(groups, current, dollars)?.symbol;

  it.each([
    ["default", 9.99, undefined],
    ["default", 10, "bronze"],
    ["default", 99.99, "bronze"],
    ["default", 100, "silver"],
    ["default", 1_000_000, "gold"],
    ["bronze", 40, undefined],
    ["bronze", 100, "silver"],
    ["gold", 100, undefined],
    ["silver", 20, undefined],
    // Disabled: no user is moved into it, and out of it only upwards.
    ["default", 60, "bronze"],
    ["old", 60, undefined],
    ["old", 100, "silver"],
    // An administrator put the user there, or the group is gone.
    ["staff", 1000, undefined],
    ["gone", 1000, undefined],
  ])("of a user in %s with $%d is %s", (current, dollars, group) => {
    expect(reached(current, dollars)).toBe(group);
  });
});

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`upgrades by top-ups on ${name}`, () => {
    const bench = useLedgers(location);
    let ledger: SqlLedger;
    let notice: ChangeNotice;
    let notified: number[];
    let upgrade: UpgradeAfterRecharge;
    beforeEach(async () => {
      const { database } = bench;
      await database.queries.deleteFrom("user_groups").execute();
      await database.queries.deleteFrom("audit_entries").execute();
      const rest = { ratio: 1, api_rate: 60, public: 0 };
      const groups = [
        aGroup("default", 0, 0, { promotion: 0 }),
        aGroup("vip", 10, 50),
        aGroup("svip", 50, 0),
      ];
      await database.queries
        .insertInto("user_groups")
        .values(groups.map((group) => ({ ...group, ...rest })))
        .execute();
      ({ ledger } = await bench.startProcess());
      await bench.addUser(1, 1_000_000, ledger);
      notice = await createChangeNotice(database, () => {});
      notified = [];
      notice.subscribe("callers", (ids) => void notified.push(...(ids ?? [])));
      const clock = { now: () => 5, milliseconds: () => 5000 };
      upgrade = createUpgradeAfterRecharge({
        database,
        quotaPerUnit: () => 1000,
        changeNotice: notice,
        audit: createAudit({ database, clock }),
        clock,
      });
    });
    afterEach(() => notice.stop());

    const pay = (id: number, dollars: number, fail = false): Promise<boolean> => {
      const quota = dollars * 1000;
      const entry = { id: `order:${id}`, userId: 1, amount: quota, kind: "topup", remark: "" };
      return ledger.credit(entry, async (queries) => {
        await insertOrder(queries, { id, user_id: 1, quota, created_at: 1 });
        await upgrade(queries, 1);
        if (fail) throw new Error("broken");
      });
    };
    const groupNow = async (): Promise<string> =>
      (await bench.database.queries.selectFrom("users").select("group").executeTakeFirstOrThrow()).group;

    it("happen once when many payments come at the same moment, with an audit entry and a row of the log", async () => {
      await Promise.all(Array.from({ length: 60 }, (_, index) => pay(1 + (index % 30), 1)));
      expect(await groupNow()).toBe("vip");
      const audited = await bench.database.queries.selectFrom("audit_entries").selectAll().execute();
      expect(audited).toMatchObject([
        {
          actor_name: "system",
          action: "user.update",
          target_id: "1",
          detail: expect.stringContaining('"vip"'),
        },
      ]);
      const logged = bench.database.queries
        .selectFrom("logs")
        .select(["type", "user_id", "content", "quota"]);
      expect(await logged.execute()).toEqual([
        { type: 4, user_id: 1, content: "Upgraded to the group VIP by top-ups", quota: 0 },
      ]);
      await expect.poll(() => notified).toEqual([1]);
      await Promise.all(Array.from({ length: 20 }, (_, index) => pay(100 + index, 1)));
      expect(await groupNow()).toBe("svip");
    });

    it("count redeemed codes and leave out rewards, adjustments and refunded top-ups", async () => {
      const credit = (id: string, kind: string, amount: number) =>
        ledger.credit({ id, userId: 1, amount, kind, remark: "" }, (queries) => upgrade(queries, 1));
      await credit("gift", "reward", 900_000);
      await credit("more", "adjustment", 900_000);
      await pay(1, 9);
      expect(await groupNow()).toBe("default");
      const refunded = async (queries: TransactionQueries): Promise<void> => {
        await queries.updateTable("orders").set({ refunded_quota: 9000 }).execute();
      };
      await ledger.reverse({ id: "back", userId: 1, amount: 9000, kind: "refund", remark: "" }, refunded);
      await credit("redemption:1", "redemption", 9000);
      expect(await groupNow()).toBe("default");
      await credit("redemption:2", "redemption", 1000);
      expect(await groupNow()).toBe("vip");
    });

    it("are not stored if the credit is not", async () => {
      await expect(pay(1, 20, true)).rejects.toThrow("broken");
      expect(await groupNow()).toBe("default");
      await pay(2, 5);
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(notified).toEqual([]);
    });
  });
}
