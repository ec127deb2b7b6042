import * as z from "zod";

/** Fen, also on the wire. */
const fen = z.int().min(1).max(100_000_000_00);
const orderNumber = z.string().regex(/^[\w|*-]{1,64}$/);
const gatewayNumber = z.string().regex(/^\w{1,64}$/);

/** Every failure. */
export const failure = z.object({ code: z.string() });

export const createAnswer = z.object({ code_url: z.string().regex(/^weixin:\/\/\S{1,1000}$/) });

const encryptedResource = z.object({
  algorithm: z.string().max(32),
  ciphertext: z.string().max(100_000),
  nonce: z.string().max(32),
  associated_data: z.string().max(64).default(""),
});

export const certificateList = z.object({
  data: z
    .array(
      z.object({
        serial_no: z.string().regex(/^[0-9A-Fa-f]{8,64}$/),
        encrypt_certificate: encryptedResource,
      }),
    )
    .max(20),
});

export const notification = z.object({ event_type: z.string(), resource: encryptedResource });

/**
 * An order, in the response of a query and in a notification. The number and the amount are missing while nothing is
 * paid.
 */
export const transaction = z.object({
  mchid: z.string(),
  appid: z.string(),
  out_trade_no: orderNumber,
  transaction_id: gatewayNumber.optional(),
  trade_state: z.string(),
  amount: z
    .object({
      total: fen,
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .default("CNY"),
    })
    .optional(),
});
export type Transaction = z.output<typeof transaction>;

/** A refund, in a notification. `refund` is that of this one. */
export const refundNotice = z.object({
  mchid: z.string(),
  out_trade_no: orderNumber,
  transaction_id: gatewayNumber,
  refund_id: gatewayNumber,
  refund_status: z.string(),
  amount: z.object({ refund: fen }),
});

export const refundAnswer = z.object({ refund_id: gatewayNumber, status: z.string() });

/**
 * Our status for each state of an order. A payment that was refunded before it was booked is never credited: `REFUND`
 * is a failure.
 */
const statuses = new Map<string, "pending" | "paid" | "failed">([
  ["NOTPAY", "pending"],
  ["USERPAYING", "pending"],
  ["ACCEPT", "pending"],
  ["SUCCESS", "paid"],
  ["REFUND", "failed"],
  ["CLOSED", "failed"],
  ["REVOKED", "failed"],
  ["PAYERROR", "failed"],
]);

/** The port's status; undefined: an unknown state, or a payment without number or amount. */
export function statusOf({
  trade_state,
  transaction_id,
  amount,
}: Transaction): "pending" | "paid" | "failed" | undefined {
  const status = statuses.get(trade_state);
  return status === "paid" && (transaction_id === undefined || amount === undefined) ? undefined : status;
}

/** Epoch seconds as `2026-01-31T08:00:00+08:00`. */
export function toRfc3339(seconds: number): string {
  return `${new Date((seconds + 8 * 3600) * 1000).toISOString().slice(0, 19)}+08:00`;
}
