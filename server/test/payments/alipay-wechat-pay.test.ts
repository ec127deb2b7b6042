import type { Page } from "@tollgate/contract/list-query";
import type { Checkout, Order, OrderDetail } from "@tollgate/contract/orders";
import type { Gateway } from "@tollgate/contract/payments";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CallbackRequest, GatewayAccount } from "../../src/control/payments/gateways/gateway.ts";
import { type AlipayStandIn, startAlipayStandIn } from "../support/alipay-stand-in.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { startWeChatPayStandIn, type WeChatPayStandIn } from "../support/wechat-pay-stand-in.ts";

const perDollar = 500_000;

/** Differences that `gateways.test.ts` does not test for every gateway: pages, and refunds made at the provider. */
let running: RunningApp;
let alipay: AlipayStandIn;
let weChatPay: WeChatPayStandIn;
beforeAll(async () => {
  [running, alipay, weChatPay] = await Promise.all([
    startApp(),
    startAlipayStandIn(),
    startWeChatPayStandIn(),
  ]);
  await running.api("PUT", "/api/option/", { key: "ServerAddress", value: running.url });
});
afterAll(() => Promise.all([running?.stop(), alipay?.stop(), weChatPay?.stop()]));

const aGateway = (type: string, config: GatewayAccount) =>
  running.api<Gateway>("POST", "/api/payment/", {
    type,
    config,
    currency: "CNY",
    name: type,
    icon: "wallet",
    enable: true,
  });

/** Ten dollars, which are 73 yuan. */
const anOrder = ({ uuid }: Gateway) => running.api<Checkout>("POST", "/api/user/order", { uuid, amount: 10 });

async function find(tradeNo: string): Promise<Order> {
  const { data } = await running.api<Page<Order>>("GET", `/api/payment/order?trade_no=${tradeNo}`);
  return data[0] as Order;
}

async function balance(): Promise<number> {
  await running.app.ledger.flush();
  return running.app.ledger.balanceOf(1);
}

async function report(uuid: string, { headers, body }: CallbackRequest): Promise<[number, string]> {
  const answer = await fetch(`${running.url}/api/payment/notify/${uuid}`, {
    method: "POST",
    headers: headers as Record<string, string>,
    body: new Uint8Array(body),
  });
  return [answer.status, await answer.text()];
}

const refund = async (tradeNo: string, amount: number, request_id: string) => {
  const { id } = await find(tradeNo);
  return running.api<OrderDetail>("POST", `/api/payment/order/${id}/refund`, { amount, request_id });
};

it("sells through Alipay: a QR code, a payment reported twice, a refund here and one in its portal", async () => {
  const before = await balance();
  const gateway = await aGateway("alipay", alipay.account());
  const { trade_no, type, data } = await anOrder(gateway);
  expect([type, data.url]).toEqual([2, `https://qr.alipay.com/bax${trade_no}`]);
  const order = { number: trade_no, amount: 7300 };
  // The signature is Alipay's, and a query at Alipay returns that nothing is paid.
  expect(await report(gateway.uuid, alipay.callbackFor(order))).toEqual([400, "failure"]);
  alipay.pay(trade_no);
  const cheaper = alipay.callbackFor({ number: trade_no, amount: 7299 });
  expect(await report(gateway.uuid, cheaper)).toEqual([400, "failure"]);
  for (let time = 0; time < 2; time++) expect(await (await alipay.notify(trade_no)).text()).toBe("success");
  expect((await balance()) - before).toBe(10 * perDollar);

  await refund(trade_no, 7.3, "refund-0001");
  expect(await (await alipay.notify(trade_no)).text()).toBe("success");
  expect((await balance()) - before).toBe(9 * perDollar);
  alipay.refund(trade_no, 1460, "portal-1");
  for (let time = 0; time < 2; time++) await alipay.notify(trade_no);
  expect((await balance()) - before).toBe(7 * perDollar);
  expect(await find(trade_no)).toMatchObject({ refunded_amount: 21.9, refunded_quota: 3 * perDollar });
});

it("sends the customer to Alipay's page, and back once it is paid", async () => {
  const before = await balance();
  const gateway = await aGateway("alipay", alipay.account("pagepay"));
  const { trade_no, type, data } = await anOrder(gateway);
  expect([type, data.method]).toEqual([1, undefined]);
  expect(await (await fetch(data.url)).text()).toContain("¥73.00");
  const back = await fetch(`${alipay.url}/pay?number=${trade_no}`, { redirect: "manual" });
  expect(back.headers.get("location")).toContain(running.url);
  expect((await balance()) - before).toBe(10 * perDollar);
});

it("sells through WeChat Pay: a QR code, a payment reported twice, a refund here and one in its portal", async () => {
  const before = await balance();
  const gateway = await aGateway("wxpay", weChatPay.account());
  const { trade_no, type, data } = await anOrder(gateway);
  expect([type, data.url]).toEqual([2, `weixin://wxpay/bizpayurl?pr=${trade_no}`]);
  const order = { number: trade_no, amount: 7300 };
  expect((await report(gateway.uuid, weChatPay.callbackFor(order)))[0]).toBe(400);
  weChatPay.pay(trade_no);
  const dollars = { content: { amount: { total: 7300, currency: "USD" } } };
  expect((await report(gateway.uuid, weChatPay.callbackFor(order, dollars)))[0]).toBe(400);
  for (let time = 0; time < 2; time++) expect((await weChatPay.notify(trade_no)).status).toBe(204);
  expect((await balance()) - before).toBe(10 * perDollar);

  await refund(trade_no, 7.3, "refund-0001");
  const here = { request: `${trade_no}-refund-0001`, amount: 730 };
  const portal = { request: "portal-1", amount: 1460 };
  for (const given of [here, portal, portal])
    expect(await report(gateway.uuid, weChatPay.refundCallbackFor(order, given))).toEqual([204, ""]);
  expect((await balance()) - before).toBe(7 * perDollar);
});
