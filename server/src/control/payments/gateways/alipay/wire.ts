import * as z from "zod";

/** Yuan on the wire, fen inside: `19.99` is 1999. */
export const yuan = z
  .string()
  .regex(/^\d{1,9}(?:\.\d{1,2})?$/)
  .transform((text) => {
    const [whole = "", cents = ""] = text.split(".");
    return Number(whole) * 100 + Number(cents.padEnd(2, "0"));
  });

/** 1999 fen as `19.99`. */
export function toYuan(fen: number): string {
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, "0")}`;
}

/** Seconds between UTC and the time zone of Alipay, all year. */
const beijingOffset = 8 * 3600;

/** Epoch seconds as `2026-01-31 08:00:00` in Beijing. */
export function toBeijingTime(seconds: number): string {
  return new Date((seconds + beijingOffset) * 1000).toISOString().slice(0, 19).replace("T", " ");
}

const beijingTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .transform((text) => Date.parse(`${text.replace(" ", "T")}Z`) / 1000 - beijingOffset)
  .pipe(z.number());

const orderNumber = z.string().regex(/^[\w-]{1,64}$/);
const tradeNumber = z.string().regex(/^\d{1,64}$/);

/** Our status for each status of a trade; others are about something else. */
export const statuses = new Map<string, "pending" | "paid" | "failed">([
  ["WAIT_BUYER_PAY", "pending"],
  ["TRADE_SUCCESS", "paid"],
  ["TRADE_FINISHED", "paid"],
  ["TRADE_CLOSED", "failed"],
]);

/** Fields of every notification: sender, recipient, and time. */
export const notification = z.object({
  notify_time: beijingTime,
  notify_type: z.string(),
  app_id: z.string(),
  seller_id: z.string().optional(),
});

/** A notification about a trade. `refund_fee` is the sum of all its refunds. */
export const tradeNotification = z.object({
  out_trade_no: orderNumber,
  trade_no: tradeNumber,
  trade_status: z.string(),
  total_amount: yuan,
  refund_fee: yuan.optional(),
  gmt_refund: z.string().max(32).optional(),
  out_biz_no: z.string().max(64).optional(),
});

/** In every response; `10000` is success. */
export const outcome = z.object({ code: z.string(), sub_code: z.string().default("") });

export const precreateAnswer = z.object({ out_trade_no: orderNumber, qr_code: z.url().max(1024) });

export const queryAnswer = z.object({
  out_trade_no: orderNumber,
  trade_no: tradeNumber,
  trade_status: z.string(),
  total_amount: yuan,
});

/** `fund_change`: `Y` if this call moved the money. */
export const refundAnswer = z.object({ trade_no: tradeNumber, fund_change: z.string().default("") });

export const refundQueryAnswer = z.object({ refund_status: z.string().default("") });
