import { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StripeStandIn, startStripeStandIn } from "../../../../../test/support/stripe-stand-in.ts";
import { webhookEvents } from "./events.ts";
import { prepareWebhook as prepare } from "./webhook-endpoint.ts";

let stripe: StripeStandIn;
beforeAll(async () => {
  stripe = await startStripeStandIn();
});
beforeEach(() => stripe.clear());
afterAll(() => stripe?.stop());

describe("the webhook endpoint of an account", () => {
  const notifyUrl = "https://gate.test/api/payment/notify/1";
  const fresh = () => ({ secret_key: stripe.secretKey, endpoint: stripe.url });

  it("is created with the account, and its secret is stored", async () => {
    const prepared = await prepare(fresh(), notifyUrl);
    const [endpoint] = stripe.endpoints;
    expect(endpoint).toMatchObject({
      url: notifyUrl,
      enabled_events: [...webhookEvents],
      api_version: Stripe.API_VERSION,
    });
    expect(prepared).toEqual({ ...fresh(), webhook_secret: endpoint?.secret, webhook_id: endpoint?.id });
  });

  it("stays while everything is in place", async () => {
    const prepared = await prepare(fresh(), notifyUrl);
    stripe.calls.length = 0;
    expect(await prepare(prepared, notifyUrl)).toEqual(prepared);
    expect(stripe.calls.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("is replaced where the address changes", async () => {
    const before = await prepare(fresh(), notifyUrl);
    const moved = await prepare(before, "https://moved.test/api/payment/notify/1");
    expect(stripe.endpoints.map(({ id, url }) => [id, url])).toEqual([
      [moved["webhook_id"], "https://moved.test/api/payment/notify/1"],
    ]);
    expect(moved["webhook_secret"]).not.toBe(before["webhook_secret"]);
  });

  it("is replaced where its secret is not known, and only one stays", async () => {
    const first = await prepare(fresh(), notifyUrl);
    await prepare({ ...first, webhook_secret: "" }, notifyUrl);
    expect(stripe.endpoints.map(({ id }) => id)).not.toContain(first["webhook_id"]);
    await prepare(fresh(), notifyUrl);
    const prepared = await prepare({ ...fresh(), webhook_secret: "whsec_of_another_database" }, notifyUrl);
    expect(stripe.endpoints.map(({ id, secret: known }) => [id, known])).toEqual([
      [prepared["webhook_id"], prepared["webhook_secret"]],
    ]);
  });

  it.each([
    ["is disabled", { status: "disabled" }],
    ["lacks an event", { enabled_events: ["checkout.session.completed"] }],
    ["uses another version of the API", { api_version: "2024-09-30.acacia" }],
  ])("is replaced where it %s", async (_, changes) => {
    const before = await prepare(fresh(), notifyUrl);
    Object.assign(stripe.endpoints[0] ?? {}, changes);
    const after = await prepare(before, notifyUrl);
    expect(after["webhook_id"]).not.toBe(before["webhook_id"]);
    expect(stripe.endpoints).toHaveLength(1);
  });

  it("leaves the endpoints of others alone", async () => {
    stripe.endpoints.push({
      id: "we_other",
      object: "webhook_endpoint",
      url: "https://shop.test/",
      enabled_events: ["*"],
      api_version: null,
      status: "enabled",
      secret: "whsec_other",
    });
    await prepare(fresh(), notifyUrl);
    expect(stripe.endpoints.map(({ url }) => url)).toEqual(["https://shop.test/", notifyUrl]);
  });

  it("is not created where Stripe rejects the address or the key", async () => {
    for (const [given, url] of [
      [fresh(), "gate.test"],
      [{ ...fresh(), secret_key: "sk_test_wrong" }, notifyUrl],
    ] as const)
      await expect(prepare(given, url)).rejects.toMatchObject({ code: "payment.wrong_credentials" });
  });
});
