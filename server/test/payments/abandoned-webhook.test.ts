import type { Gateway } from "@tollgate/contract/payments";
import { afterAll, beforeAll, expect, it } from "vitest";
import { beforeTransaction } from "../support/before-transaction.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { startStripeStandIn, type StripeStandIn } from "../support/stripe-stand-in.ts";

let running: RunningApp;
let stripe: StripeStandIn;
beforeAll(async () => {
  stripe = await startStripeStandIn();
  running = await startApp();
});
afterAll(async () => {
  await running?.stop();
  await stripe?.stop();
});

it("an edit that another one preceded leaves the webhook of what is stored, and no other", async () => {
  const { api, app, url } = running;
  await api("PUT", "/api/option/", { key: "ServerAddress", value: url });
  const { id, uuid } = await api<Gateway>("POST", "/api/payment/", {
    name: "Card",
    icon: "card",
    enable: true,
    type: "stripe",
    currency: "USD",
    config: { secret_key: stripe.secretKey, endpoint: stripe.url },
  });
  const moveTo = (notify_domain: string) => api("PUT", "/api/payment/", { id, notify_domain });
  const spy = beforeTransaction(app.database, () => moveTo(url));
  const elsewhere = url.replace("127.0.0.1", "localhost");
  await expect(moveTo(elsewhere)).rejects.toThrow(/gateway.changed_meanwhile/);
  spy.mockRestore();
  expect(stripe.endpoints.map((endpoint) => endpoint.url)).toEqual([`${url}/api/payment/notify/${uuid}`]);
});
