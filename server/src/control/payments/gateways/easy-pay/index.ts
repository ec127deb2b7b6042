import { AppError } from "../../../../platform/app-error.ts";
import { cutBytes } from "../../../../platform/cut-bytes.ts";
import type { CallbackResult, GatewayAccount, Payment, PaymentGateway, PaymentOrder } from "../gateway.ts";
import { descriptor } from "./descriptor.ts";
import {
  callMerchantApi,
  findOrder,
  postMerchantApi,
  reasonOf,
  siteUrl,
  wrongCredentials,
} from "./merchant-api.ts";
import { isSigned, sign } from "./sign.ts";
import { merchantAnswer, refundAnswer, report } from "./wire.ts";
import { formatYuan } from "./yuan.ts";

/** Sites cut longer names. */
const longestName = 127;

/**
 * The V1 protocol (MD5) of Chinese easy-pay sites: a signed form that the browser posts, and a signed callback in the
 * query.
 */
export const gateway: PaymentGateway = {
  descriptor,

  createPayment: async (order, account) => {
    const fields = formOf(order, account);
    return {
      checkout: { kind: "form", method: "POST", url: siteUrl("submit.php", account), fields },
      reference: "",
    };
  },

  readCallback: ({ query }, account) => readReport(query, account),

  answerCallback: (accepted) => ({
    status: accepted ? 200 : 400,
    contentType: "text/plain",
    body: accepted ? "success" : "fail",
  }),

  async query({ number }, account) {
    const order = await findOrder(number, account);
    if (!order) return undefined;
    return {
      orderNumber: number,
      gatewayNumber: order.trade_no,
      amount: order.money,
      currency: "CNY",
      status: statuses[order.status] ?? "pending",
    };
  },

  async refund(payment, { amount }, _requestNumber, account) {
    // The protocol has no refund numbers: a repeated partial refund would be paid twice, a repeated full one is
    // rejected.
    if (amount !== payment.amount) throw rejected("easy-pay sites refund whole payments only");
    const fields = { out_trade_no: payment.orderNumber, trade_no: payment.gatewayNumber };
    const answer = await postMerchantApi(
      refundAnswer,
      { act: "refund", ...fields, money: formatYuan(amount) },
      account,
    );
    if (answer.code === "1") return answer.refund_no ?? payment.gatewayNumber;
    const order = await findOrder(payment.orderNumber, account);
    if (order?.status === refunded) return payment.gatewayNumber;
    throw rejected(reasonOf(answer, account));
  },

  async testAccount(account) {
    if (!account["key"] || !account["partner_id"]) throw wrongCredentials("merchant ID or key is empty");
    const merchant = await callMerchantApi(merchantAnswer, { act: "query" }, account);
    if (merchant.code !== "1") throw wrongCredentials(reasonOf(merchant, account));
    if (merchant.active === "0") throw wrongCredentials("the site has disabled this merchant");
  },
};

const refunded = "2";
const statuses: Readonly<Record<string, Payment["status"]>> = { "1": "paid", [refunded]: "failed" };

function formOf(order: PaymentOrder, account: GatewayAccount): Record<string, string> {
  const fields = {
    pid: account["partner_id"] ?? "",
    // Without a type the site shows its cashier page.
    ...(account["pay_type"] && { type: account["pay_type"] }),
    out_trade_no: order.number,
    notify_url: order.notifyUrl,
    return_url: order.returnUrl,
    // Signed values are not encoded: see `sign`.
    name: cutBytes(order.title.replaceAll("&", " "), longestName),
    money: formatYuan(order.amount),
  };
  return { ...fields, sign: sign(fields, account["key"] ?? ""), sign_type: "MD5" };
}

function readReport(query: URLSearchParams, account: GatewayAccount): CallbackResult {
  if (new Set(query.keys()).size !== query.size) return { kind: "rejected", reason: "a field is repeated" };
  const fields = Object.fromEntries(query);
  if ((fields["sign_type"] ?? "MD5").toUpperCase() !== "MD5")
    return { kind: "rejected", reason: "another signature method" };
  if (!isSigned(fields, account["key"] ?? "")) return { kind: "rejected", reason: "wrong signature" };
  if (Object.values(fields).some((value) => value.includes("&")))
    return { kind: "rejected", reason: "a field contains &" };
  const { data } = report.safeParse(fields);
  if (!data) return { kind: "rejected", reason: "a field is missing or wrong" };
  if (data.pid !== account["partner_id"]) return { kind: "rejected", reason: "another merchant" };
  if (data.trade_status !== "TRADE_SUCCESS") return { kind: "ignored" };
  return {
    kind: "payment",
    payment: {
      orderNumber: data.out_trade_no,
      gatewayNumber: data.trade_no,
      amount: data.money,
      currency: "CNY",
      status: "paid",
    },
  };
}

function rejected(reason: string): AppError {
  return new AppError("payment.refused", { params: { reason } });
}
