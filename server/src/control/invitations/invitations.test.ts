import type { Invitee, Inviter, InviterInvitee, InviteSummary } from "@tollgate/contract/invitations";
import type { Page } from "@tollgate/contract/list-query";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asUser } from "../../../test/support/as-user.ts";
import { anAdmin } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import type { DatabaseLocation } from "../../storage/database.ts";
import { maskName } from "./present.ts";
import { topUpReward } from "./rewards.ts";

const postgres = await postgresOrSkip();
const day = 86_400;
let count = 0;

describe("on SQLite", () => {
  inviting(undefined);
});
describe.skipIf(postgres === null)("on PostgreSQL", () => {
  inviting({ kind: "postgres", url: postgres ?? "" });
});

function inviting(location: DatabaseLocation | undefined): void {
  let running: ControlApp;
  beforeAll(async () => {
    running = await startControlApp(location && { location });
    await running.set("QuotaForInviter", 30);
    await running.set("InviteTopUpReward", 100);
    await running.set("InviteTopUpPercent", 2.5);
    await running.set("InviteTopUpRewardMax", 5000);
  });
  afterAll(() => running.stop());

  const rewards = () => running.services.invitations.rewards;
  const balance = (id: number) => running.ledger.balanceOf(id);
  const password = "a long password";

  async function register(affCode = "", email = "") {
    const number = ++count;
    const passwordHash = await running.passwords.hash(password);
    const form = { username: `invited${number}`, displayName: "", email, emailVerified: false, passwordHash };
    const { id, username } = await running.services.accounts.create({ ...form, affCode });
    return { id, username, password };
  }
  async function anInviter(email = "") {
    const user = await register("", email);
    return { ...user, code: await running.services.accounts.invitationCode(user.id) };
  }

  /** A paid order as the order flow books it, with what follows in its transaction. */
  async function payOrder(
    userId: number,
    quota = 10_000,
  ): Promise<{ id: number; user_id: number; quota: number }> {
    const number = ++count;
    return running.database.transaction(async (queries) => {
      const { id } = await queries
        .insertInto("orders")
        .values({
          trade_no: `trade-${number}`,
          user_id: userId,
          gateway_id: 1,
          gateway_no: `no-${number}`,
          reference: "",
          amount: 1,
          quota,
          order_amount: 100,
          order_currency: "USD",
          fee: 0,
          discount: 0,
          status: "success",
          problem: "",
          late: 0,
          refunded_amount: 0,
          refunded_quota: 0,
          checkout: "",
          created_at: running.clock.now(),
          expires_at: 0,
          paid_at: running.clock.now(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const order = { id, user_id: userId, quota };
      await rewards().onFirstTopUp(queries, order);
      return order;
    });
  }
  const refund = (order: { id: number }) =>
    running.database.transaction((queries) => rewards().onReversal(queries, order));
  const rewardsOf = (inviterId: number) =>
    running.database.queries
      .selectFrom("invite_rewards")
      .select(["kind", "invitee_id", "quota", "status", "reason"])
      .where("inviter_id", "=", inviterId)
      .orderBy("id")
      .execute();
  const afterDays = async (days: number): Promise<void> => {
    running.clock.advance(days * day);
    await rewards().payDue();
  };

  it("pays the inviter after the vesting time, through the ledger, once, however many processes try", async () => {
    const inviter = await anInviter();
    const invited = await register(inviter.code);
    expect(await balance(inviter.id)).toBe(0);
    await afterDays(6);
    expect(await balance(inviter.id)).toBe(0);
    running.clock.advance(day);
    await Promise.all(Array.from({ length: 10 }, () => rewards().payDue()));
    expect(await balance(inviter.id)).toBe(30);
    const entries = await running.database.queries
      .selectFrom("ledger_entries")
      .select(["id", "kind", "amount"])
      .where("user_id", "=", inviter.id)
      .execute();
    expect(entries).toEqual([{ id: `inviter:user:${invited.id}`, kind: "reward", amount: 30 }]);
    const logs = await running.database.queries
      .selectFrom("logs")
      .select(["type", "quota"])
      .where("user_id", "=", inviter.id)
      .execute();
    expect(logs).toEqual([{ type: 4, quota: 30 }]);
  });

  it("pays nothing for an account that was deleted or disabled before the vesting time", async () => {
    const inviter = await anInviter();
    const [deleted, disabled] = [await register(inviter.code), await register(inviter.code)];
    const change = (id: number, columns: object) =>
      running.database.queries.updateTable("users").set(columns).where("id", "=", id).execute();
    await change(deleted.id, { deleted_time: running.clock.now() });
    await change(disabled.id, { status: 2 });
    await afterDays(7);
    expect(await balance(inviter.id)).toBe(0);
    expect((await rewardsOf(inviter.id)).map(({ status, reason }) => `${status} ${reason}`)).toEqual([
      "cancelled account",
      "cancelled account",
    ]);
  });

  it("rewards the first paid top-up by amount and percent, and none after it", async () => {
    const inviter = await anInviter();
    const invited = await register(inviter.code);
    await payOrder(invited.id, 10_000);
    await payOrder(invited.id, 10_000);
    await afterDays(7);
    expect(await rewardsOf(inviter.id)).toMatchObject([
      { kind: "registration", quota: 30, status: "paid" },
      { kind: "first_top_up", quota: 350, status: "paid", invitee_id: invited.id },
    ]);
    expect(await balance(inviter.id)).toBe(380);
  });

  it("rewards no later top-up of a user who paid before there was a reward", async () => {
    const inviter = await anInviter();
    const invited = await register(inviter.code);
    await running.set("InviteTopUpReward", 0);
    await running.set("InviteTopUpPercent", 0);
    await payOrder(invited.id);
    await running.set("InviteTopUpReward", 100);
    await running.set("InviteTopUpPercent", 2.5);
    await payOrder(invited.id);
    expect((await rewardsOf(inviter.id)).map(({ kind }) => kind)).toEqual(["registration"]);
  });

  it("rewards one of twenty top-ups that are paid at the same moment", async () => {
    const inviter = await anInviter();
    const invited = await register(inviter.code, `same${count}@example.org`);
    await Promise.all(Array.from({ length: 20 }, () => payOrder(invited.id)));
    expect((await rewardsOf(inviter.id)).filter(({ kind }) => kind === "first_top_up").length).toBe(1);
    await afterDays(7);
    expect(await balance(inviter.id)).toBe(380);
  });

  it("pays nothing for a top-up refunded before the vesting time, nor for the next one", async () => {
    const inviter = await anInviter();
    const invited = await register(inviter.code);
    const order = await payOrder(invited.id);
    await refund(order);
    await payOrder(invited.id);
    await afterDays(7);
    expect((await rewardsOf(inviter.id)).at(-1)).toMatchObject({ status: "cancelled", reason: "refund" });
    expect(await balance(inviter.id)).toBe(30);
  });

  it("either pays or cancels a reward whose order is refunded in the moment it is due", async () => {
    for (let round = 0; round < 10; round++) {
      const inviter = await anInviter();
      const order = await payOrder((await register(inviter.code)).id);
      running.clock.advance(7 * day);
      await Promise.all([rewards().payDue(), refund(order), rewards().payDue()]);
      const [, topUp] = await rewardsOf(inviter.id);
      expect(await balance(inviter.id)).toBe(topUp?.status === "paid" ? 380 : 30);
    }
  });

  it("rewards no one for their own mailbox under another alias, and a mailbox once", async () => {
    const me = `me${++count}`;
    const self = await anInviter(`${me}.x@gmail.com`);
    const alias = await register(self.code, `${me}x+other@gmail.com`);
    await payOrder(alias.id);
    expect(await rewardsOf(self.id)).toEqual([]);
    const inviter = await anInviter();
    const box = `box${count}`;
    for (const email of [`${box}@example.org`, `${box}+2@example.org`]) {
      const { id } = await register(inviter.code, email);
      await payOrder(id);
    }
    expect((await rewardsOf(inviter.id)).map(({ kind }) => kind)).toEqual(["registration", "first_top_up"]);
  });

  it("has no circle: the inviter existed before, and no endpoint changes the inviter", async () => {
    const inviter = await anInviter();
    const invited = await register(inviter.code);
    const client = await asUser(running, { ...inviter });
    const code = await running.services.accounts.invitationCode(invited.id);
    await client.put("/api/user/self", { display_name: "x", inviter_id: invited.id, aff_code: code });
    await payOrder(inviter.id);
    expect(await rewardsOf(invited.id)).toEqual([]);
  });

  it("rewards an inviter up to the limits of a day and of 30 days, also for registrations at the same moment", async () => {
    await running.set("InviteRewardsPerDay", 2);
    await running.set("InviteRewardsPerMonth", 3);
    const inviter = await anInviter();
    await Promise.all(Array.from({ length: 6 }, () => register(inviter.code)));
    const counted = async () => {
      const all = await rewardsOf(inviter.id);
      return [all.filter(({ reason }) => reason === "limit").length, all.length];
    };
    expect(await counted()).toEqual([4, 6]);
    running.clock.advance(day + 1);
    await register(inviter.code);
    await register(inviter.code);
    expect(await counted()).toEqual([5, 8]);
    await running.set("InviteRewardsPerDay", 0);
    await running.set("InviteRewardsPerMonth", 0);
    await afterDays(8);
    expect(await balance(inviter.id)).toBe(90);
  });

  it("shows inviters their guests with masked names, and administrators everything", async () => {
    const inviter = await anInviter();
    const [first, second] = [await register(inviter.code), await register(inviter.code)];
    await payOrder(second.id);
    const own = await asUser(running, inviter);
    const page = (await own.get<Page<Invitee>>("/api/invitation/self?size=1")).data;
    const created_time = running.clock.now();
    expect(page).toMatchObject({
      total_count: 2,
      data: [
        {
          name: maskName(second.username),
          created_time,
          rewards: [
            { kind: "registration", quota: 30, status: "pending", due_time: created_time + 7 * day },
            { kind: "first_top_up", quota: 350, status: "pending" },
          ],
        },
      ],
    });
    expect(JSON.stringify(page)).not.toContain(second.username);
    await afterDays(7);
    const summary = (await own.get<InviteSummary>("/api/invitation/self/summary")).data;
    expect(summary).toMatchObject({ invited: 2, earned: 410, pending: 0, terms: { top_up_percent: 2.5 } });
    expect((await own.get("/api/invitation/")).code).toBe("auth.forbidden");
    const admin = await asUser(running, await anAdmin(running));
    const inviters = (await admin.get<Page<Inviter>>(`/api/invitation/?keyword=${inviter.username}`)).data;
    expect(inviters.data).toEqual([
      { user_id: inviter.id, username: inviter.username, invited: 2, earned: 410, pending: 0, cancelled: 0 },
    ]);
    const guests = (await admin.get<Page<InviterInvitee>>(`/api/invitation/${inviter.id}`)).data;
    expect(guests.data.map(({ username }) => username)).toEqual([second.username, first.username]);
    expect(guests.data[0]?.rewards[1]).toMatchObject({ kind: "first_top_up", status: "paid", reason: "" });
    const sorted = (await admin.get<Page<Inviter>>("/api/invitation/?order=-earned&size=100")).data.data;
    expect(sorted.map(({ earned }) => earned)).toEqual(
      sorted.map(({ earned }) => earned).toSorted((a, b) => b - a),
    );
    const totals = (await admin.get<Record<string, number>>("/api/invitation/totals")).data;
    expect(totals["earned"]).toBe(sorted.reduce((sum, { earned }) => sum + earned, 0));
    expect(totals["inviters"]).toBe(sorted.length);
  });
}

it.each([
  [0, 100, 0, 0],
  [0, 2.5, 0, 250],
  [100, 2.5, 0, 350],
  [100, 2.5, 300, 300],
  [100, 0, 300, 100],
  [0, 0.01, 0, 1],
])("a fixed %i and %d percent up to %i reward a top-up of 10000 with %i", (fixed, percent, most, reward) => {
  const terms = { InviteTopUpReward: fixed, InviteTopUpPercent: percent, InviteTopUpRewardMax: most };
  expect(topUpReward(terms, reward === 0 ? 0 : 10_000)).toBe(reward);
});

it("counts the percentage exactly for the largest top-up", () => {
  const terms = { InviteTopUpReward: 0, InviteTopUpPercent: 99.99, InviteTopUpRewardMax: 0 };
  expect(topUpReward(terms, 1_000_000_000_000_000)).toBe(999_900_000_000_000);
});

it.each([
  ["ada", "a•••a"],
  ["a much longer name", "a•••e"],
  ["al", "a•••"],
  ["李小龙", "李•••龙"],
])("masks %s as %s", (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
