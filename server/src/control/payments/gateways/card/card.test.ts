import { spawnSync } from "node:child_process";
import path from "node:path";
import { inspect } from "node:util";
import { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { callbackTime, describeGateway } from "../../../../../test/conformance/gateway-conformance.ts";
import { type StripeStandIn, startStripeStandIn } from "../../../../../test/support/stripe-stand-in.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { NoAnswer } from "../../../call-service.ts";
import type { GatewayAccount, Payment, PaymentOrder } from "../gateway.ts";
import { webhookEvents } from "./events.ts";
import { gateway } from "./index.ts";

const secret = "whsec_of_this_gateway";
let stripe: StripeStandIn;
beforeAll(async () => {
  stripe = await startStripeStandIn();
});
beforeEach(() => {
  for (const list of [stripe.calls, stripe.sessions, stripe.refunds, stripe.endpoints, stripe.faults])
    list.length = 0;
  stripe.idempotent.clear();
});
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

/** Creates the order and lets its customer pay. */
async function paidOrder(changes: Partial<PaymentOrder> = {}): Promise<Payment> {
  const order = anOrder(changes);
  await create(order);
  const { payment_intent } = stripe.pay(order.number);
  const { number: orderNumber, amount, currency } = order;
  return { orderNumber, gatewayNumber: payment_intent ?? "", amount, currency, status: "paid" };
}

const read = async (type: string, object: object, { signedBy = secret, at = callbackTime } = {}) =>
  gateway.readCallback(
    { query: new URLSearchParams(), ...stripe.callbackFor(type, object, { secret: signedBy, at }) },
    account(),
    callbackTime,
  );

const failure = (call: Promise<unknown> | undefined): Promise<unknown> =>
  (call ?? Promise.resolve()).then(
    () => undefined,
    (error: unknown) => error,
  );

/** Everything of an error that a log could print. */
const printed = (error: unknown): string => inspect(error, { depth: 10 });

describeGateway({
  gateway,
  account,
  paid(order, { webhook_secret = "" }) {
    const session = {
      ...{ id: "cs_test_1", mode: "payment", status: "complete", payment_status: "paid" },
      ...{ client_reference_id: order.number, payment_intent: "pi_1" },
      ...{ amount_total: order.amount, currency: order.currency.toLowerCase() },
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
  it("is made on Stripe's page, with everything that the order says", async () => {
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

  it("that Stripe rejects is refused with the reason", async () => {
    expect(await failure(create(anOrder({ amount: 1 })))).toMatchObject({
      code: "payment.refused",
      params: { reason: expect.stringContaining("at least $0.50") as string },
    });
  });

  it("is paid no more once it is closed", async () => {
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

  it("is not said to be closed while Stripe still takes it", async () => {
    const order = anOrder();
    const { reference } = await create(order);
    stripe.faults.push({ status: 400, json: { error: { message: "Try again." } } });
    expect(await failure(gateway.close?.({ number: order.number, reference }, account()))).toBeInstanceOf(
      NoAnswer,
    );
  });

  it("is not found by another order's session", async () => {
    const [one, other] = [anOrder(), anOrder()];
    const { reference } = await create(one);
    expect(await gateway.query?.({ number: other.number, reference }, account())).toBeUndefined();
  });
});

describe("a webhook of Stripe", () => {
  const session = (changes: object = {}) => ({
    ...{ id: "cs_test_1", mode: "payment", status: "complete", payment_status: "paid" },
    ...{ client_reference_id: "77", payment_intent: "pi_1", amount_total: 1999, currency: "usd" },
    ...changes,
  });
  const completed = "checkout.session.completed";

  it("is refused without a secret, though it is signed with an empty one", async () => {
    const webhook = stripe.callbackFor(completed, session(), { secret: " ", at: callbackTime });
    for (const webhook_secret of ["", " "]) {
      const request = { query: new URLSearchParams(), ...webhook };
      const result = await gateway.readCallback(request, account({ webhook_secret }), callbackTime);
      expect(result).toMatchObject({ kind: "refused" });
    }
    const { webhook_secret: _secret, ...without } = account();
    const request = { query: new URLSearchParams(), ...webhook };
    expect(await gateway.readCallback(request, without, callbackTime)).toMatchObject({ kind: "refused" });
  });

  it("is refused where another account signed it", async () => {
    expect(await read(completed, session(), { signedBy: "whsec_of_another" })).toMatchObject({
      reason: "wrong signature",
    });
  });

  it.each(["v0", "v2"])("is refused where it is signed by the scheme %s", async (scheme) => {
    const body = Buffer.from(JSON.stringify({ type: completed, data: { object: session() } }));
    const signature = Stripe.webhooks.generateTestHeaderString({
      ...{ payload: body.toString(), secret, timestamp: callbackTime, scheme },
    });
    const headers = { "stripe-signature": signature };
    const request = { query: new URLSearchParams(), headers, body };
    expect(await gateway.readCallback(request, account(), callbackTime)).toMatchObject({ kind: "refused" });
  });

  it("is refused after five minutes", async () => {
    expect(await read(completed, session(), { at: callbackTime - 300 })).toMatchObject({ kind: "payment" });
    expect(await read(completed, session(), { at: callbackTime - 301 })).toEqual({
      kind: "refused",
      reason: "too old",
    });
  });

  it("reports the amount as it was paid, for the order to compare", async () => {
    expect(await read(completed, session({ amount_total: 1998, currency: "cny" }))).toMatchObject({
      payment: { amount: 1998, currency: "CNY" },
    });
  });

  it.each([
    [completed, "unpaid", "complete", "pending"],
    [completed, "no_payment_required", "complete", "pending"],
    ["checkout.session.async_payment_succeeded", "paid", "complete", "paid"],
    ["checkout.session.async_payment_failed", "unpaid", "complete", "failed"],
    ["checkout.session.expired", "unpaid", "expired", "failed"],
  ])(
    "%s with the payment %s says what became of the order",
    async (type, payment_status, status, expected) => {
      expect(await read(type, session({ payment_status, status }))).toMatchObject({
        kind: "payment",
        payment: { orderNumber: "77", status: expected },
      });
    },
  );

  it.each([
    ["no reference", session({ client_reference_id: null })],
    ["a reference of another shop", session({ client_reference_id: "cart-77" })],
    ["a subscription", session({ mode: "subscription" })],
  ])("about a session with %s is ignored", async (_, object) => {
    expect(await read(completed, object)).toEqual({ kind: "ignored" });
  });

  it("about anything else is ignored", async () => {
    expect(await read("customer.created", {})).toEqual({ kind: "ignored" });
  });

  it.each([
    ["no fields", {}],
    ["no amount", session({ amount_total: null })],
    ["a negative amount", session({ amount_total: -1 })],
    ["half a cent", session({ amount_total: 0.5 })],
    ["no currency", session({ currency: null })],
    ["no payment, though it is paid", session({ payment_intent: null })],
  ])("about a session with %s is refused, though it is signed", async (_, object) => {
    expect(await read(completed, object)).toMatchObject({ kind: "refused" });
  });
});

describe("money that goes back", () => {
  it("is reported for each refund with its own number and amount", async () => {
    const { orderNumber, gatewayNumber } = await paidOrder();
    const refunds = [stripe.refund(orderNumber, 500), stripe.refund(orderNumber, 1499)];
    const results = [];
    for (const one of refunds) results.push(await read("refund.created", one));
    expect(results).toEqual(
      refunds.map(({ id, amount }) => ({
        kind: "refund",
        reversal: { gatewayNumber, reversalNumber: id, amount, currency: "USD" },
      })),
    );
    expect(refunds[0]?.id).not.toBe(refunds[1]?.id);
  });

  it("counts once it succeeded", async () => {
    const { orderNumber } = await paidOrder();
    const refund = stripe.refund(orderNumber, 500);
    for (const status of ["pending", "requires_action", "failed", "canceled", null])
      expect(await read("refund.created", { ...refund, status })).toEqual({ kind: "ignored" });
    expect(await read("refund.updated", refund)).toMatchObject({
      kind: "refund",
      reversal: { reversalNumber: refund.id },
    });
  });

  it("is reported for a dispute once the bank takes it", async () => {
    const { orderNumber, gatewayNumber } = await paidOrder();
    const dispute = stripe.dispute(orderNumber, 1999);
    expect(await read("charge.dispute.funds_withdrawn", dispute)).toEqual({
      kind: "dispute",
      reversal: {
        gatewayNumber,
        reversalNumber: (dispute as { id: string }).id,
        amount: 1999,
        currency: "USD",
      },
    });
    expect(await read("charge.dispute.created", dispute)).toEqual({ kind: "ignored" });
  });

  it("of another shop of the account is ignored, and nonsense is refused", async () => {
    const refund = { id: "re_1", amount: 5, currency: "usd", payment_intent: null, status: "succeeded" };
    expect(await read("refund.created", refund)).toEqual({ kind: "ignored" });
    expect(await read("refund.created", { ...refund, amount: -5, payment_intent: "pi_1" })).toMatchObject({
      kind: "refused",
    });
    expect(await read("charge.dispute.funds_withdrawn", {})).toMatchObject({ kind: "refused" });
  });

  it("is refunded in part and in full, each request once", async () => {
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

  it("is refused with the reason where Stripe could not send it", async () => {
    const payment = await paidOrder();
    const request = `${payment.orderNumber}5`;
    const failed = stripe.refund(payment.orderNumber, 500);
    Object.assign(failed, {
      ...{ status: "failed", failure_reason: "declined", metadata: { request_number: request } },
    });
    expect(
      await failure(gateway.refund?.(payment, { amount: 500, currency: "USD" }, request, account())),
    ).toMatchObject({ code: "payment.refused", params: { reason: "declined" } });
  });
});

describe("the webhook endpoint of an account", () => {
  const notifyUrl = "https://gate.test/api/payment/notify/1";
  const prepare = async (given: GatewayAccount, url = notifyUrl): Promise<GatewayAccount> =>
    (await gateway.prepareAccount?.(given, url)) ?? {};
  const fresh = () => ({ secret_key: stripe.secretKey, endpoint: stripe.url });

  it("is created with the account, and its secret is stored", async () => {
    const prepared = await prepare(fresh());
    const [endpoint] = stripe.endpoints;
    expect(endpoint).toMatchObject({
      url: notifyUrl,
      enabled_events: [...webhookEvents],
      api_version: Stripe.API_VERSION,
    });
    expect(prepared).toEqual({ ...fresh(), webhook_secret: endpoint?.secret, webhook_id: endpoint?.id });
  });

  it("stays while everything is in place", async () => {
    const prepared = await prepare(fresh());
    stripe.calls.length = 0;
    expect(await prepare(prepared)).toEqual(prepared);
    expect(stripe.calls.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("is replaced where the address changes", async () => {
    const before = await prepare(fresh());
    const moved = await prepare(before, "https://moved.test/api/payment/notify/1");
    expect(stripe.endpoints.map(({ id, url }) => [id, url])).toEqual([
      [moved["webhook_id"], "https://moved.test/api/payment/notify/1"],
    ]);
    expect(moved["webhook_secret"]).not.toBe(before["webhook_secret"]);
  });

  it("is replaced where its secret is not known, and only one stays", async () => {
    await prepare(fresh());
    await prepare(fresh());
    const prepared = await prepare({ ...fresh(), webhook_secret: "whsec_of_another_database" });
    expect(stripe.endpoints.map(({ id, secret: known }) => [id, known])).toEqual([
      [prepared["webhook_id"], prepared["webhook_secret"]],
    ]);
  });

  it.each([
    ["is disabled", { status: "disabled" }],
    ["lacks an event", { enabled_events: ["checkout.session.completed"] }],
    ["speaks another version of the API", { api_version: "2024-09-30.acacia" }],
  ])("is replaced where it %s", async (_, changes) => {
    const before = await prepare(fresh());
    Object.assign(stripe.endpoints[0] ?? {}, changes);
    const after = await prepare(before);
    expect(after["webhook_id"]).not.toBe(before["webhook_id"]);
    expect(stripe.endpoints).toHaveLength(1);
  });

  it("leaves the endpoints of others alone", async () => {
    stripe.endpoints.push({
      ...{ id: "we_other", object: "webhook_endpoint", url: "https://shop.test/", secret: "whsec_other" },
      ...{ enabled_events: ["*"], api_version: null, status: "enabled" },
    });
    await prepare(fresh());
    expect(stripe.endpoints.map(({ url }) => url)).toEqual(["https://shop.test/", notifyUrl]);
  });

  it("is not created where Stripe rejects the address or the key", async () => {
    for (const [given, url] of [
      [fresh(), "gate.test"],
      [{ ...fresh(), secret_key: "sk_test_wrong" }, notifyUrl],
    ] as const)
      expect(await failure(prepare(given, url))).toMatchObject({ code: "payment.wrong_credentials" });
  });
});

describe("Stripe's answers", () => {
  const test = (changes: GatewayAccount = {}) => failure(gateway.testAccount(account(changes)));

  it("to a wrong key are credentials that are wrong, and the error has no key", async () => {
    const error = await test({ secret_key: "sk_test_wrong" });
    expect(error).toMatchObject({
      code: "payment.wrong_credentials",
      params: { reason: expect.stringContaining("Invalid API Key") as string },
    });
    expect(printed(error)).not.toContain("sk_test_wrong");
  });

  it.each(["", "sk_test_\n1", "sk test"])("are not asked for with the key %j", async (secret_key) => {
    expect(await test({ secret_key })).toMatchObject({ code: "payment.wrong_credentials" });
    expect(stripe.calls).toEqual([]);
  });

  it.each(["ftp://a.test", "https://a.test/path", "https://user:pw@a.test", "a.test"])(
    "are not asked for at %j",
    async (endpoint) => expect(await test({ endpoint })).toMatchObject({ code: "payment.wrong_credentials" }),
  );

  it.concurrent.each([
    ["a page of HTML", { status: 200, text: "<html>" }],
    ["an error of the server", { status: 503, json: { error: { message: "down" } } }],
    ["a redirect", { redirect: "https://elsewhere.test/" }],
    ["a huge page", { status: 200, text: "x".repeat(300_000) }],
    ["a closed connection", "cut"],
    ["text", { json: "balance" }],
    ["null", { json: null }],
    ["a list", { json: [] }],
    ["another object", { json: { object: "account" } }],
    ["too many calls", { status: 429, json: { error: { message: "Too many requests" } } }],
  ] as const)("that are %s are none, and the error has no key", async (_, fault) => {
    const own = await startStripeStandIn();
    own.faults.push(fault, fault);
    const error = await test({ endpoint: own.url });
    await own.stop();
    expect(error).toBeInstanceOf(NoAnswer);
    expect(printed(error)).not.toContain(own.secretKey);
    expect(own.calls.length).toBeLessThanOrEqual(2);
  });

  it("quote no secret, whatever the address sends", async () => {
    stripe.faults.push({
      status: 400,
      json: { error: { message: `You sent ${stripe.secretKey} and ${secret}` } },
    });
    const error = await test();
    expect(error).toMatchObject({ params: { reason: "You sent [key] and [key]" } });
    expect(printed(error)).not.toContain(stripe.secretKey);
  });

  it("come after one more try", async () => {
    stripe.faults.push("cut");
    await gateway.testAccount(account());
    expect(stripe.calls).toHaveLength(2);
  });

  it("are waited for no longer than any service's", async () => {
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 100));
    stripe.faults.push("hang", "hang");
    expect(await test()).toMatchObject({ fault: "timeout" });
  });

  it("to a customer with a wrong key do not speak of keys", async () => {
    const error = await failure(gateway.createPayment(anOrder(), account({ secret_key: "sk_test_wrong" })));
    expect(error).toMatchObject({ name: "NoAnswer", status: 401 });
  });

  it("cost no telemetry", async () => {
    await gateway.testAccount(account());
    await gateway.testAccount(account());
    for (const { headers } of stripe.calls) {
      expect(headers).not.toHaveProperty("x-stripe-client-telemetry");
      expect(headers["x-stripe-client-user-agent"]).not.toMatch(/platform|telemetry/);
    }
  });
});

it("Stripe's library is not loaded before the first call", () => {
  const registry = path.resolve(import.meta.dirname, "../registry.ts");
  const code = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { gateways } = await import(${JSON.stringify(registry)});
    const before = loaded.filter((url) => url.includes("node_modules/stripe")).length;
    const card = gateways.find(({ descriptor }) => descriptor.id === "stripe");
    const request = { query: new URLSearchParams(), headers: {}, body: Buffer.from("{}") };
    await card.readCallback(request, { webhook_secret: "whsec_1" }, 0);
    const after = loaded.filter((url) => url.includes("node_modules/stripe")).length;
    process.stdout.write(JSON.stringify([loaded.length > 5, before, after > 10]));
  `;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  expect(run.stdout).toBe("[true,0,true]");
});
