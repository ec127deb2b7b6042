import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callbackTime } from "../../../../../test/conformance/gateway-conformance.ts";
import { type StripeStandIn, startStripeStandIn } from "../../../../../test/support/stripe-stand-in.ts";
import type { CallbackRequest, GatewayAccount } from "../gateway.ts";
import { readEvent } from "./events.ts";

const secret = "whsec_of_this_gateway";
let stripe: StripeStandIn;
beforeAll(async () => {
  stripe = await startStripeStandIn();
});
afterAll(() => stripe?.stop());

const readAs = (account: GatewayAccount, request: Omit<CallbackRequest, "query">) =>
  readEvent({ query: new URLSearchParams(), ...request }, account, callbackTime);

const read = (type: string, object: object, { signedBy = secret, at = callbackTime } = {}) =>
  readAs({ webhook_secret: secret }, stripe.callbackFor(type, object, { secret: signedBy, at }));

const completed = "checkout.session.completed";
const session = (changes: object = {}) => ({
  id: "cs_test_1",
  mode: "payment",
  status: "complete",
  payment_status: "paid",
  client_reference_id: "77",
  metadata: { order_number: "77" },
  payment_intent: "pi_1",
  amount_total: 1999,
  currency: "usd",
  ...changes,
});
const refund = (changes: object = {}) => ({
  id: "re_1",
  amount: 500,
  currency: "usd",
  payment_intent: "pi_1",
  status: "succeeded",
  ...changes,
});
const dispute = (changes: object = {}) => ({
  id: "du_1",
  amount: 1999,
  currency: "usd",
  payment_intent: "pi_1",
  ...changes,
});

describe("a webhook of Stripe", () => {
  it("is rejected without a secret, though it is signed with an empty one", async () => {
    const webhook = stripe.callbackFor(completed, session(), { secret: " ", at: callbackTime });
    for (const account of [{}, { webhook_secret: "" }])
      expect(await readAs(account, webhook)).toMatchObject({ reason: "no webhook secret is stored" });
    expect(await readAs({ webhook_secret: " " }, webhook)).toMatchObject({ kind: "rejected" });
  });

  it("is rejected where another account signed it", async () => {
    expect(await read(completed, session(), { signedBy: "whsec_of_another" })).toMatchObject({
      reason: "wrong signature",
    });
  });

  it.each(["v0", "v2"])("is rejected where it is signed by the scheme %s", async (scheme) => {
    const payload = JSON.stringify({ type: completed, data: { object: session() } });
    const given = { payload, secret, timestamp: callbackTime, scheme };
    const headers = { "stripe-signature": Stripe.webhooks.generateTestHeaderString(given) };
    expect(await readAs({ webhook_secret: secret }, { headers, body: Buffer.from(payload) })).toMatchObject({
      kind: "rejected",
    });
  });

  it("is rejected after five minutes", async () => {
    expect(await read(completed, session(), { at: callbackTime - 300 })).toMatchObject({ kind: "payment" });
    expect(await read(completed, session(), { at: callbackTime - 301 })).toEqual({
      kind: "rejected",
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
  ])("%s with the payment %s sets the order's status", async (type, payment_status, status, expected) => {
    expect(await read(type, session({ payment_status, status }))).toMatchObject({
      kind: "payment",
      payment: { orderNumber: "77", status: expected },
    });
  });

  it.each([
    ["no reference", session({ client_reference_id: null })],
    ["a reference of another shop", session({ client_reference_id: "cart-77" })],
    ["a reference that the customer of a payment link chose", session({ metadata: {} })],
    ["the metadata of another order", session({ metadata: { order_number: "78" } })],
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
  ])("about a session with %s is rejected, though it is signed", async (_, object) => {
    expect(await read(completed, object)).toMatchObject({ kind: "rejected" });
  });
});

describe("refunds and disputes", () => {
  it.each([
    ["refund", "refund.created", refund(), 500],
    ["refund", "refund.updated", refund(), 500],
    ["dispute", "charge.dispute.funds_withdrawn", dispute(), 1999],
  ])("by a %s are reported by %s with their own number and amount", async (kind, type, object, amount) => {
    expect(await read(type, object)).toEqual({
      kind,
      reversal: { gatewayNumber: "pi_1", reversalNumber: object.id, amount, currency: "USD" },
    });
  });

  it.each(["failed", "canceled"])("that were reversed are reported: %s", async (status) =>
    expect(await read("refund.failed", refund({ status }))).toMatchObject({
      kind: "refund_returned",
      reversal: { reversalNumber: "re_1", amount: 500 },
    }),
  );

  it("by a dispute are returned once Stripe returns the money", async () => {
    expect(await read("charge.dispute.closed", dispute())).toEqual({ kind: "ignored" });
    expect(await read("charge.dispute.funds_reinstated", dispute())).toMatchObject({
      kind: "dispute_won",
      reversal: { gatewayNumber: "pi_1", reversalNumber: "du_1", amount: 1999 },
    });
  });

  it.each(["pending", "requires_action", null])("count once they succeeded: %s is ignored", async (status) =>
    expect(await read("refund.created", refund({ status }))).toEqual({ kind: "ignored" }),
  );

  it("by a dispute count once the bank takes the money", async () => {
    expect(await read("charge.dispute.created", dispute())).toEqual({ kind: "ignored" });
  });

  it("of another shop of the account are ignored", async () => {
    const others = { payment_intent: null };
    expect(await read("refund.created", refund(others))).toEqual({ kind: "ignored" });
    expect(await read("charge.dispute.funds_withdrawn", dispute(others))).toEqual({ kind: "ignored" });
  });

  it.each([
    { amount: -5 },
    { amount: 0 },
    { amount: "5" },
    { currency: "" },
    { id: "" },
    { payment_intent: 1 },
  ])("with %j are rejected, though signed", async (changes) => {
    expect(await read("refund.created", refund(changes))).toMatchObject({ kind: "rejected" });
    expect(await read("charge.dispute.funds_withdrawn", dispute(changes))).toMatchObject({
      kind: "rejected",
    });
  });
});
