import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { callbackTime, describeGateway } from "../../../../../test/conformance/gateway-conformance.ts";
import { type StandInRequest, startStandInServer } from "../../../../../test/support/stand-in-server.ts";
import { type StripeStandIn, startStripeStandIn } from "../../../../../test/support/stripe-stand-in.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { NoAnswer } from "../../../call-service.ts";
import type { GatewayAccount, Payment, PaymentOrder } from "../gateway.ts";
import { gateway } from "./index.ts";

const secret = "whsec_of_this_gateway";
let stripe: StripeStandIn;
beforeAll(async () => {
  stripe = await startStripeStandIn();
});
beforeEach(() => stripe.clear());
afterEach(() => vi.restoreAllMocks());
afterAll(() => stripe?.stop());

const account = (changes: GatewayAccount = {}): GatewayAccount => ({
  secret_key: stripe.secretKey,
  endpoint: stripe.url,
  webhook_secret: secret,
  ...changes,
});

let orders = 0;
const anOrder = (changes: Partial<PaymentOrder> = {}): PaymentOrder => ({
  number: String(1742000000000000000n + BigInt(++orders)),
  amount: 1999,
  currency: "USD",
  title: "Top-up of $19.99",
  expiresAt: systemClock.now() + 3 * 3600,
  notifyUrl: "https://gate.test/api/payment/notify/1",
  returnUrl: "https://gate.test/panel/log",
  email: "",
  ...changes,
});

const create = (order: PaymentOrder) => gateway.createPayment(order, account());

/** Creates the order and pays it as the customer. */
async function paidOrder(changes: Partial<PaymentOrder> = {}): Promise<Payment> {
  const order = anOrder(changes);
  await create(order);
  const { payment_intent } = stripe.pay(order.number);
  const { number: orderNumber, amount, currency } = order;
  return { orderNumber, gatewayNumber: payment_intent ?? "", amount, currency, status: "paid" };
}

const read = async (type: string, object: object) =>
  gateway.readCallback(
    { query: new URLSearchParams(), ...stripe.callbackFor(type, object, { secret, at: callbackTime }) },
    account(),
    callbackTime,
  );

const failure = (call: Promise<unknown> | undefined): Promise<unknown> =>
  (call ?? Promise.resolve()).then(
    () => undefined,
    (error: unknown) => error,
  );

describeGateway({
  gateway,
  account,
  paid(order, { webhook_secret = "" }) {
    const session = {
      id: "cs_test_1",
      mode: "payment",
      status: "complete",
      payment_status: "paid",
      client_reference_id: order.number,
      metadata: { order_number: order.number },
      payment_intent: "pi_1",
      amount_total: order.amount,
      currency: order.currency.toLowerCase(),
    };
    const given = { secret: webhook_secret, at: callbackTime };
    return {
      query: new URLSearchParams(),
      ...stripe.callbackFor("checkout.session.completed", session, given),
    };
  },
  pay: (order) => stripe.pay(order.number),
});

describe("a payment by card", () => {
  it("is created on Stripe's page, with all fields of the order", async () => {
    const order = anOrder({ email: "customer@example.com" });
    const created = await create(order);
    const session = stripe.session(order.number);
    expect(created).toEqual({ checkout: { kind: "redirect", url: session.url }, reference: session.id });
    expect(stripe.calls[0]?.headers).toMatchObject({
      authorization: `Bearer ${stripe.secretKey}`,
      "idempotency-key": order.number,
    });
    expect(stripe.calls[0]?.fields).toEqual({
      mode: "payment",
      client_reference_id: order.number,
      "metadata[order_number]": order.number,
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": "usd",
      "line_items[0][price_data][unit_amount]": "1999",
      "line_items[0][price_data][product_data][name]": order.title,
      success_url: order.returnUrl,
      cancel_url: order.returnUrl,
      expires_at: String(order.expiresAt),
      "adaptive_pricing[enabled]": "false",
      "payment_intent_data[description]": order.title,
      "payment_intent_data[metadata][order_number]": order.number,
      customer_email: "customer@example.com",
    });
  });

  it("is paid, reported and found", async () => {
    const order = anOrder();
    const { reference } = await create(order);
    const query = () => gateway.query?.({ number: order.number, reference }, account());
    const unpaid = { orderNumber: order.number, amount: 1999, currency: "USD", status: "pending" };
    expect(await query()).toEqual({ ...unpaid, gatewayNumber: "" });
    const session = stripe.pay(order.number);
    const payment = { ...unpaid, gatewayNumber: session.payment_intent, status: "paid" };
    expect(await read("checkout.session.completed", session)).toEqual({ kind: "payment", payment });
    expect(await query()).toEqual(payment);
  });

  it("is reported to the webhook endpoint once the customer paid on Stripe's page", async () => {
    const received: StandInRequest[] = [];
    const gate = await startStandInServer((request) => {
      received.push(request);
      return { json: {} };
    });
    const prepared = await gateway.prepareAccount?.(account(), `${gate.url}/notify`);
    const order = anOrder();
    await create(order);
    const { url } = stripe.session(order.number);
    const paid = await fetch(url, { method: "POST", redirect: "manual" });
    await gate.stop();
    expect(paid.headers.get("location")).toBe(order.returnUrl);
    expect(received).toHaveLength(1);
    const request = {
      query: new URLSearchParams(),
      headers: received[0]?.headers as Record<string, string>,
      body: Buffer.from(received[0]?.body ?? ""),
    };
    expect(await gateway.readCallback(request, prepared ?? {}, systemClock.now())).toMatchObject({
      kind: "payment",
      payment: { orderNumber: order.number, amount: order.amount, status: "paid" },
    });
  });

  it.each([
    [0, 31 * 60],
    [48 * 3600, 24 * 3600 - 60],
    [3600, 3600],
  ])("that may take %d seconds has a session of %d", async (allowed, expected) => {
    const now = systemClock.now();
    vi.spyOn(systemClock, "now").mockReturnValue(now);
    const order = anOrder({ expiresAt: now + allowed });
    await create(order);
    expect(stripe.session(order.number).expires_at - now).toBe(expected);
  });

  it("has no session twice", async () => {
    const order = anOrder();
    expect(await create(order)).toEqual(await create(order));
    expect(stripe.sessions).toHaveLength(1);
  });

  it.each(["", "root@localhost", "a b@example.com"])("leaves out the address %j", async (email) => {
    const order = anOrder({ email });
    await create(order);
    expect(stripe.session(order.number).customer_email).toBeNull();
  });

  it("of a currency without a smaller unit has the same amount at Stripe", async () => {
    const order = anOrder({ amount: 3000, currency: "JPY" });
    await create(order);
    expect(stripe.session(order.number)).toMatchObject({ amount_total: 3000, currency: "jpy" });
    expect(await read("checkout.session.completed", stripe.pay(order.number))).toMatchObject({
      payment: { amount: 3000, currency: "JPY" },
    });
  });

  it("that Stripe rejects fails with the reason", async () => {
    expect(await failure(create(anOrder({ amount: 1 })))).toMatchObject({
      code: "payment.refused",
      params: { reason: expect.stringContaining("at least $0.50") as string },
    });
  });

  it("cannot be paid once it is closed", async () => {
    const order = anOrder();
    const { reference } = await create(order);
    const found = { number: order.number, reference };
    await gateway.close?.(found, account());
    expect(stripe.session(order.number).status).toBe("expired");
    expect(await gateway.query?.(found, account())).toMatchObject({ status: "failed" });
    // A second time, and without a session at all.
    await gateway.close?.(found, account());
    await gateway.close?.({ number: "1", reference: "cs_test_unknown" }, account());
  });

  it("without a session is neither queried nor closed at Stripe", async () => {
    const unknown = { number: "1", reference: "" };
    await gateway.close?.(unknown, account());
    expect(await gateway.query?.(unknown, account())).toBeUndefined();
    expect(stripe.calls).toEqual([]);
  });

  it.each(["paid", "unpaid"] as const)("is not closed once it is %s on Stripe's page", async (status) => {
    const order = anOrder();
    const { reference } = await create(order);
    stripe.pay(order.number, status);
    const closed = gateway.close?.({ number: order.number, reference }, account());
    expect(await failure(closed)).toMatchObject({ code: "payment.refused" });
    expect(stripe.session(order.number).status).toBe("complete");
  });

  it("is not reported as closed while Stripe still accepts it", async () => {
    const order = anOrder();
    const { reference } = await create(order);
    stripe.faults.push({ status: 400, json: { error: { message: "Try again." } } });
    expect(await failure(gateway.close?.({ number: order.number, reference }, account()))).toBeInstanceOf(
      NoAnswer,
    );
  });

  it("leads to its order, if the session is ours", async () => {
    const [{ orderNumber, gatewayNumber }, { gatewayNumber: other }] = [await paidOrder(), await paidOrder()];
    expect(await gateway.orderNumberOf?.(gatewayNumber, account())).toBe(orderNumber);
    expect(await gateway.orderNumberOf?.("pi_of_another_shop", account())).toBeUndefined();
    Object.assign(stripe.sessions.at(-1) ?? {}, { metadata: {} });
    expect(await gateway.orderNumberOf?.(other, account())).toBeUndefined();
  });

  it("is not found by another order's session", async () => {
    const [one, other] = [anOrder(), anOrder()];
    const { reference } = await create(one);
    expect(await gateway.query?.({ number: other.number, reference }, account())).toBeUndefined();
  });
});

describe("a refund by card", () => {
  it("is created in part and in full, each request once", async () => {
    const payment = await paidOrder();
    const refund = (amount: number, request: string) =>
      gateway.refund?.(payment, { amount, currency: "USD" }, request, account());
    const first = await refund(500, `${payment.orderNumber}1`);
    expect(await refund(500, `${payment.orderNumber}1`)).toBe(first);
    expect(await refund(1499, `${payment.orderNumber}2`)).not.toBe(first);
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([500, 1499]);
    expect(await failure(refund(1, `${payment.orderNumber}3`))).toMatchObject({ code: "payment.refused" });
  });

  it("is sent once also after Stripe forgot the idempotency key", async () => {
    const payment = await paidOrder();
    const request = `${payment.orderNumber}4`;
    const refund = () => gateway.refund?.(payment, { amount: 500, currency: "USD" }, request, account());
    const id = await refund();
    const sent = stripe.calls.filter(({ method, path: at }) => method === "POST" && at === "/v1/refunds");
    expect(sent.map(({ headers }) => headers["idempotency-key"])).toEqual([`refund-${request}`]);
    stripe.idempotent.clear();
    expect(await refund()).toBe(id);
    expect(stripe.refunds).toHaveLength(1);
  });

  it("fails with the reason where Stripe could not send it", async () => {
    const payment = await paidOrder();
    const request = `${payment.orderNumber}5`;
    const failed = stripe.refund(payment.orderNumber, 500);
    const metadata = { request_number: request };
    Object.assign(failed, { status: "failed", failure_reason: "declined", metadata });
    expect(
      await failure(gateway.refund?.(payment, { amount: 500, currency: "USD" }, request, account())),
    ).toMatchObject({ code: "payment.refused", params: { reason: "declined" } });
  });
});
