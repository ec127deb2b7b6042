import type { Stripe } from "stripe";
import * as z from "zod";
import { AppError } from "../../../../platform/app-error.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { NoAnswer } from "../../../call-service.ts";
import type { GatewayAccount, PaymentGateway, PaymentOrder } from "../gateway.ts";
import { callStripe } from "./client.ts";
import { descriptor } from "./descriptor.ts";
import { isOurs, paymentOf, readEvent } from "./events.ts";
import { prepareWebhook, removeWebhook } from "./webhook-endpoint.ts";
import { checkoutSession, createdSession, refundList, refund as refundShape, sessionList } from "./wire.ts";

/**
 * Card payments on Stripe's own page (Checkout). Amounts are Stripe's as they are: both count in the currency's
 * smallest unit.
 */
export const gateway: PaymentGateway = {
  descriptor,

  async createPayment(order, account) {
    const session = await callStripe(
      { shape: createdSession, account, rejection: "payment.refused" },
      (stripe) => stripe.checkout.sessions.create(sessionOf(order), { idempotencyKey: order.number }),
    );
    return { checkout: { kind: "redirect", url: session.url }, reference: session.id };
  },

  readCallback: readEvent,

  answerCallback: (accepted) => ({
    status: accepted ? 200 : 400,
    contentType: "application/json",
    body: JSON.stringify({ received: accepted }),
  }),

  async query({ number, reference }, account) {
    const session = await findSession(reference, account);
    if (!session || !isOurs(session) || session.client_reference_id !== number) return undefined;
    return paymentOf(session);
  },

  async orderNumberOf(gatewayNumber, account) {
    const { data } = await callStripe({ shape: sessionList, account }, (stripe) =>
      stripe.checkout.sessions.list({ payment_intent: gatewayNumber, limit: 1 }),
    );
    return data.find(isOurs)?.client_reference_id;
  },

  async close({ reference }, account) {
    if (reference === "") return;
    try {
      await callStripe({ shape: checkoutSession, account }, (stripe) =>
        stripe.checkout.sessions.expire(reference),
      );
    } catch (error) {
      if (isStatus(error, 404)) return;
      if (!isStatus(error, 400)) throw error;
      // Stripe ends open sessions only.
      const session = await findSession(reference, account);
      if (session?.status === "complete") throw rejected("the customer has paid, or a payment is on its way");
      if (session?.status === "open") throw error;
    }
  },

  async refund(payment, { amount }, requestNumber, account) {
    const call = { account, rejection: "payment.refused" } as const;
    // Stripe deletes idempotency keys after a day; the refund's own metadata stays.
    const { data: earlier } = await callStripe({ ...call, shape: refundList }, (stripe) =>
      stripe.refunds.list({ payment_intent: payment.gatewayNumber, limit: 100 }),
    );
    const same = earlier.find(({ metadata }) => metadata?.["request_number"] === requestNumber);
    const refund =
      same ??
      (await callStripe({ ...call, shape: refundShape }, (stripe) =>
        stripe.refunds.create(
          {
            payment_intent: payment.gatewayNumber,
            amount,
            metadata: { request_number: requestNumber, order_number: payment.orderNumber },
          },
          { idempotencyKey: `refund-${requestNumber}` },
        ),
      ));
    if (refund.status !== "failed" && refund.status !== "canceled") return refund.id;
    throw rejected(refund.failure_reason ?? refund.status);
  },

  async testAccount(account) {
    const shape = z.object({ object: z.literal("balance") });
    await callStripe({ shape, account, rejection: "payment.wrong_credentials" }, (stripe) =>
      stripe.balance.retrieve(),
    );
  },

  prepareAccount: prepareWebhook,
  discardAccount: removeWebhook,
};

/** Stripe keeps a session open for 30 minutes to 24 hours; a minute more and less, as clocks differ. */
const shortestSession = 31 * 60;
const longestSession = 24 * 3600 - 60;

function sessionOf(order: PaymentOrder): Stripe.Checkout.SessionCreateParams {
  const now = systemClock.now();
  const price = { currency: order.currency.toLowerCase(), unit_amount: order.amount };
  return {
    mode: "payment",
    client_reference_id: order.number,
    metadata: { order_number: order.number },
    line_items: [{ quantity: 1, price_data: { ...price, product_data: { name: order.title } } }],
    success_url: order.returnUrl,
    cancel_url: order.returnUrl,
    expires_at: Math.min(Math.max(order.expiresAt, now + shortestSession), now + longestSession),
    // Charges the amount that was shown, in the same currency.
    adaptive_pricing: { enabled: false },
    payment_intent_data: { description: order.title, metadata: { order_number: order.number } },
    // Stripe rejects the whole session for an email address that it does not accept.
    ...(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(order.email) && { customer_email: order.email }),
  };
}

/**
 * Undefined if Stripe does not have it.
 * @throws NoAnswer
 */
async function findSession(
  reference: string,
  account: GatewayAccount,
): Promise<z.output<typeof checkoutSession> | undefined> {
  if (reference === "") return undefined;
  try {
    return await callStripe({ shape: checkoutSession, account }, (stripe) =>
      stripe.checkout.sessions.retrieve(reference),
    );
  } catch (error) {
    if (isStatus(error, 404)) return undefined;
    throw error;
  }
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof NoAnswer && error.status === status;
}

function rejected(reason: string): AppError {
  return new AppError("payment.refused", { params: { reason } });
}
