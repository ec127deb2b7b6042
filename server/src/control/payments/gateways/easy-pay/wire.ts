import * as z from "zod";
import { parseYuan } from "./yuan.ts";

/** Sites write numbers as numbers or as text. */
const text = z.union([z.string().max(2000), z.number()]).transform(String);

const fen = text.transform((value, context) => {
  const amount = parseYuan(value);
  if (amount === undefined) context.addIssue({ code: "custom", message: "no amount in yuan" });
  return amount ?? 0;
});

const orderNumber = text.refine((value) => /^\d{1,19}$/.test(value));
const siteNumber = text.refine((value) => /^[\x21-\x7e]{1,64}$/.test(value));

/** A callback's fields. */
export const report = z.object({
  pid: z.string(),
  trade_no: siteNumber,
  out_trade_no: orderNumber,
  money: fen,
  trade_status: z.string(),
});

/** Every response of `api.php`. Code 1 is success; other codes differ from site to site. */
export const answer = z.object({ code: text, msg: text.nullish() });

/** The response about a known order. Status 0: unpaid, 1: paid, 2: refunded. */
export const orderAnswer = z.object({
  pid: text.nullish(),
  trade_no: siteNumber,
  out_trade_no: orderNumber,
  money: fen,
  status: text,
});

/** Active 0: the site closed the merchant's account. */
export const merchantAnswer = answer.extend({ active: text.nullish() });

/** Some sites number their refunds. */
export const refundAnswer = answer.extend({ refund_no: siteNumber.nullish().catch(undefined) });
