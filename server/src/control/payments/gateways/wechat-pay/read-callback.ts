import type { CallbackRequest, CallbackResult, GatewayAccount } from "../gateway.ts";
import { readAccount, type WeChatAccount } from "./account.ts";
import type { PlatformKeys } from "./certificates.ts";
import { parseJson } from "./send.ts";
import { decryptResource, isSigned, readSignature } from "./sign.ts";
import { notification, refundNotice, statusOf, transaction } from "./wire.ts";

/** Reads a notification: signed like a response, with its content encrypted under the merchant's APIv3 key. */
export async function readCallback(
  { headers, body }: CallbackRequest,
  given: GatewayAccount,
  { now, keys }: { now: number; keys: PlatformKeys },
): Promise<CallbackResult> {
  const signature = readSignature((name) => headers[name], now);
  if (typeof signature === "string") return rejected(signature);
  const account = tryReadAccount(given);
  if (account === undefined) return rejected("the account's keys cannot be read");
  const key = await keys.find(signature.serial, account, now);
  if (key === undefined) return rejected("unknown certificate");
  if (!isSigned(signature, body, key)) return rejected("wrong signature");
  const notice = notification.safeParse(parseJson(body));
  if (!notice.success) return rejected("fields are missing");
  const text = decryptResource(notice.data.resource, account.apiV3Key);
  if (text === undefined) return rejected("encrypted with another key");
  const content = parseJson(text);
  if (notice.data.event_type === "TRANSACTION.SUCCESS") return readPayment(content, account);
  const refund = refunds.get(notice.data.event_type);
  return refund ? readRefund(content, account, refund) : { kind: "ignored" };
}

function readPayment(content: unknown, account: WeChatAccount): CallbackResult {
  const read = transaction.safeParse(content);
  if (!read.success) return rejected("fields of the payment are missing");
  const { mchid, appid, out_trade_no, transaction_id = "", amount } = read.data;
  if (mchid !== account.mchId) return rejected("another merchant");
  if (appid !== account.appId) return rejected("another app");
  if (statusOf(read.data) !== "paid" || amount === undefined) return rejected("not paid");
  const { total, currency } = amount;
  const money = { amount: total, currency };
  const payment = {
    orderNumber: out_trade_no,
    gatewayNumber: transaction_id,
    ...money,
    status: "paid" as const,
  };
  return { kind: "payment", payment };
}

interface RefundEvent {
  status: string;
  kind: "refund" | "refund_returned" | "refund_failed";
}

/** A closed refund leaves the money with the merchant; an abnormal one waits in the merchant platform. */
const refunds = new Map<string, RefundEvent>([
  ["REFUND.SUCCESS", { status: "SUCCESS", kind: "refund" }],
  ["REFUND.CLOSED", { status: "CLOSED", kind: "refund_returned" }],
  ["REFUND.ABNORMAL", { status: "ABNORMAL", kind: "refund_failed" }],
]);

function readRefund(content: unknown, account: WeChatAccount, { status, kind }: RefundEvent): CallbackResult {
  const read = refundNotice.safeParse(content);
  if (!read.success) return rejected("fields of the refund are missing");
  const { mchid, out_trade_no, transaction_id, refund_id, refund_status, amount } = read.data;
  if (mchid !== account.mchId) return rejected("another merchant");
  if (refund_status !== status) return rejected("another status");
  const numbers = { gatewayNumber: transaction_id, reversalNumber: refund_id, orderNumber: out_trade_no };
  return { kind, reversal: { ...numbers, amount: amount.refund, currency: "CNY" } };
}

function tryReadAccount(given: GatewayAccount): WeChatAccount | undefined {
  try {
    return readAccount(given);
  } catch {
    return undefined;
  }
}

function rejected(reason: string): CallbackResult {
  return { kind: "rejected", reason };
}
