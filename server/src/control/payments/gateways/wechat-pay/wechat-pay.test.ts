import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callbackTime, describeGateway } from "../../../../../test/conformance/gateway-conformance.ts";
import {
  startWeChatPayStandIn,
  type WeChatFault,
  type WeChatPayStandIn,
} from "../../../../../test/support/wechat-pay-stand-in.ts";
import type { CallbackRequest, GatewayAccount, Payment, PaymentOrder } from "../gateway.ts";
import { gateway } from "./index.ts";

let standIn: WeChatPayStandIn;
let stranger: { privateKey: KeyObject; publicKey: KeyObject };
beforeAll(async () => {
  standIn = await startWeChatPayStandIn();
  stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
});
beforeEach(() => {
  standIn.faults.clear();
  standIn.calls.length = 0;
});
afterAll(() => standIn?.stop());

describeGateway({
  gateway,
  account: () => standIn.account(),
  paid: (order, account) =>
    standIn.callbackFor(order, {
      time: callbackTime,
      ...(account["mch_apiv3_key"] !== standIn.account()["mch_apiv3_key"] && { key: stranger.privateKey }),
    }),
  pay: ({ number }) => standIn.pay(number),
});

let count = 0;
function anOrder(given: Partial<PaymentOrder> = {}): PaymentOrder {
  count += 1;
  return {
    number: `81000000${count}`,
    amount: 1999,
    currency: "CNY",
    title: "Tollgate: 充值",
    expiresAt: 1_790_000_000,
    notifyUrl: "https://gate.test/api/payment/notify/1",
    returnUrl: "https://gate.test/panel/log",
    email: "",
    ...given,
  };
}
const account = (given: GatewayAccount = {}): GatewayAccount => ({ ...standIn.account(), ...given });
const referenceOf = ({ number }: PaymentOrder) => ({ number, reference: "" });
const query = (order: PaymentOrder, given = account()) => gateway.query?.(referenceOf(order), given);
const close = (order: PaymentOrder) => gateway.close?.(referenceOf(order), account());
const read = async (request: CallbackRequest, given = account(), now = callbackTime) =>
  gateway.readCallback(request, given, now);
const refund = (order: PaymentOrder, amount: number, request: string) =>
  gateway.refund?.(paymentOf(order), { amount, currency: "CNY" }, request, account());
const rejected = (reason: string) => ({ kind: "rejected", reason });
const called = (endpoint: string) => standIn.calls.filter((call) => call.endpoint === endpoint);

function paymentOf({ number, amount }: PaymentOrder): Payment {
  const gatewayNumber = `42000000002026${number}`;
  return { orderNumber: number, gatewayNumber, amount, currency: "CNY", status: "paid" };
}

async function aPaidOrder(): Promise<PaymentOrder> {
  const order = anOrder();
  await gateway.createPayment(order, account());
  standIn.pay(order.number);
  return order;
}

describe("orders at WeChat Pay", () => {
  it("requests a QR code with the order's price, time limit and notify address", async () => {
    const order = anOrder({ title: "充".repeat(100) });
    const { checkout } = await gateway.createPayment(order, account());
    expect(checkout).toEqual({ kind: "qr", text: `weixin://wxpay/bizpayurl?pr=${order.number}` });
    const { app_id, mch_id } = account();
    expect(called("create")[0]?.body).toEqual({
      appid: app_id,
      mchid: mch_id,
      description: "充".repeat(42),
      out_trade_no: order.number,
      time_expire: "2026-09-21T22:13:20+08:00",
      notify_url: order.notifyUrl,
      amount: { total: 1999, currency: "CNY" },
    });
  });

  it("reports an order as pending, paid, closed, and as failed once money went back", async () => {
    const order = anOrder();
    await gateway.createPayment(order, account());
    const unpaid = { ...paymentOf(order), gatewayNumber: "", amount: 0 };
    expect(await query(order)).toEqual({ ...unpaid, status: "pending" });
    standIn.pay(order.number);
    expect(await query(order)).toEqual(paymentOf(order));
    await refund(order, 1, "r-1");
    expect(await query(order)).toMatchObject({ status: "failed" });
    const closed = anOrder();
    await gateway.createPayment(closed, account());
    await close(closed);
    expect(await query(closed)).toMatchObject({ status: "failed", amount: 0 });
  });

  it("closes an order that is open, unknown or closed already, and reports that a paid one is not closed", async () => {
    const order = anOrder();
    await close(order);
    await gateway.createPayment(order, account());
    await close(order);
    expect(standIn.order(order.number)?.state).toBe("CLOSED");
    await close(order);
    await expect(close(await aPaidOrder())).rejects.toMatchObject({ code: "payment.refused" });
  });

  it("refunds each request once", async () => {
    const order = await aPaidOrder();
    const number = await refund(order, 500, "r-1");
    expect(number).toMatch(/^5030/);
    expect(await refund(order, 500, "r-1")).toBe(number);
    expect(standIn.order(order.number)?.refunds).toEqual(new Map([["r-1", 500]]));
    await expect(refund(order, 1500, "r-2")).rejects.toMatchObject({
      message: "The payment gateway rejected the request: INVALID_REQUEST",
    });
  });

  it("works with the public key, without certificates", async () => {
    const given = standIn.account("publicKey");
    const order = anOrder();
    await gateway.createPayment(order, given);
    standIn.pay(order.number);
    expect(await query(order, given)).toEqual(paymentOf(order));
    expect(called("certificates")).toEqual([]);
    expect(standIn.calls[0]?.headers["wechatpay-serial"]).toBe(standIn.publicKeyId);
  });

  it("accepts the merchant's key as base64 alone", async () => {
    const mch_private_key = account()["mch_private_key"]?.replace(/-----[A-Z ]+-----|\s/g, "") ?? "";
    await expect(gateway.testAccount(account({ mch_private_key }))).resolves.toBeUndefined();
  });
});

describe("callbacks", () => {
  const order = anOrder({ number: "820000" });
  const signed = (content: Record<string, unknown> = {}, given = {}) =>
    standIn.callbackFor(order, { time: callbackTime, content, ...given });

  it("reports the amount that was paid, one cent less and in another currency too", async () => {
    const less = { amount: { total: 1998, currency: "CNY" } };
    expect(await read(signed(less))).toEqual({
      kind: "payment",
      payment: { ...paymentOf(order), amount: 1998 },
    });
    const foreign = { amount: { total: 1999, currency: "USD" } };
    expect(await read(signed(foreign))).toMatchObject({ payment: { currency: "USD" } });
    for (const total of [19.99, "1999", 0, -1, 1e21, null])
      expect(await read(signed({ amount: { total } }))).toEqual(
        rejected("fields of the payment are missing"),
      );
  });

  it("rejects another merchant, another app, and unpaid orders", async () => {
    expect(await read(signed({ mchid: "1900000002" }))).toEqual(rejected("another merchant"));
    expect(await read(signed({ appid: "wx1" }))).toEqual(rejected("another app"));
    expect(await read(signed({ trade_state: "NOTPAY" }))).toEqual(rejected("not paid"));
    expect(await read(signed({ transaction_id: undefined }))).toEqual(rejected("not paid"));
  });

  it("rejects a foreign signature, another merchant's encryption, and another gateway's message", async () => {
    expect(await read(signed({}, { key: stranger.privateKey }))).toEqual(rejected("wrong signature"));
    expect(await read(signed({}, { apiV3Key: "x".repeat(32) }))).toEqual(
      rejected("encrypted with another key"),
    );
    const other = await startWeChatPayStandIn();
    expect(await read(other.callbackFor(order, { time: callbackTime }))).toEqual(
      rejected("unknown certificate"),
    );
    await other.stop();
  });

  it("rejects everything where a key is missing", async () => {
    for (const missing of [{ mch_apiv3_key: "" }, { mch_private_key: "" }, { mch_apiv3_key: "x".repeat(33) }])
      expect(await read(signed(), account(missing))).toEqual(rejected("the account's keys cannot be read"));
  });

  it("rejects an empty signature and another algorithm", async () => {
    const request = signed();
    const changed = (headers: Record<string, string>) =>
      read({ ...request, headers: { ...request.headers, ...headers } });
    expect(await changed({ "wechatpay-signature": "" })).toEqual(rejected("no signature"));
    expect(await changed({ "wechatpay-signature": "WECHATPAY/SIGNTEST/abc" })).toEqual(
      rejected("wrong signature"),
    );
    expect(await changed({ "wechatpay-signature-type": "WECHATPAY2-SM2-WITH-SM3" })).toEqual(
      rejected("another signature type"),
    );
  });

  it("rejects a replay after five minutes", async () => {
    expect(await read(signed(), account(), callbackTime + 300)).toMatchObject({ kind: "payment" });
    expect(await read(signed(), account(), callbackTime + 301)).toEqual(rejected("too old"));
    expect(await read(signed(), account(), callbackTime - 301)).toEqual(rejected("too old"));
  });

  it("reports a refund with its own amount", async () => {
    const given = { time: callbackTime };
    const request = standIn.refundCallbackFor(order, { request: "r-1", amount: 500 }, given);
    expect(await read(request)).toEqual({
      kind: "refund",
      reversal: {
        gatewayNumber: paymentOf(order).gatewayNumber,
        reversalNumber: `5030${order.number}r1`,
        orderNumber: order.number,
        amount: 500,
        currency: "CNY",
      },
    });
    const changed = (content: Record<string, unknown>, event = "REFUND.SUCCESS") =>
      read(standIn.refundCallbackFor(order, { request: "r-1", amount: 500 }, { ...given, content, event }));
    expect(await changed({ mchid: "1" })).toEqual(rejected("another merchant"));
    expect(await changed({ refund_status: "ABNORMAL" })).toEqual(rejected("another status"));
    expect(await changed({ amount: {} })).toEqual(rejected("fields of the refund are missing"));
    expect(await changed({}, "REFUND.CLOSED")).toEqual(rejected("another status"));
    expect(await changed({}, "REFUND.OTHER")).toEqual({ kind: "ignored" });
  });

  it.each([
    ["CLOSED", "refund_returned"],
    ["ABNORMAL", "refund_failed"],
  ])("reports a refund that ended as %s", async (refund_status, kind) => {
    const changes = { time: callbackTime, event: `REFUND.${refund_status}`, content: { refund_status } };
    const request = standIn.refundCallbackFor(order, { request: "r-1", amount: 500 }, changes);
    expect(await read(request)).toMatchObject({ kind, reversal: { amount: 500, orderNumber: order.number } });
  });

  it("verifies with the public key and, during the change to it, with certificates", async () => {
    const given = standIn.account("publicKey");
    expect(await read(signed(), given)).toMatchObject({ kind: "payment" });
    const forged = signed({}, { key: stranger.privateKey, serial: standIn.publicKeyId });
    expect(await read(forged, given)).toEqual(rejected("wrong signature"));
    const invented = signed({}, { serial: "F00D1000" });
    standIn.faults.set("certificates", [{ status: 404, json: { code: "RESOURCE_NOT_EXISTS" } }]);
    expect(await read(invented, { ...given, note: "no certificates" })).toEqual(
      rejected("unknown certificate"),
    );
    const unknown = signed({}, { serial: "PUB_KEY_ID_1" });
    standIn.calls.length = 0;
    expect(await read(unknown, given)).toEqual(rejected("unknown certificate"));
    expect(await read(unknown, account())).toEqual(rejected("unknown certificate"));
    expect(standIn.calls).toEqual([]);
  });

  it("responds in WeChat Pay's format", () => {
    expect(gateway.answerCallback(true)).toMatchObject({ status: 204, body: "" });
    expect(gateway.answerCallback(false)).toMatchObject({
      status: 400,
      body: '{"code":"FAIL","message":"失败"}',
    });
  });
});

describe("responses of WeChat Pay", () => {
  it.each<[string, WeChatFault]>([
    ["cut off", "cut"],
    ["a server's error", { status: 502, text: "<html>" }],
    ["HTML", { status: 200, text: "<!doctype html>" }],
    ["another JSON", { json: [1] }],
    ["huge", { status: 200, text: "x".repeat(300_000) }],
    ["a redirect", { redirect: "https://elsewhere.test/" }],
    ["too many requests", { status: 429, problem: "FREQUENCY_LIMITED" }],
    ["unsigned", "unsigned"],
    ["signed with another key", "forged"],
  ])("prove nothing if they are %s", async (_, given) => {
    const order = await aPaidOrder();
    standIn.faults.set("query", [given]);
    await expect(query(order)).rejects.toMatchObject({ name: "NoAnswer" });
    standIn.faults.set("refund", [given]);
    await expect(refund(order, 1, "r-1")).rejects.toMatchObject({ name: "NoAnswer" });
    standIn.faults.set("close", [given]);
    await expect(close(order)).rejects.toMatchObject({ name: "NoAnswer" });
    const open = anOrder();
    standIn.faults.set("create", [given]);
    await expect(gateway.createPayment(open, account())).rejects.toMatchObject({ name: "NoAnswer" });
  });

  it("need a signature to report that an order is unknown", async () => {
    for (const status of [401, 404]) {
      const unknown = { status, json: { code: "ORDER_NOT_EXIST" } };
      standIn.faults.set("query", ["unsigned", unknown]);
      await expect(query(anOrder())).rejects.toMatchObject({ name: "NoAnswer" });
      await expect(query(await aPaidOrder())).rejects.toMatchObject({ name: "NoAnswer" });
      standIn.faults.set("close", [unknown]);
      await expect(close(await aPaidOrder())).rejects.toMatchObject({ name: "NoAnswer" });
    }
  });

  it("about another order are rejected", async () => {
    const [order, other] = [await aPaidOrder(), await aPaidOrder()];
    const mine = account({ app_id: "wx1" });
    await expect(query(order, mine)).rejects.toMatchObject({ name: "NoAnswer" });
    expect(await query(other)).toMatchObject({ orderNumber: other.number });
  });

  it("report a rejected order with its code alone", async () => {
    await expect(gateway.createPayment(anOrder(), account({ app_id: "wx1" }))).rejects.toMatchObject({
      code: "payment.refused",
      message: "The payment gateway rejected the request: APPID_MCHID_NOT_MATCH",
    });
    standIn.faults.set("create", [{ status: 403, problem: "<b>NO AUTH</b>" }]);
    await expect(gateway.createPayment(anOrder(), account())).rejects.toMatchObject({
      message: "The payment gateway rejected the request: 403",
    });
  });
});

describe("testing credentials", () => {
  const test = (given: GatewayAccount) => gateway.testAccount(account(given));
  const wrong = (reason: string) => ({ code: "payment.wrong_credentials", params: { reason } });
  const privateKey = () => stranger.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const signError =
    "SIGN_ERROR: mch_id, mch_certificate_serial_number and mch_private_key do not belong together";

  it("reports which of them is wrong", async () => {
    await expect(test({ mch_private_key: privateKey() })).rejects.toMatchObject(wrong(signError));
    await expect(test({ mch_certificate_serial_number: "ABCDEF01" })).rejects.toMatchObject(wrong(signError));
    await expect(test({ mch_apiv3_key: "x".repeat(32) })).rejects.toMatchObject(
      wrong("mch_apiv3_key does not decrypt WeChat Pay's certificates"),
    );
    await expect(test({ mch_apiv3_key: "short" })).rejects.toMatchObject(
      wrong("mch_apiv3_key is not 32 characters long"),
    );
    await expect(test({ mch_id: 'x",evil="' })).rejects.toMatchObject({ code: "payment.wrong_credentials" });
    await expect(test({ wechat_public_key: "abc" })).rejects.toMatchObject(
      wrong("wechat_public_key_id does not start with PUB_KEY_ID_"),
    );
  });

  it("requires the public key of a merchant without certificates", async () => {
    standIn.faults.set("certificates", [{ status: 404, json: { code: "RESOURCE_NOT_EXISTS" } }]);
    await expect(test({})).rejects.toMatchObject(
      wrong("the merchant has no platform certificates; enter the WeChat Pay public key"),
    );
  });

  it("tests the public key", async () => {
    const given = standIn.account("publicKey");
    await gateway.testAccount(given);
    await expect(gateway.testAccount({ ...given, mch_private_key: privateKey() })).rejects.toMatchObject(
      wrong(signError),
    );
    const wechat_public_key = stranger.publicKey.export({ format: "pem", type: "spki" }).toString();
    await expect(gateway.testAccount({ ...given, wechat_public_key })).rejects.toMatchObject(
      wrong("wechat_public_key does not verify WeChat Pay's signature"),
    );
  });

  it("distinguishes a service that does not respond from wrong credentials", async () => {
    for (const fault of ["cut", { status: 200, text: "<html>" }] satisfies WeChatFault[]) {
      standIn.faults.set("certificates", [fault]);
      await expect(test({})).rejects.toMatchObject({ name: "NoAnswer" });
      standIn.faults.set("query", [fault]);
      const given = standIn.account("publicKey");
      await expect(gateway.testAccount(given)).rejects.toMatchObject({ name: "NoAnswer" });
    }
  });
});
