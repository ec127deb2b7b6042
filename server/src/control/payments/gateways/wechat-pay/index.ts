import { AppError } from "../../../../platform/app-error.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { cutBytes } from "../../../../platform/cut-bytes.ts";
import type { PaymentGateway } from "../gateway.ts";
import { readAccount, type WeChatAccount, wrong } from "./account.ts";
import { cannotVerify, credentialsRejected, PlatformKeys } from "./certificates.ts";
import { requestBody, call, expectSuccess } from "./client.ts";
import { descriptor } from "./descriptor.ts";
import { readCallback } from "./read-callback.ts";
import { createAnswer, refundAnswer, statusOf, toRfc3339, transaction } from "./wire.ts";

/** WeChat Pay's certificates, for all accounts. */
const keys = new PlatformKeys();

/** Spellings of the code for an order that WeChat Pay does not have. */
const unknownOrder = ["ORDER_NOT_EXIST", "ORDERNOTEXIST"];
const closedOrder = ["ORDER_CLOSED", "ORDERCLOSED"];

/** WeChat Pay, API v3, native payment: a QR code (https://pay.weixin.qq.com/doc/v3/merchant/4012791874). */
export const gateway: PaymentGateway = {
  descriptor,

  async createPayment({ number, amount, currency, title, expiresAt, notifyUrl }, given) {
    const account = readAccount(given);
    const body = {
      appid: account.appId,
      mchid: account.mchId,
      description: cutBytes(title, 127).trim() || number,
      out_trade_no: number,
      time_expire: toRfc3339(expiresAt),
      notify_url: notifyUrl,
      amount: { total: amount, currency },
    };
    const answer = await call({ path: "/v3/pay/transactions/native", body }, account, keys);
    const { code_url } = expectSuccess(answer, createAnswer, account);
    return { checkout: { kind: "qr", text: code_url }, reference: "" };
  },

  readCallback: (request, given, now) => readCallback(request, given, { now, keys }),

  answerCallback: (accepted) =>
    accepted
      ? { status: 204, contentType: "application/json", body: "" }
      : { status: 400, contentType: "application/json", body: '{"code":"FAIL","message":"失败"}' },

  async query({ number }, given) {
    const account = readAccount(given);
    const answer = await call({ path: orderPath(number, account) }, account, keys);
    if (unknownOrder.includes(answer.code)) return undefined;
    // A rejected query is about the merchant alone: nothing is known about the order.
    if (answer.status >= 400) throw cannotVerify(account, new Error(answer.code));
    const order = expectSuccess(answer, transaction, account);
    const status = statusOf(order);
    const { mchid, appid, out_trade_no, transaction_id = "", amount } = order;
    const isOurs = mchid === account.mchId && appid === account.appId && out_trade_no === number;
    if (!isOurs || status === undefined) throw cannotVerify(account, new Error("another order or state"));
    const { total = 0, currency = "CNY" } = amount ?? {};
    return { orderNumber: number, gatewayNumber: transaction_id, amount: total, currency, status };
  },

  async close({ number }, given) {
    const account = readAccount(given);
    const path = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(number)}/close`;
    const { status, code } = await call({ path, body: { mchid: account.mchId } }, account, keys);
    if (status < 400 || [...unknownOrder, ...closedOrder].includes(code)) return;
    if (status === 429) throw cannotVerify(account, new Error(code));
    throw new AppError("payment.refused", { params: { reason: code || String(status) } });
  },

  async refund(payment, { amount, currency }, requestNumber, given) {
    const account = readAccount(given);
    const body = {
      transaction_id: payment.gatewayNumber,
      out_refund_no: requestNumber,
      amount: { refund: amount, total: payment.amount, currency },
    };
    const answer = await call({ path: "/v3/refund/domestic/refunds", body }, account, keys);
    const { refund_id, status } = expectSuccess(answer, refundAnswer, account);
    if (status !== "SUCCESS" && status !== "PROCESSING")
      throw new AppError("payment.refused", { params: { reason: status } });
    return refund_id;
  },

  async testAccount(given) {
    const account = readAccount(given);
    if (account.publicKey === undefined) return keys.load(account, systemClock.now());
    const answer = await requestBody({ path: orderPath("credentials_test", account) }, account, keys);
    if (answer.signature === "wrong") throw wrong("wechat_public_key does not verify WeChat Pay's signature");
    if (answer.status >= 400 && answer.code !== "" && !unknownOrder.includes(answer.code))
      throw credentialsRejected(answer.code);
    if (answer.signature === "none") throw cannotVerify(account, new Error("The answer is not signed."));
  },
};

function orderPath(number: string, { mchId }: WeChatAccount): string {
  return `/v3/pay/transactions/out-trade-no/${encodeURIComponent(number)}?mchid=${mchId}`;
}
