import * as z from "zod";

const units = z.int().positive();
const currency = z
  .string()
  .regex(/^[a-z]{3}$/)
  .transform((code) => code.toUpperCase());
const paymentIntent = z.string().regex(/^pi_\w{1,60}$/);

/** A Checkout Session, in responses and in events. */
export const checkoutSession = z.object({
  id: z.string().regex(/^cs_\w{1,250}$/),
  mode: z.string(),
  /** `open`, `complete` or `expired`. */
  status: z.string().nullable(),
  payment_status: z.string(),
  client_reference_id: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullish(),
  amount_total: z.number().nullable(),
  currency: z.string().nullable(),
  /** Null until the customer pays. */
  payment_intent: paymentIntent.nullable(),
});

export const sessionList = z.object({ data: z.array(checkoutSession) });

/** The response to a created session has an address for the customer. */
export const createdSession = checkoutSession.extend({ url: z.url({ protocol: /^https?$/ }) });

/** The fields of one of our sessions, once its kind is known. */
export const sessionMoney = z.object({ amount_total: units, currency });

export const refund = z.object({
  id: z.string().regex(/^\w{1,64}$/),
  amount: units,
  currency,
  /** Null: a charge without a payment intent, which is not ours. */
  payment_intent: paymentIntent.nullable(),
  /** `pending`, `requires_action`, `succeeded`, `failed` or `canceled`. */
  status: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullish(),
  failure_reason: z.string().nullish(),
});

export const refundList = z.object({ data: z.array(refund) });

export const dispute = z.object({
  id: z.string().regex(/^\w{1,64}$/),
  amount: units,
  currency,
  payment_intent: paymentIntent.nullable(),
});

export const event = z.object({ type: z.string(), data: z.object({ object: z.unknown() }) });

const endpointFields = {
  id: z.string().regex(/^we_\w{1,64}$/),
  url: z.string(),
  status: z.string(),
  enabled_events: z.array(z.string()),
  api_version: z.string().nullable(),
};
export const webhookEndpoints = z.object({ data: z.array(z.object(endpointFields)) });

/** Stripe sends the secret in the response to the creation, and never again. */
export const createdEndpoint = z.object({ ...endpointFields, secret: z.string().min(8).max(200) });
