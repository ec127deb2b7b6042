import { randomBytes } from "node:crypto";
import type { Gateway } from "@tollgate/contract/payments";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asRoot } from "../../../test/support/as-user.ts";
import { anOrder } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { createRateLimiter } from "../../http/rate-limit.ts";
import { createOrderRepository } from "../../storage/repositories/order-repository.ts";
import { createUserRepository } from "../../storage/repositories/user-repository.ts";
import { createCallbacks } from "./callbacks.ts";
import { gateway as easyPay } from "./gateways/easy-pay/index.ts";
import type { CallbackResult, Payment, PaymentGateway } from "./gateways/gateway.ts";
import { createOrderSettlement } from "./settle-order.ts";

/** An order of 10 dollars for 5,000,000 quota at a gateway whose reports the test dictates. */
let running: ControlApp;
let made: Gateway;
let now: Payment | undefined;
let queries: number;
let order: { id: number; trade_no: string };
let report: (result: CallbackResult) => Promise<boolean>;

beforeAll(async () => {
  running = await startControlApp();
  await running.set("ServerAddress", "https://gate.test");
  const config = { pay_domain: "https://pay.test", partner_id: "1001", key: "the merchant's key" };
  const form = { type: "epay", name: "Pay", icon: "wallet", currency: "CNY", config };
  made = (await (await asRoot(running)).post<Gateway>("/api/payment/", form)).data;
});
afterAll(() => running?.stop());
beforeEach(async () => {
  queries = 0;
  now = undefined;
  order = await anOrder(running, { gateway_id: made.id });
  let next: CallbackResult = { kind: "ignored" };
  const kind: PaymentGateway = {
    ...easyPay,
    readCallback: () => next,
    async query() {
      queries += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return now;
    },
    orderNumberOf: async (gatewayNumber) =>
      gatewayNumber === payment().gatewayNumber ? order.trade_no : undefined,
  };
  const { database, clock } = running;
  const { receive } = createCallbacks({
    database,
    clock,
    accounts: { openForCallback: () => ({ kind, account: {} }) },
    settlement: createOrderSettlement({
      ...running,
      users: createUserRepository(database.queries),
      notices: running.services.notices,
    }),
    rateLimiter: createRateLimiter(clock),
  });
  report = async (result) => {
    next = result;
    const answer = receive(made.uuid, { query: new URLSearchParams(), headers: {}, body: Buffer.alloc(0) });
    return (await answer).status === easyPay.answerCallback(true).status && (await answer).body === "success";
  };
});

const payment = (): Payment => ({
  orderNumber: order.trade_no,
  gatewayNumber: `pi-${order.id}`,
  amount: 1000,
  currency: "USD",
  status: "paid",
});
const reversal = (amount: number, reversalNumber = `re-${order.id}-${randomBytes(4).toString("hex")}`) => ({
  gatewayNumber: `pi-${order.id}`,
  reversalNumber,
  amount,
  currency: "USD",
});
const balance = () => running.ledger.balanceOf(1);
const stored = () => createOrderRepository(running.database.queries).find(order.id);
const events = async () =>
  (await createOrderRepository(running.database.queries).events(order.id, 100)).map((event) => event.kind);

async function pay(): Promise<number> {
  now = payment();
  await report({ kind: "payment", payment: payment() });
  return balance();
}

describe("a won dispute", () => {
  it("is credited once, and its order needs no attention any more", async () => {
    const paid = await pay();
    const lost = reversal(400);
    await report({ kind: "dispute", reversal: lost });
    expect(paid - (await balance())).toBe(2_000_000);
    expect(await stored()).toMatchObject({ problem: "disputed", refunded_amount: 400 });
    await Promise.all([1, 2, 3].map(() => report({ kind: "dispute_won", reversal: lost })));
    expect(await balance()).toBe(paid);
    expect(await stored()).toMatchObject({ problem: "", refunded_amount: 0, refunded_quota: 0 });
    expect((await events()).slice(-2)).toEqual(["disputed", "dispute_won"]);
  });

  it("that is reported before the dispute keeps the dispute from being booked", async () => {
    const paid = await pay();
    const lost = reversal(400);
    expect(await report({ kind: "dispute_won", reversal: lost })).toBe(true);
    await report({ kind: "dispute", reversal: lost });
    expect(await balance()).toBe(paid);
    expect(await stored()).toMatchObject({ refunded_amount: 0, problem: "" });
  });

  it("is not credited as far as a refund of the same order claims the money", async () => {
    const paid = await pay();
    const [lost, refund] = [reversal(1000), reversal(600)];
    await report({ kind: "dispute", reversal: lost });
    await report({ kind: "refund", reversal: refund });
    expect(paid - (await balance())).toBe(5_000_000);
    await report({ kind: "dispute_won", reversal: lost });
    expect(paid - (await balance())).toBe(3_000_000);
    expect(await stored()).toMatchObject({ refunded_amount: 600, refunded_quota: 3_000_000 });
    await report({ kind: "refund_returned", reversal: refund });
    expect(await balance()).toBe(paid);
  });

  it("settles what the dispute could not take", async () => {
    await pay();
    const { ledger } = running;
    await ledger.debit({
      id: `spent:${order.id}`,
      userId: 1,
      amount: (await balance()) - 1,
      kind: "x",
      remark: "",
    });
    const lost = reversal(1000);
    await report({ kind: "dispute", reversal: lost });
    await report({ kind: "dispute_won", reversal: lost });
    const user = running.database.queries.selectFrom("users").select("uncollected").where("id", "=", 1);
    expect((await user.executeTakeFirstOrThrow()).uncollected).toBe(0);
    expect(await balance()).toBe(1);
  });
});

describe("a refund that came back", () => {
  it("is credited, stays visible, and can be made again", async () => {
    const paid = await pay();
    const first = reversal(1000);
    await report({ kind: "refund", reversal: first });
    await report({ kind: "refund_returned", reversal: first });
    expect(await balance()).toBe(paid);
    expect(await stored()).toMatchObject({ problem: "refund_failed", refunded_amount: 0 });
    await report({ kind: "refund", reversal: reversal(1000) });
    expect(paid - (await balance())).toBe(5_000_000);
  });

  it("of a payment that is not ours changes nothing", async () => {
    const before = await balance();
    expect(await report({ kind: "refund_returned", reversal: reversal(1000) })).toBe(true);
    expect(await balance()).toBe(before);
  });
});

describe("a refund or dispute", () => {
  it.each(["refund", "dispute"] as const)("before the report of the payment is booked: %s", async (kind) => {
    const before = await balance();
    now = payment();
    expect(await report({ kind, reversal: reversal(400) })).toBe(true);
    expect((await balance()) - before).toBe(3_000_000);
    // The payment's own report arrives at last.
    await report({ kind: "payment", payment: payment() });
    expect((await balance()) - before).toBe(3_000_000);
  });

  it("of an order that the gateway does not report as paid credits nothing", async () => {
    const before = await balance();
    now = { ...payment(), status: "failed" };
    expect(
      await report({ kind: "refund", reversal: { ...reversal(1000), orderNumber: order.trade_no } }),
    ).toBe(true);
    now = { ...payment(), gatewayNumber: "another payment" };
    await report({ kind: "refund", reversal: reversal(1000) });
    expect(await balance()).toBe(before);
    expect(await stored()).toMatchObject({ paid_at: 0 });
    expect(await events()).toEqual(["callback_refused", "callback_refused"]);
  });

  it("beyond the payment deducts nothing, and a dispute is shown", async () => {
    await pay();
    await report({ kind: "refund", reversal: reversal(1000) });
    const refunded = await balance();
    await report({ kind: "refund", reversal: reversal(5) });
    expect(await stored()).toMatchObject({ problem: "" });
    const lost = reversal(1000);
    for (let times = 0; times < 2; times += 1) await report({ kind: "dispute", reversal: lost });
    expect(await stored()).toMatchObject({ problem: "disputed", refunded_amount: 1000 });
    expect(await balance()).toBe(refunded);
    expect((await events()).filter((event) => event === "disputed")).toHaveLength(1);
  });
});

describe("repeated reports of an unpaid order", () => {
  it("share one query, and cause at most ten in a minute", async () => {
    const said = { kind: "payment", payment: payment() } as const;
    await Promise.all(Array.from({ length: 50 }, () => report(said)));
    expect(queries).toBeLessThan(4);
    for (let times = 0; times < 20; times += 1) expect(await report(said)).toBe(false);
    expect(queries).toBe(10);
    running.clock.advance(60);
    now = payment();
    expect(await report(said)).toBe(true);
    expect(await stored()).toMatchObject({ status: "success" });
  });
});
