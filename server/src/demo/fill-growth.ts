import { defaultQuotaPerUnit, quotaFromDollars } from "@tollgate/contract/quota";
import type { App } from "../build-app.ts";
import { createOrderRepository } from "../storage/repositories/order-repository.ts";

const day = 86_400;

/** Codes that users redeem: days ago, and who. */
const redeemed = [
  { days: 26, by: "alice" },
  { days: 19, by: "bob" },
  { days: 12, by: "carol" },
  { days: 6, by: "alice" },
  { days: 4, by: "grace" },
  { days: 4, by: "carol" },
  { days: 1, by: "bob" },
] as const;
const codeDollars = 10;
const codesIssued = 20;

/** Paid orders: days ago, who, and whole dollars. */
const paid = [
  { days: 28, by: "alice", dollars: 50 },
  { days: 21, by: "carol", dollars: 20 },
  { days: 15, by: "bob", dollars: 20 },
  { days: 9, by: "alice", dollars: 100 },
  { days: 6, by: "carol", dollars: 20 },
  { days: 3, by: "bob", dollars: 50 },
  { days: 3, by: "alice", dollars: 20 },
  { days: 0, by: "carol", dollars: 100 },
] as const;

export interface DemoApi {
  /** Calls the console API as one of the demo's people and returns the data of the answer. */
  send: (username: string, url: string, payload: object) => Promise<unknown>;
}

/** Redeemed codes and paid orders over the last weeks, booked through the ledger: the books agree. */
export async function fillGrowth(app: App, api: DemoApi, now: number): Promise<void> {
  await fillCodes(app, api, now);
  await fillOrders(app, api, now);
}

async function fillCodes(app: App, api: DemoApi, now: number): Promise<void> {
  const quota = quotaFromDollars(codeDollars, defaultQuotaPerUnit);
  const codes = (await api.send("demo", "/api/redemption/", {
    name: "Launch week",
    quota,
    count: codesIssued,
  })) as string[];
  for (const [index, { by }] of redeemed.entries())
    await api.send(by, "/api/user/topup", { key: codes[index] });
  const rows = await app.database.queries
    .selectFrom("redemptions")
    .select("id")
    .where("redeemed_time", ">", 0)
    .orderBy("id")
    .execute();
  for (const [index, { id }] of rows.entries())
    await app.database.queries
      .updateTable("redemptions")
      .set({ redeemed_time: now - (redeemed[index]?.days ?? 0) * day - index * 900 })
      .where("id", "=", id)
      .execute();
  await app.database.queries
    .updateTable("redemptions")
    .set({ created_time: now - 30 * day })
    .execute();
}

/** The gateway is off, since it has no account: what it sold stays. */
async function fillOrders(app: App, api: DemoApi, now: number): Promise<void> {
  const gateway = (await api.send("demo", "/api/payment/", {
    type: "stripe",
    name: "Card",
    icon: "card",
    currency: "USD",
  })) as { id: number };
  for (const [index, order] of paid.entries()) {
    const user = await app.database.queries
      .selectFrom("users")
      .select("id")
      .where("username", "=", order.by)
      .executeTakeFirstOrThrow();
    const at = now - order.days * day - index * 1700;
    const quota = quotaFromDollars(order.dollars, defaultQuotaPerUnit);
    const number = `demo_payment_${index + 1}`;
    const row = await createOrderRepository(app.database.queries).insert({
      trade_no: String(1_000_000_000_000 + index),
      user_id: user.id,
      gateway_id: gateway.id,
      gateway_no: "",
      reference: "",
      amount: order.dollars,
      quota,
      order_amount: order.dollars * 100,
      order_currency: "USD",
      fee: 0,
      discount: 0,
      status: "pending",
      problem: "",
      late: 0,
      refunded_amount: 0,
      refunded_quota: 0,
      checkout: "",
      created_at: at - 120,
      expires_at: at + 1800,
      paid_at: 0,
    });
    if (!row) throw new Error("The demo has an order twice.");
    const entry = { id: `order:${row.id}`, kind: "topup", amount: quota, userId: user.id, remark: "demo" };
    await app.ledger.credit(entry, async (queries) => {
      const orders = createOrderRepository(queries);
      const settled = { gateway_id: gateway.id, kind: "payment", gateway_no: number, order_id: row.id };
      await orders.insertSettlement({ ...settled, amount: order.dollars * 100, quota, created_at: at });
      await orders.markPaid(row.id, number, at);
    });
  }
}
