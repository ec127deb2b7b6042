import type { Stripe } from "stripe";
import * as z from "zod";
import { AppError } from "../../../../platform/app-error.ts";
import type { GatewayAccount } from "../gateway.ts";
import { callStripe } from "./client.ts";
import { webhookEvents } from "./events.ts";
import { createdEndpoint, webhookEndpoints } from "./wire.ts";

type Endpoint = z.output<typeof webhookEndpoints>["data"][number];

/**
 * Ensures that Stripe reports to the address with a known secret: keeps the account's endpoint, or creates one and
 * deletes those that it replaces.
 * @throws NoAnswer, AppError payment.wrong_credentials
 */
export async function prepareWebhook(account: GatewayAccount, notifyUrl: string): Promise<GatewayAccount> {
  const rejection = "payment.wrong_credentials";
  const { data } = await callStripe({ shape: webhookEndpoints, account, rejection }, (stripe) =>
    stripe.webhookEndpoints.list({ limit: 100 }),
  );
  const { Stripe } = await import("stripe");
  // The notify address is this gateway's alone, so that every endpoint there is one of ours.
  const ours = data.filter(({ id, url }) => url === notifyUrl || id === account["webhook_id"]);
  const kept = ours.find((endpoint) =>
    isInPlace(endpoint, { account, notifyUrl, version: Stripe.API_VERSION }),
  );
  const prepared = kept ? account : await createEndpoint(account, notifyUrl, Stripe.API_VERSION);
  for (const { id } of ours) if (id !== kept?.id) await deleteEndpoint(account, id);
  return prepared;
}

/**
 * Deletes the endpoint of an account that is not stored.
 * @param stored the account that is, whose endpoint stays
 * @throws NoAnswer
 */
export async function removeWebhook(account: GatewayAccount, stored: GatewayAccount): Promise<void> {
  const { webhook_id: id } = account;
  if (id && id !== stored["webhook_id"]) await deleteEndpoint(account, id);
}

/** Deletes an endpoint that a concurrent process may have deleted already. */
async function deleteEndpoint(account: GatewayAccount, id: string): Promise<void> {
  const call = { shape: z.object({}), account, rejection: "payment.wrong_credentials" } as const;
  try {
    await callStripe(call, (stripe) => stripe.webhookEndpoints.del(id));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

interface Wanted {
  account: GatewayAccount;
  notifyUrl: string;
  version: string;
}

function isInPlace(endpoint: Endpoint, { account, notifyUrl, version }: Wanted): boolean {
  return (
    !!account["webhook_secret"] &&
    endpoint.id === account["webhook_id"] &&
    endpoint.url === notifyUrl &&
    endpoint.status === "enabled" &&
    endpoint.api_version === version &&
    webhookEvents.every((name) => endpoint.enabled_events.includes(name))
  );
}

async function createEndpoint(
  account: GatewayAccount,
  url: string,
  version: Stripe.WebhookEndpointCreateParams.ApiVersion,
): Promise<GatewayAccount> {
  const { id, secret } = await callStripe(
    { shape: createdEndpoint, account, rejection: "payment.wrong_credentials" },
    (stripe) =>
      stripe.webhookEndpoints.create({
        url,
        enabled_events: [...webhookEvents],
        api_version: version,
        description: "Tollgate",
      }),
  );
  return { ...account, webhook_id: id, webhook_secret: secret };
}
