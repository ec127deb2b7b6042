import type * as z from "zod";
import type { CallbackRequest, CallbackResult, GatewayAccount } from "../gateway.ts";
import { type AlipayAccount, readAccount } from "./account.ts";
import { AlipayClient } from "./client.ts";
import { notification, statuses, tradeNotification } from "./wire.ts";

/** Alipay repeats a notification for 25 hours. */
const longestDelay = 48 * 3600;

/** Reads a notification: a form in the body, signed with RSA2 over all its fields. */
export async function readCallback(
  { body }: CallbackRequest,
  given: GatewayAccount,
  now: number,
): Promise<CallbackResult> {
  const form = new URLSearchParams(body.toString("utf8"));
  if (new Set(form.keys()).size !== form.size) return rejected("a field is repeated");
  const fields = Object.fromEntries(form);
  // The library accepts the sender's algorithm, the outdated RSA1 included.
  if (fields["sign_type"] !== "RSA2") return rejected("sign_type is not RSA2");
  // Values are signed unescaped: `a=1&b=2` could be one field or two.
  if (Object.values(fields).some((value) => /&\w+=/.test(value)))
    return rejected("a field holds another field");
  const account = tryReadAccount(given);
  if (account === undefined) return rejected("the account's keys cannot be read");
  const client = await AlipayClient.open(account);
  if (!client.isSigned(fields)) return rejected("wrong signature");
  return readSigned(fields, account, now);
}

function readSigned(
  fields: Readonly<Record<string, string>>,
  account: AlipayAccount,
  now: number,
): CallbackResult {
  const head = notification.safeParse(fields);
  if (!head.success) return rejected("fields are missing");
  const { app_id, seller_id, notify_time, notify_type } = head.data;
  if (app_id !== account.appId) return rejected("another app");
  if (account.sellerId !== "" && seller_id !== account.sellerId) return rejected("another merchant");
  if (Math.abs(now - notify_time) > longestDelay) return rejected("too old");
  if (notify_type !== "trade_status_sync") return { kind: "ignored" };
  const trade = tradeNotification.safeParse(fields);
  if (!trade.success) return rejected("fields of the trade are missing");
  return readTrade(trade.data);
}

function readTrade(trade: z.output<typeof tradeNotification>): CallbackResult {
  const { trade_no, out_biz_no, refund_fee = 0, gmt_refund } = trade;
  if (gmt_refund !== undefined && refund_fee === 0) return rejected("a refund without an amount");
  if (refund_fee > 0) {
    const reversalNumber = refundNumber(trade_no, out_biz_no || gmt_refund || "");
    const money = { amount: refund_fee, currency: "CNY", cumulative: true };
    const numbers = { gatewayNumber: trade_no, reversalNumber, orderNumber: trade.out_trade_no };
    return { kind: "refund", reversal: { ...numbers, ...money } };
  }
  const status = statuses.get(trade.trade_status);
  if (status === undefined) return { kind: "ignored" };
  return {
    kind: "payment",
    payment: {
      orderNumber: trade.out_trade_no,
      gatewayNumber: trade_no,
      amount: trade.total_amount,
      currency: "CNY",
      status,
    },
  };
}

/** Alipay has no refund numbers; that of a request is unique within its trade. */
export function refundNumber(tradeNumber: string, requestNumber: string): string {
  return `${tradeNumber}-${requestNumber}`;
}

function tryReadAccount(given: GatewayAccount): AlipayAccount | undefined {
  try {
    return readAccount(given);
  } catch {
    return undefined;
  }
}

function rejected(reason: string): CallbackResult {
  return { kind: "rejected", reason };
}
