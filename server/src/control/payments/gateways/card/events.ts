import type * as z from "zod";
import type { CallbackRequest, CallbackResult, GatewayAccount, Payment, Reversal } from "../gateway.ts";
import { checkoutSession, dispute, event, refund, sessionMoney } from "./wire.ts";

/**
 * What the webhook endpoint is subscribed to. Each refund and dispute comes with its own amount, unlike
 * `charge.refunded`.
 */
export const webhookEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "refund.created",
  "refund.updated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "refund.failed",
] as const;

/** Seconds that Stripe's signature is valid. */
const tolerance = 300;

/** Verifies a webhook with Stripe's library and parses its event. */
export async function readEvent(
  { headers, body }: CallbackRequest,
  account: GatewayAccount,
  now: number,
): Promise<CallbackResult> {
  const secret = account["webhook_secret"] ?? "";
  if (secret === "") return { kind: "rejected", reason: "no webhook secret is stored" };
  const { Stripe } = await import("stripe");
  let verified: unknown;
  try {
    const signature = headers["stripe-signature"] ?? "";
    verified = Stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now * 1000);
  } catch (error) {
    const isOld = error instanceof Error && error.message.includes("tolerance");
    return { kind: "rejected", reason: isOld ? "too old" : "wrong signature" };
  }
  const { data } = event.safeParse(verified);
  if (!data) return { kind: "rejected", reason: "no event" };
  return readObject(data.type, data.data.object);
}

function readObject(type: string, object: unknown): CallbackResult {
  if (type === "refund.created" || type === "refund.updated" || type === "refund.failed")
    return readRefund(object);
  if (type === "charge.dispute.funds_withdrawn")
    return readReversal("dispute", dispute.safeParse(object).data);
  if (type === "charge.dispute.funds_reinstated")
    return returned(readReversal("dispute", dispute.safeParse(object).data));
  if (!type.startsWith("checkout.session.")) return { kind: "ignored" };
  const session = checkoutSession.safeParse(object).data;
  if (!session) return { kind: "rejected", reason: "a session without its fields" };
  if (!isOurs(session)) return { kind: "ignored" };
  const payment = paymentOf(session);
  if (!payment) return { kind: "rejected", reason: "a session without its amount" };
  const isFailed = type === "checkout.session.async_payment_failed";
  return { kind: "payment", payment: isFailed ? { ...payment, status: "failed" } : payment };
}

/** Booked once the refund is final: a pending refund can fail. */
function readRefund(object: unknown): CallbackResult {
  const { data } = refund.safeParse(object);
  if (data?.status === "failed" || data?.status === "canceled") return returned(readReversal("refund", data));
  if (data && data.status !== "succeeded") return { kind: "ignored" };
  return readReversal("refund", data);
}

/** The money of the refund or dispute came back. */
function returned(read: CallbackResult): CallbackResult {
  if (read.kind === "refund") return { ...read, kind: "refund_returned" };
  return read.kind === "dispute" ? { ...read, kind: "dispute_won" } : read;
}

function readReversal(
  kind: "refund" | "dispute",
  data: z.output<typeof dispute> | undefined,
): CallbackResult {
  if (!data) return { kind: "rejected", reason: `a ${kind} without its fields` };
  // Orders of ours are paid by payment intents; other charges belong to other shops of the same Stripe account.
  if (data.payment_intent === null) return { kind: "ignored" };
  const reversal: Reversal = {
    gatewayNumber: data.payment_intent,
    reversalNumber: data.id,
    amount: data.amount,
    currency: data.currency,
  };
  return { kind, reversal };
}

type Session = z.output<typeof checkoutSession>;

/**
 * True for sessions that the gateway created. Metadata decides: customers choose the reference of a payment link
 * themselves, and could pay another shop of the same Stripe account with our order's number.
 */
export function isOurs(session: Session): session is Session & { client_reference_id: string } {
  const number = session.client_reference_id ?? "";
  return (
    session.mode === "payment" && /^\d{1,19}$/.test(number) && session.metadata?.["order_number"] === number
  );
}

/** A session's result for its order; undefined if it has no amount. Only the payment status `paid` is paid. */
export function paymentOf(session: Session): Payment | undefined {
  const { data } = sessionMoney.safeParse(session);
  const isPaid = session.payment_status === "paid";
  if (!data || (isPaid && session.payment_intent === null)) return undefined;
  return {
    orderNumber: session.client_reference_id ?? "",
    gatewayNumber: session.payment_intent ?? "",
    amount: data.amount_total,
    currency: data.currency,
    status: isPaid ? "paid" : session.status === "expired" ? "failed" : "pending",
  };
}
