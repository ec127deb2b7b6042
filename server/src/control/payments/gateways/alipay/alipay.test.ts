import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { AlipaySdk } from "alipay-sdk";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callbackTime, describeGateway } from "../../../../../test/conformance/gateway-conformance.ts";
import {
  type AlipayFault,
  type AlipayStandIn,
  formOf,
  startAlipayStandIn,
} from "../../../../../test/support/alipay-stand-in.ts";
import type { CallbackRequest, GatewayAccount, Payment, PaymentOrder } from "../gateway.ts";
import { gateway } from "./index.ts";

let standIn: AlipayStandIn;
let stranger: { privateKey: KeyObject; publicKey: KeyObject };
beforeAll(async () => {
  standIn = await startAlipayStandIn();
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
      ...(account["private_key"] !== standIn.account()["private_key"] && { key: stranger.privateKey }),
    }),
  pay: ({ number }) => standIn.pay(number),
});

let count = 0;
function anOrder(given: Partial<PaymentOrder> = {}): PaymentOrder {
  count += 1;
  return {
    number: `71000000${count}`,
    amount: 1999,
    currency: "CNY",
    title: "Tollgate: 充值 / a=1&b=2",
    expiresAt: 1_790_000_000,
    notifyUrl: "https://gate.test/api/payment/notify/1",
    returnUrl: "https://gate.test/panel/log",
    email: "",
    ...given,
  };
}
const account = (given: GatewayAccount = {}): GatewayAccount => ({ ...standIn.account(), ...given });
const referenceOf = ({ number }: PaymentOrder) => ({ number, reference: "" });
const query = (order: PaymentOrder) => gateway.query?.(referenceOf(order), account());
const close = (order: PaymentOrder) => gateway.close?.(referenceOf(order), account());
const read = (request: CallbackRequest, given = account(), now = callbackTime) =>
  gateway.readCallback(request, given, now);
const refund = (order: PaymentOrder, amount: number, request: string) =>
  gateway.refund?.(paymentOf(order), { amount, currency: "CNY" }, request, account());
const rejected = (reason: string) => ({ kind: "rejected", reason });

function paymentOf({ number, amount }: PaymentOrder): Payment {
  const gatewayNumber = `20261123220014${number}`;
  return { orderNumber: number, gatewayNumber, amount, currency: "CNY", status: "paid" };
}

async function aPaidOrder(): Promise<PaymentOrder> {
  const order = anOrder();
  await gateway.createPayment(order, account());
  standIn.pay(order.number);
  return order;
}

describe("payments", () => {
  it("requests a QR code with the order's price, time limit and notify address", async () => {
    const order = anOrder();
    const { checkout } = await gateway.createPayment(order, account());
    expect(checkout).toEqual({ kind: "qr", text: `https://qr.alipay.com/bax${order.number}` });
    const [call] = standIn.calls;
    expect(call?.content).toEqual({
      out_trade_no: order.number,
      total_amount: "19.99",
      subject: "Tollgate: 充值   a 1 b 2",
      time_expire: "2026-09-21 22:13:20",
    });
    expect(call?.fields["notify_url"]).toBe(order.notifyUrl);
  });

  it.each([
    ["pagepay", "alipay.trade.page.pay", "FAST_INSTANT_TRADE_PAY"],
    ["wappay", "alipay.trade.wap.pay", "QUICK_WAP_WAY"],
  ] as const)("redirects to a signed page of %s that Alipay opens", async (payType, method, productCode) => {
    const order = anOrder();
    const { checkout } = await gateway.createPayment(order, standIn.account(payType));
    if (checkout.kind !== "redirect") throw new Error("no redirect");
    expect(standIn.calls).toEqual([]);
    const page = await fetch(checkout.url);
    expect(await page.text()).toContain("¥19.99");
    expect(standIn.calls[0]).toMatchObject({ method, content: { product_code: productCode } });
    expect(standIn.calls[0]?.fields["return_url"]).toBe(order.returnUrl);
    const forged = await fetch(checkout.url.replace("19.99", "0.01"));
    expect(await forged.text()).toContain("isv.invalid-signature");
  });

  it("accepts keys as base64 alone", async () => {
    const strip = (text: string | undefined) => text?.replace(/-----[A-Z ]+-----|\s/g, "") ?? "";
    const { private_key, public_key } = standIn.account();
    const bare = account({ private_key: strip(private_key), public_key: strip(public_key) });
    await expect(gateway.testAccount(bare)).resolves.toBeUndefined();
  });

  it("keeps two accounts separate", async () => {
    const other = await startAlipayStandIn();
    const [mine, theirs] = [anOrder(), anOrder()];
    await Promise.all([
      gateway.createPayment(mine, account()),
      gateway.createPayment(theirs, other.account()),
    ]);
    expect([standIn.trade(theirs.number), other.trade(mine.number)]).toEqual([undefined, undefined]);
    expect(await read(other.callbackFor(mine, { time: callbackTime }))).toEqual(rejected("wrong signature"));
    await other.stop();
  });
});

describe("orders at Alipay", () => {
  it("returns no trade before the code is scanned, then a pending and a paid one", async () => {
    const order = anOrder();
    await gateway.createPayment(order, account());
    expect(await query(order)).toBeUndefined();
    standIn.scan(order.number);
    expect(await query(order)).toEqual({ ...paymentOf(order), status: "pending" });
    standIn.pay(order.number);
    expect(await query(order)).toEqual(paymentOf(order));
  });

  it("closes an order that is scanned, unknown or closed already, and reports that a paid one is not closed", async () => {
    const order = anOrder();
    await gateway.createPayment(order, account());
    await close(order);
    standIn.scan(order.number);
    await close(order);
    expect(await query(order)).toMatchObject({ status: "failed" });
    await close(order);
    await expect(close(await aPaidOrder())).rejects.toMatchObject({ code: "payment.refused" });
  });

  it("refunds each request once, and confirms one that was refunded before", async () => {
    const order = await aPaidOrder();
    const number = `${paymentOf(order).gatewayNumber}-r-1`;
    expect(await refund(order, 500, "r-1")).toBe(number);
    expect(await refund(order, 500, "r-1")).toBe(number);
    expect(standIn.trade(order.number)?.refunds).toEqual(new Map([["r-1", 500]]));
    expect(standIn.calls.at(-1)?.method).toBe("alipay.trade.fastpay.refund.query");
    await expect(refund(order, 5000, "r-2")).rejects.toMatchObject({
      code: "payment.refused",
      params: { reason: "ACQ.REFUND_AMT_NOT_EQUAL_TOTAL" },
    });
  });
});

describe("callbacks", () => {
  const order = anOrder({ number: "7200" });
  const signed = (fields: Record<string, string>, given = {}) =>
    standIn.callbackFor(order, { time: callbackTime, fields, ...given });

  it("verifies what Alipay's own library verifies", async () => {
    const fields = Object.fromEntries(new URLSearchParams(signed({}).body.toString()));
    const { public_key = "", private_key = "" } = standIn.account();
    const options = { privateKey: private_key, keyType: "PKCS8" as const, alipayPublicKey: public_key };
    expect(new AlipaySdk({ appId: "1", ...options }).checkNotifySignV2(fields)).toBe(true);
    expect(await read(formOf(fields))).toEqual({ kind: "payment", payment: paymentOf(order) });
  });

  it("reports the amount that was paid, one cent less too", async () => {
    expect(await read(signed({ total_amount: "19.98" }))).toMatchObject({ payment: { amount: 1998 } });
    expect(await read(signed({ total_amount: "20" }))).toMatchObject({ payment: { amount: 2000 } });
    expect(await read(signed({ total_amount: "19.999" }))).toMatchObject({ kind: "rejected" });
    expect(await read(signed({ total_amount: "-19.99" }))).toMatchObject({ kind: "rejected" });
  });

  it.each([
    ["TRADE_FINISHED", "paid"],
    ["WAIT_BUYER_PAY", "pending"],
    ["TRADE_CLOSED", "failed"],
  ])("reads %s as %s", async (status, expected) => {
    expect(await read(signed({ trade_status: status }))).toMatchObject({ payment: { status: expected } });
  });

  it("ignores signed messages about something else", async () => {
    expect(await read(signed({ notify_type: "open_app_auth_notify" }))).toEqual({ kind: "ignored" });
    expect(await read(signed({ trade_status: "TRADE_PENDING" }))).toEqual({ kind: "ignored" });
  });

  it("rejects another app, another merchant and a foreign signature", async () => {
    expect(await read(signed({ app_id: "2021000000000002" }))).toEqual(rejected("another app"));
    expect(await read(signed({ seller_id: "2088000000000002" }))).toEqual(rejected("another merchant"));
    expect(await read(signed({}, { key: stranger.privateKey }))).toEqual(rejected("wrong signature"));
    const anySeller = account({ seller_id: "" });
    expect(await read(signed({ seller_id: "2088000000000002" }), anySeller)).toMatchObject({
      kind: "payment",
    });
  });

  it("rejects everything where no key is set", async () => {
    for (const public_key of ["", " ", "-----BEGIN PUBLIC KEY-----"])
      expect(await read(signed({}), account({ public_key }))).toEqual(
        rejected("the account's keys cannot be read"),
      );
  });

  it("rejects an empty signature and another algorithm", async () => {
    const fields = Object.fromEntries(new URLSearchParams(signed({}).body.toString()));
    expect(await read(formOf({ ...fields, sign: "" }))).toEqual(rejected("wrong signature"));
    expect(await read(formOf({ ...fields, sign_type: "RSA" }))).toEqual(rejected("sign_type is not RSA2"));
    expect(await read(formOf({ ...fields, sign_type: "__proto__" }))).toEqual(
      rejected("sign_type is not RSA2"),
    );
  });

  it("rejects repeated fields, and a field that could be parsed as two", async () => {
    const { body } = signed({});
    const repeated = { ...signed({}), body: Buffer.concat([body, Buffer.from("&total_amount=1000")]) };
    expect(await read(repeated)).toEqual(rejected("a field is repeated"));
    // The signed text is the same as that of a refund's notification.
    const joined = { subject: "x&total_amount=1000", total_amount: "19.99" };
    expect(await read(signed(joined))).toEqual(rejected("a field holds another field"));
  });

  it("accepts retries of a day, and no replay of last week's", async () => {
    const now = (hours: number) => callbackTime + hours * 3600;
    expect(await read(signed({}), account(), now(25))).toMatchObject({ kind: "payment" });
    expect(await read(signed({}), account(), now(49))).toEqual(rejected("too old"));
    expect(await read(signed({}), account(), now(-49))).toEqual(rejected("too old"));
    expect(await read(signed({ notify_time: "soon" }))).toEqual(rejected("fields are missing"));
  });

  it("reports the sum of all refunds", async () => {
    const paid = await aPaidOrder();
    const { gatewayNumber } = paymentOf(paid);
    await refund(paid, 500, "r-1");
    const reversal = (request: string, amount: number) => ({
      kind: "refund",
      reversal: {
        gatewayNumber,
        reversalNumber: `${gatewayNumber}-${request}`,
        orderNumber: paid.number,
        amount,
        currency: "CNY",
        cumulative: true,
      },
    });
    expect(await read(standIn.callbackFor(paid, { time: callbackTime }))).toEqual(reversal("r-1", 500));
    standIn.refund(paid.number, 1499, "portal-1");
    expect(standIn.trade(paid.number)?.status).toBe("TRADE_CLOSED");
    const all = standIn.callbackFor(paid, { time: callbackTime });
    expect(await read(all)).toEqual(reversal("portal-1", 1999));
  });

  it("rejects a refund without an amount, and reads a refund of nothing as the payment", async () => {
    const time = "2026-09-21 22:13:20";
    expect(await read(signed({ gmt_refund: time }))).toEqual(rejected("a refund without an amount"));
    expect(await read(signed({ refund_fee: "0.00" }))).toMatchObject({ kind: "payment" });
  });
});

describe("responses of Alipay", () => {
  const fault = (method: string, ...faults: AlipayFault[]) => standIn.faults.set(method, faults);

  it("are compatible with Alipay's own library", async () => {
    const order = await aPaidOrder();
    const { app_id: appId = "", private_key: privateKey = "", public_key = "", endpoint = "" } = account();
    const sdk = new AlipaySdk({
      appId,
      privateKey,
      keyType: "PKCS8",
      alipayPublicKey: public_key,
      gateway: endpoint,
    });
    const params = { bizContent: { out_trade_no: order.number }, timestamp: beijingNow() };
    const answer = await sdk.exec("alipay.trade.query", params, { validateSign: true });
    expect(answer).toMatchObject({ code: "10000", tradeStatus: "TRADE_SUCCESS" });
  });

  it.each<[string, AlipayFault]>([
    ["cut off", "cut"],
    ["a server's error", { status: 502, text: "<html>" }],
    ["HTML", { status: 200, text: "<!doctype html>" }],
    ["another JSON", { json: [1] }],
    ["huge", { status: 200, text: "x".repeat(300_000) }],
    ["a redirect", { redirect: "https://elsewhere.test/" }],
    ["unsigned", "unsigned"],
    ["signed with another key", "forged"],
  ])("prove nothing if they are %s", async (_, given) => {
    const order = await aPaidOrder();
    fault("alipay.trade.query", given);
    await expect(query(order)).rejects.toMatchObject({ name: "NoAnswer" });
    fault("alipay.trade.refund", given);
    await expect(refund(order, 1, "r-1")).rejects.toMatchObject({ name: "NoAnswer" });
  });

  it("need a signature to report that an order is unknown", async () => {
    fault("alipay.trade.query", "unsigned");
    await expect(query(anOrder())).rejects.toMatchObject({ name: "NoAnswer" });
  });

  it("are read from the verified part where a name occurs twice", async () => {
    const order = anOrder();
    await gateway.createPayment(order, account());
    standIn.scan(order.number);
    const honest = await postSigned("alipay.trade.query", { outTradeNo: order.number });
    const paid = '"alipay\\u005ftrade_query_response":{"code":"10000","trade_status":"TRADE_SUCCESS"';
    const rest = `,"out_trade_no":"${order.number}","trade_no":"1","total_amount":"19.99"}`;
    fault("alipay.trade.query", { status: 200, text: honest.replace(/\}$/, `,${paid}${rest}}`) });
    expect(await query(order)).toMatchObject({ status: "pending" });
  });

  it("about another order, or no order, count as none", async () => {
    const order = await aPaidOrder();
    const other = await aPaidOrder();
    const answer = await postSigned("alipay.trade.query", { outTradeNo: other.number });
    fault("alipay.trade.query", { status: 200, text: answer });
    await expect(query(order)).rejects.toMatchObject({ name: "NoAnswer" });
  });

  it("report a rejected order with Alipay's code alone", async () => {
    fault("alipay.trade.precreate", { problem: "ACQ.TRADE_HAS_SUCCESS" });
    await expect(gateway.createPayment(anOrder(), account())).rejects.toMatchObject({
      code: "payment.refused",
      message: "The payment gateway rejected the request: ACQ.TRADE_HAS_SUCCESS",
    });
  });

  it("leave the outcome unknown where Alipay itself failed", async () => {
    const order = await aPaidOrder();
    fault("alipay.trade.refund", { problem: "ACQ.SYSTEM_ERROR" });
    await expect(refund(order, 1, "r-1")).rejects.toMatchObject({ name: "NoAnswer" });
    fault("alipay.trade.close", { problem: "aop.ACQ.SYSTEM_ERROR" });
    await expect(close(order)).rejects.toMatchObject({ name: "NoAnswer" });
  });
});

describe("testing credentials", () => {
  const test = (given: GatewayAccount) => gateway.testAccount(account(given));
  const wrong = (reason: string) => ({ code: "payment.wrong_credentials", params: { reason } });

  it("reports which of them is wrong", async () => {
    const pem = (key: KeyObject) => key.export({ format: "pem", type: "spki" }).toString();
    const privateKey = stranger.privateKey.export({ format: "pem", type: "pkcs1" }).toString();
    await expect(test({ private_key: privateKey })).rejects.toMatchObject(wrong("isv.invalid-signature"));
    await expect(test({ app_id: "1" })).rejects.toMatchObject(wrong("isv.invalid-app-id"));
    await expect(test({ public_key: pem(stranger.publicKey) })).rejects.toMatchObject(
      wrong("public_key does not verify Alipay's signature"),
    );
    await expect(
      test({ private_key: privateKey, public_key: pem(stranger.publicKey) }),
    ).rejects.toMatchObject(wrong("public_key is the app's own public key; enter Alipay's"));
    await expect(test({ private_key: "abc" })).rejects.toMatchObject(
      wrong("private_key is not an RSA private key"),
    );
    await expect(test({ endpoint: "openapi.alipay.com" })).rejects.toMatchObject(
      wrong("endpoint is not an address"),
    );
  });

  it("distinguishes a service that does not respond from wrong credentials", async () => {
    for (const given of ["cut", { status: 200, text: "<html>" }] satisfies AlipayFault[]) {
      standIn.faults.set("alipay.trade.query", [given]);
      await expect(test({})).rejects.toMatchObject({ name: "NoAnswer" });
    }
  });
});

function beijingNow(): string {
  return new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
}

/** The stand-in's own response to a call, as text. */
async function postSigned(method: string, bizContent: object): Promise<string> {
  const { app_id: appId = "", private_key: privateKey = "", endpoint = "" } = account();
  const sdk = new AlipaySdk({ appId, privateKey, keyType: "PKCS8" });
  const body = sdk.sdkExecute(method, { bizContent, timestamp: beijingNow() });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return (await fetch(endpoint, { method: "POST", headers, body })).text();
}
