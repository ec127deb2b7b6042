import { createPublicKey } from "node:crypto";
import { AppError } from "../../../../platform/app-error.ts";
import { cutBytes } from "../../../../platform/cut-bytes.ts";
import type { CreatedPayment, Payment, PaymentGateway, PaymentOrder } from "../gateway.ts";
import { type AlipayAccount, readAccount, wrong } from "./account.ts";
import { AlipayClient, badAnswer, expectSuccess, isUnknown } from "./client.ts";
import { descriptor } from "./descriptor.ts";
import { readCallback, refundNumber } from "./read-callback.ts";
import {
  precreateAnswer,
  queryAnswer,
  refundAnswer,
  refundQueryAnswer,
  statuses,
  toBeijingTime,
  toYuan,
} from "./wire.ts";

/** Alipay's code for a trade that it has not seen. A QR code becomes a trade when it is scanned. */
const unknownTrade = "ACQ.TRADE_NOT_EXIST";

/** Alipay (https://opendocs.alipay.com): QR code, desktop page or mobile page, signed with RSA2 in public key mode. */
export const gateway: PaymentGateway = {
  descriptor,

  async createPayment(order, given) {
    const account = readAccount(given);
    const client = await AlipayClient.open(account);
    return account.payType === "facepay"
      ? createQrCode(order, account, client)
      : createPage(order, account, client);
  },

  readCallback,

  answerCallback: (accepted) => ({
    status: accepted ? 200 : 400,
    contentType: "text/plain",
    body: accepted ? "success" : "failure",
  }),

  async query({ number }, given) {
    const account = readAccount(given);
    return queryOrder(number, account, await AlipayClient.open(account));
  },

  async close({ number }, given) {
    const account = readAccount(given);
    const client = await AlipayClient.open(account);
    const answer = await client.call("alipay.trade.close", { outTradeNo: number });
    if (answer.code === "10000" || answer.problem === unknownTrade) return;
    if (isUnknown(answer)) throw badAnswer(account, new Error(answer.problem));
    // The same code means that the trade is closed already and that it is paid.
    const payment = await queryOrder(number, account, client);
    if (payment?.status === "paid" || payment?.status === "pending")
      throw new AppError("payment.refused", { params: { reason: answer.problem } });
  },

  async refund(payment, { amount }, requestNumber, given) {
    const account = readAccount(given);
    const client = await AlipayClient.open(account);
    const trade = { tradeNo: payment.gatewayNumber, outRequestNo: requestNumber };
    const answer = await client.call("alipay.trade.refund", { ...trade, refundAmount: toYuan(amount) });
    const { fund_change } = expectSuccess(answer, refundAnswer, account);
    if (fund_change !== "Y") await expectRefunded(trade, account, client);
    return refundNumber(payment.gatewayNumber, requestNumber);
  },

  async testAccount(given) {
    const account = readAccount(given);
    if (createPublicKey(account.privateKey).equals(account.publicKey))
      throw wrong("public_key is the app's own public key; enter Alipay's");
    const client = await AlipayClient.open(account);
    const answer = await client.send("alipay.trade.query", { outTradeNo: "credentials_test" });
    if (answer.code !== "10000" && answer.problem !== unknownTrade) throw wrong(answer.problem);
    if (!answer.signed) throw wrong("public_key does not verify Alipay's signature");
  },
};

async function createQrCode(
  order: PaymentOrder,
  account: AlipayAccount,
  client: AlipayClient,
): Promise<CreatedPayment> {
  const { notifyUrl } = order;
  const answer = await client.call("alipay.trade.precreate", contentOf(order), { notifyUrl });
  const { qr_code, out_trade_no } = expectSuccess(answer, precreateAnswer, account);
  if (out_trade_no !== order.number) throw badAnswer(account, new Error("another order"));
  return { checkout: { kind: "qr", text: qr_code }, reference: "" };
}

function createPage(order: PaymentOrder, { payType }: AlipayAccount, client: AlipayClient): CreatedPayment {
  const [method, productCode] =
    payType === "wappay"
      ? ["alipay.trade.wap.pay", "QUICK_WAP_WAY"]
      : ["alipay.trade.page.pay", "FAST_INSTANT_TRADE_PAY"];
  const { notifyUrl, returnUrl } = order;
  const url = client.pageAddress(method, { ...contentOf(order), productCode }, { notifyUrl, returnUrl });
  return { checkout: { kind: "redirect", url }, reference: "" };
}

function contentOf({ number, amount, title, expiresAt }: PaymentOrder): object {
  return {
    outTradeNo: number,
    totalAmount: toYuan(amount),
    // Alipay allows none of `/`, `=` and `&` in a title.
    subject: cutBytes(title.replace(/[/=&]+/g, " "), 256).trim() || number,
    timeExpire: toBeijingTime(expiresAt),
  };
}

async function queryOrder(
  number: string,
  account: AlipayAccount,
  client: AlipayClient,
): Promise<Payment | undefined> {
  const answer = await client.call("alipay.trade.query", { outTradeNo: number });
  if (answer.problem === unknownTrade) return undefined;
  // A rejected query is about the app alone: nothing is known about the order.
  if (answer.code !== "10000") throw badAnswer(account, new Error(answer.problem));
  const trade = expectSuccess(answer, queryAnswer, account);
  const status = statuses.get(trade.trade_status);
  if (trade.out_trade_no !== number || status === undefined)
    throw badAnswer(account, new Error("another order or status"));
  const { trade_no: gatewayNumber, total_amount: amount } = trade;
  return { orderNumber: number, gatewayNumber, amount, currency: "CNY", status };
}

/**
 * Without `fund_change` a refund may be done already, or not yet.
 * @throws NoAnswer if it is not done
 */
async function expectRefunded(trade: object, account: AlipayAccount, client: AlipayClient): Promise<void> {
  const answer = await client.call("alipay.trade.fastpay.refund.query", trade);
  const { refund_status } = expectSuccess(answer, refundQueryAnswer, account);
  if (refund_status !== "REFUND_SUCCESS") throw badAnswer(account, new Error("not refunded yet"));
}
