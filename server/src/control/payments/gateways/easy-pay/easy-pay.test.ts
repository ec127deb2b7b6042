import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { callbackTime, describeGateway } from "../../../../../test/conformance/gateway-conformance.ts";
import { type EasyPayStandIn, startEasyPayStandIn } from "../../../../../test/support/easy-pay-stand-in.ts";
import { AppError } from "../../../../platform/app-error.ts";
import { NoAnswer } from "../../../call-service.ts";
import type { CallbackResult, GatewayAccount, Payment, PaymentOrder } from "../gateway.ts";
import { gateway } from "./index.ts";
import { sign } from "./sign.ts";
import { formatYuan } from "./yuan.ts";

let site: EasyPayStandIn;
beforeAll(async () => {
  site = await startEasyPayStandIn();
});
beforeEach(() => site.clear());
afterEach(() => vi.restoreAllMocks());
afterAll(() => site?.stop());

const account = (changes: GatewayAccount = {}): GatewayAccount => ({
  pay_domain: site.url,
  partner_id: site.partnerId,
  key: site.key,
  pay_type: "",
  ...changes,
});

const anOrder = (changes: Partial<PaymentOrder> = {}): PaymentOrder => ({
  number: "1742000000000000001",
  amount: 1999,
  currency: "CNY",
  title: "Top-up ¥19.99",
  expiresAt: callbackTime + 3600,
  notifyUrl: `${site.url}/notify`,
  returnUrl: "https://gate.test/panel/topup?order=1",
  email: "",
  ...changes,
});

const read = (query: URLSearchParams, of = account()): CallbackResult =>
  gateway.readCallback({ query, headers: {}, body: Buffer.alloc(0) }, of, callbackTime) as CallbackResult;

/** Posts the form as the browser does. */
async function submit(order: PaymentOrder, of = account()): Promise<string> {
  const { checkout } = await gateway.createPayment(order, of);
  if (checkout.kind !== "form") throw new Error("expected a form");
  const answer = await fetch(checkout.url, {
    method: checkout.method,
    body: new URLSearchParams(checkout.fields),
  });
  return answer.text();
}

const failure = (call: Promise<unknown> | undefined): Promise<unknown> =>
  (call ?? Promise.resolve()).then(
    () => undefined,
    (error: unknown) => error,
  );

/** Everything of an error that a log could print. */
const printed = (error: unknown): string => inspect(error, { depth: 10 });

describeGateway({
  gateway,
  account,
  paid(order, { key = "" }) {
    site.pay(order.number, formatYuan(order.amount));
    return { query: site.callbackFor(order.number, { key }), headers: {}, body: Buffer.alloc(0) };
  },
  pay: (order) => site.pay(order.number, formatYuan(order.amount)),
});

describe("a payment by easy-pay", () => {
  it("is paid at the site, reported and confirmed", async () => {
    const order = anOrder();
    expect(await submit(order)).toContain("Pay ¥19.99");
    expect(await gateway.query?.({ number: order.number, reference: "" }, account())).toMatchObject({
      status: "pending",
      amount: 1999,
    });
    site.pay(order.number);
    const expected = {
      orderNumber: order.number,
      gatewayNumber: "2026112311000000001",
      amount: 1999,
      currency: "CNY",
      status: "paid",
    };
    expect(read(site.callbackFor(order.number))).toEqual({ kind: "payment", payment: expected });
    expect(await gateway.query?.({ number: order.number, reference: "" }, account())).toEqual(expected);
    expect(gateway.answerCallback(true).body).toBe("success");
    expect(gateway.answerCallback(false).body).toBe("fail");
  });

  it("is reported by the site once the customer paid on its page", async () => {
    const order = anOrder();
    await submit(order);
    const cashier = await fetch(`${site.url}/cashier?order=${order.number}`, {
      method: "POST",
      redirect: "manual",
    });
    expect(cashier.headers.get("location")).toContain(order.returnUrl);
    const notified = site.calls.find((call) => call.path === "/notify");
    expect(notified?.method).toBe("GET");
    expect(read(new URLSearchParams(notified?.fields))).toMatchObject({
      kind: "payment",
      payment: { orderNumber: order.number, amount: order.amount, status: "paid" },
    });
  });

  it("contains the pay type only where there is one", async () => {
    await submit(anOrder({ number: "1" }));
    await submit(anOrder({ number: "2" }), account({ pay_type: "wxpay" }));
    expect(site.calls.map(({ fields }) => fields["type"])).toEqual([undefined, "wxpay"]);
  });

  it("signs no title that could be parsed as other fields, and none that sites cut", async () => {
    const title = `A&trade_status=TRADE_SUCCESS&trade_no=1 ${"充".repeat(100)}`;
    expect(await submit(anOrder({ title }))).toContain("Pay");
    const name = site.calls[0]?.fields["name"] ?? "";
    expect(name).not.toContain("&");
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(127);
    expect(name).toMatch(/充$/);
  });

  it("accepts a site's address with a path and a trailing slash", async () => {
    const { checkout } = await gateway.createPayment(
      anOrder(),
      account({ pay_domain: "https://a.test/epay//" }),
    );
    expect(checkout).toMatchObject({ url: "https://a.test/epay/submit.php" });
  });

  it.each(["", "pay.example.com", "javascript:alert(1)", "https://", "https://a.test/?b=", "ftp://a.test"])(
    "is not sent to %j",
    async (pay_domain) => {
      const error = await failure(gateway.createPayment(anOrder(), account({ pay_domain })));
      expect(error).toBeInstanceOf(AppError);
      expect(printed(error)).not.toContain(site.key);
    },
  );
});

describe("a callback of easy-pay", () => {
  const number = "1742000000000000002";
  beforeEach(() => site.pay(number, "19.99"));
  const changed = (changes: Record<string, string>) => read(site.callbackFor(number, { changes }));

  it("is rejected with an empty key on either side", () => {
    const query = site.callbackFor(number, { key: "" });
    expect(read(query, account({ key: "" }))).toMatchObject({ kind: "rejected" });
    expect(read(query)).toMatchObject({ kind: "rejected" });
    expect(read(query, {})).toMatchObject({ kind: "rejected" });
  });

  it("is rejected where the signature is another merchant's, of another method or missing", () => {
    expect(read(site.callbackFor(number, { key: "another key" }))).toMatchObject({
      reason: "wrong signature",
    });
    expect(changed({ pid: "1002" })).toMatchObject({ kind: "rejected", reason: "another merchant" });
    const query = site.callbackFor(number);
    query.set("sign_type", "RSA");
    expect(read(query)).toMatchObject({ kind: "rejected", reason: "another signature method" });
    query.delete("sign_type");
    query.delete("sign");
    expect(read(query)).toMatchObject({ kind: "rejected", reason: "wrong signature" });
  });

  it("is rejected where a field is repeated, even with the same value", () => {
    const query = site.callbackFor(number);
    query.append("money", "19.99");
    expect(read(query)).toEqual({ kind: "rejected", reason: "a field is repeated" });
  });

  it("reports the amount as it was paid, for the order to compare", () => {
    expect(changed({ money: "19.98" })).toMatchObject({ kind: "payment", payment: { amount: 1998 } });
  });

  it.each([
    { money: "0.00" },
    { money: "-19.99" },
    { money: "19.999" },
    { money: "" },
    { out_trade_no: "abc" },
    { out_trade_no: "1".repeat(20) },
    { trade_no: "" },
    { trade_no: "a b" },
  ])("is rejected with %j, though it is signed", (changes) => {
    expect(changed(changes)).toMatchObject({ kind: "rejected", reason: "a field is missing or wrong" });
  });

  it("is ignored while the order is not paid", () => {
    expect(changed({ trade_status: "WAIT_BUYER_PAY" })).toEqual({ kind: "ignored" });
  });

  it("cannot be forged from a form that was signed for the site, nor by moving text between fields", async () => {
    const { checkout } = await gateway.createPayment(anOrder(), account());
    if (checkout.kind === "form")
      expect(read(new URLSearchParams(checkout.fields))).toMatchObject({ kind: "rejected" });
    // The same signed text, split elsewhere: the pay type contains the fields after it.
    const name = "A&out_trade_no=1&pid=1001&trade_no=9&trade_status=TRADE_SUCCESS&z=";
    const query = site.callbackFor(number, { changes: { name } });
    const { trade_no, out_trade_no, type, sign: signature = "" } = Object.fromEntries(query);
    const tail = `&out_trade_no=${out_trade_no}&pid=1001&trade_no=${trade_no}&trade_status=TRADE_SUCCESS&type=${type}`;
    const split = { name: "A", out_trade_no: "1", pid: "1001", trade_no: "9", trade_status: "TRADE_SUCCESS" };
    const forged = { money: "19.99", ...split, z: tail };
    expect(sign(forged, site.key)).toBe(signature);
    expect(read(new URLSearchParams({ ...forged, sign: signature }))).toMatchObject({
      kind: "rejected",
      reason: "a field contains &",
    });
  });
});

describe("the merchant API of easy-pay", () => {
  const number = "1742000000000000003";
  const query = () => gateway.query?.({ number, reference: "" }, account());

  it("is called with the account's own credentials", async () => {
    site.pay(number, "5.00");
    await query();
    const fields = { act: "order", pid: site.partnerId, key: site.key, out_trade_no: number };
    expect(site.calls).toEqual([{ method: "GET", path: "/api.php", fields }]);
  });

  it.each([
    ["numbers", { code: 1, status: 1, money: 5, pid: 1001 }],
    ["text", { code: "1", status: "1", money: "5.0", pid: "1001" }],
  ])("is parsed where it writes %s", async (_, types) => {
    site.faults.push({ json: { trade_no: "T1", out_trade_no: number, ...types } });
    expect(await query()).toMatchObject({ amount: 500, status: "paid", gatewayNumber: "T1" });
  });

  it("counts only status 1 as paid", async () => {
    site.pay(number, "5.00");
    const statuses = [];
    for (const status of [0, 1, 2, 3, 4, true, "paid"]) {
      site.faults.push({
        json: { code: 1, trade_no: "T1", out_trade_no: number, pid: 1001, money: "5.00", status },
      });
      statuses.push(
        await query()?.then(
          (payment) => payment?.status,
          () => "no answer",
        ),
      );
    }
    expect(statuses).toEqual(["pending", "paid", "failed", "pending", "pending", "no answer", "pending"]);
  });

  it.each([
    ["a page of HTML", { status: 200, text: "<html>系统发生错误</html>" }],
    ["an error of the server", { status: 502, text: "Bad Gateway" }],
    ["a redirect", { redirect: "https://elsewhere.test/" }],
    ["a huge page", { status: 200, text: "x".repeat(300_000) }],
    ["a closed connection", "cut"],
    ["null", { json: null }],
    ["a list", { json: [] }],
    ["success without an order", { json: { code: 1, msg: "ok" } }],
    ["success and failure together", { json: { code: 1, msg: "订单不存在" } }],
    ["another order", { json: { code: 1, trade_no: "T1", out_trade_no: "1", money: "5.00", status: 1 } }],
    [
      "another merchant",
      { json: { code: 1, pid: 7, trade_no: "T1", out_trade_no: number, money: "5.00", status: 1 } },
    ],
    ["wrong credentials", { json: { code: -3, msg: "商户密钥错误 KEY" } }],
  ] as const)("counts %s as no response, and the error contains no key", async (_, fault) => {
    site.faults.push(fault);
    const error = await failure(query());
    expect(error).toBeInstanceOf(NoAnswer);
    expect(printed(error)).not.toContain(site.key);
  });

  it("has the time limit of every service", async () => {
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 100));
    site.faults.push("hang");
    expect(await failure(query())).toMatchObject({ fault: "timeout" });
  });

  it("returns no order that the site does not have", async () => {
    expect(await query()).toBeUndefined();
    site.faults.push({ json: { code: 0, msg: "Order not found." } });
    expect(await query()).toBeUndefined();
  });
});

describe("a refund by easy-pay", () => {
  const payment: Payment = {
    orderNumber: "1742000000000000004",
    gatewayNumber: "2026112311000000001",
    amount: 1999,
    currency: "CNY",
    status: "paid",
  };
  const refund = (amount = payment.amount) =>
    gateway.refund?.(payment, { amount, currency: "CNY" }, "77", account());
  beforeEach(() => site.pay(payment.orderNumber, "19.99"));

  it("refunds the whole payment once", async () => {
    expect(await refund()).toBe(payment.gatewayNumber);
    expect(site.calls[0]).toMatchObject({
      method: "POST",
      fields: { act: "refund", trade_no: payment.gatewayNumber, money: "19.99" },
    });
    expect(await refund()).toBe(payment.gatewayNumber);
    expect(site.orders.get(payment.orderNumber)?.status).toBe(2);
  });

  it("is not sent for a part, which a repetition would refund twice", async () => {
    expect(await failure(refund(1))).toMatchObject({ code: "payment.refused" });
    expect(site.calls).toEqual([]);
  });

  it("reports why the site rejects it, without the key", async () => {
    site.faults.push({ json: { code: -2, msg: `未开启退款接口\n${site.key}` } });
    const error = await failure(refund());
    expect(error).toMatchObject({ code: "payment.refused", params: { reason: "未开启退款接口 [key]" } });
  });

  it("has no result where the site fails, so that nothing is booked", async () => {
    site.faults.push({ status: 500, text: "" });
    expect(await failure(refund())).toBeInstanceOf(NoAnswer);
  });

  it("returns the site's number of the refund, where there is one", async () => {
    site.faults.push({ json: { code: 1, msg: "ok", refund_no: "R1" } });
    expect(await refund()).toBe("R1");
  });
});

describe("the test of an easy-pay account", () => {
  it.each([
    ["another key", { key: "wrong" }, "商户密钥错误"],
    ["another merchant", { partner_id: "7" }, "商户ID不存在"],
    ["no key", { key: "" }, "empty"],
  ])("reports what is wrong with %s", async (_, changes, reason) => {
    const error = await failure(gateway.testAccount(account(changes)));
    expect(error).toMatchObject({ code: "payment.wrong_credentials" });
    expect((error as AppError).params?.["reason"]).toContain(reason);
  });

  it("detects a merchant that the site has disabled", async () => {
    site.active = false;
    expect(await failure(gateway.testAccount(account()))).toMatchObject({
      code: "payment.wrong_credentials",
    });
    site.active = true;
  });
});
