import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import path from "node:path";
import type { Page } from "@tollgate/contract/list-query";
import type { Checkout, Order, OrderDetail } from "@tollgate/contract/orders";
import type { Gateway } from "@tollgate/contract/payments";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallbackRequest } from "../../src/control/payments/gateways/gateway.ts";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import { type AlipayStandIn, startAlipayStandIn } from "../support/alipay-stand-in.ts";
import { type EasyPayStandIn, startEasyPayStandIn } from "../support/easy-pay-stand-in.ts";
import { ledgerLocations } from "../support/ledger-processes.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { startStripeStandIn, type StripeStandIn } from "../support/stripe-stand-in.ts";
import { startWeChatPayStandIn, type WeChatPayStandIn } from "../support/wechat-pay-stand-in.ts";

const perDollar = 500_000;

let site: EasyPayStandIn;
let alipay: AlipayStandIn;
let wechat: WeChatPayStandIn;
let stripe: StripeStandIn;
let strangeAlipay: AlipayStandIn;
let strangeWechat: WeChatPayStandIn;
beforeAll(async () => {
  [site, alipay, wechat, stripe, strangeAlipay, strangeWechat] = await Promise.all([
    startEasyPayStandIn(),
    startAlipayStandIn(),
    startWeChatPayStandIn(),
    startStripeStandIn(),
    startAlipayStandIn(),
    startWeChatPayStandIn(),
  ]);
});
afterAll(() =>
  Promise.all([site, alipay, wechat, stripe, strangeAlipay, strangeWechat].map((standIn) => standIn?.stop())),
);

/** What the matrix needs of a gateway's stand-in. */
interface Case {
  type: string;
  currency: string;
  config(): Record<string, string>;
  /** Well-formed credentials of no account. */
  stranger(): Record<string, string>;
  /** The steps of the customer's browser before paying. */
  visit?(checkout: Checkout): Promise<unknown>;
  pay(number: string): void;
  /** The callback of a payment, signed as the gateway signs. */
  report(order: { number: string; amount: number }, endpointSecret: string): CallbackRequest;
  /** Makes the gateway report everywhere that a cent less was paid, or the correct amount again. */
  shorten(order: { number: string; amount: number }, by: number): void;
}

const noQuery = new URLSearchParams();
const cases: Case[] = [
  {
    type: "epay",
    currency: "CNY",
    config: () => ({ pay_domain: site.url, partner_id: site.partnerId, key: site.key }),
    stranger: () => ({ key: "another key of another merchant" }),
    visit: ({ data }) => fetch(data.url, { method: "POST", body: new URLSearchParams(data.params) }),
    pay: (number) => site.pay(number),
    shorten: ({ number, amount }, by) =>
      Object.assign(site.orders.get(number) ?? {}, { money: ((amount - by) / 100).toFixed(2) }),
    report: ({ number }) => ({ query: site.callbackFor(number), headers: {}, body: Buffer.alloc(0) }),
  },
  {
    type: "alipay",
    currency: "CNY",
    config: () => ({ ...alipay.account("facepay") }),
    stranger: () => ({ private_key: strangeAlipay.account()["private_key"] ?? "" }),
    visit: async ({ trade_no }) => alipay.scan(trade_no),
    pay: (number) => alipay.pay(number),
    shorten: ({ number, amount }, by) => Object.assign(alipay.trade(number) ?? {}, { amount: amount - by }),
    report: (order) => alipay.callbackFor(order),
  },
  {
    type: "wxpay",
    currency: "CNY",
    config: () => ({ ...wechat.account() }),
    stranger: () => ({ mch_private_key: strangeWechat.account()["mch_private_key"] ?? "" }),
    pay: (number) => wechat.pay(number),
    shorten: ({ number, amount }, by) => Object.assign(wechat.order(number) ?? {}, { amount: amount - by }),
    report: (order) => wechat.callbackFor(order),
  },
  {
    type: "stripe",
    currency: "USD",
    config: () => ({ secret_key: stripe.secretKey, endpoint: stripe.url }),
    stranger: () => ({ secret_key: "sk_test_of_a_stranger" }),
    pay: (number) => void stripe.pay(number),
    shorten: ({ number, amount }, by) => Object.assign(stripe.session(number), { amount_total: amount - by }),
    report: ({ number }, secret) => ({
      query: noQuery,
      ...stripe.callbackFor("checkout.session.completed", stripe.session(number), {
        secret,
        at: Math.floor(Date.now() / 1000),
      }),
    }),
  },
];

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`every gateway at three servers on ${name}`, () => {
    let servers: RunningApp[];
    const gateways = new Map<string, Gateway>();
    const first = () => servers[0] as RunningApp;
    beforeAll(async () => {
      const one = await startApp(location as DatabaseLocation);
      const env = { SECRET_KEY: readFileSync(path.join(one.dataDir, "secret.key"), "utf8").trim() };
      const more = () => startApp(location as DatabaseLocation, { env });
      servers = [one, await more(), await more()];
      await one.api("PUT", "/api/option/", { key: "ServerAddress", value: one.url });
      for (const { type, currency, config } of cases) {
        const form = { type, currency, name: type, icon: "wallet", enable: true, config: config() };
        gateways.set(type, await one.api<Gateway>("POST", "/api/payment/", form));
      }
    });
    afterAll(async () => {
      for (const running of servers ?? []) await running.stop();
    });

    const uuidOf = (type: string) => gateways.get(type)?.uuid ?? "";
    /** The secret of this installation's webhook. */
    const webhookSecret = () =>
      stripe.endpoints.find(({ url }) => url === gateways.get("stripe")?.notify_url)?.secret ?? "";

    async function balance(): Promise<number> {
      await first().app.ledger.flush();
      return first().app.ledger.balanceOf(1);
    }

    async function send({ query, headers, body }: CallbackRequest, uuid: string, to = 0): Promise<number> {
      const { url } = servers[to] as RunningApp;
      const response = await fetch(`${url}/api/payment/notify/${uuid}?${query.toString()}`, {
        method: body.length > 0 ? "POST" : "GET",
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      });
      return (await response.text()) === "fail" || response.status >= 400 ? 400 : 200;
    }

    async function detailOf(tradeNo: string): Promise<OrderDetail> {
      const { data } = await first().api<Page<Order>>("GET", `/api/payment/order?trade_no=${tradeNo}`);
      return first().api("GET", `/api/payment/order/${data[0]?.id}`);
    }

    async function order(given: Case, amount: number) {
      const form = { uuid: uuidOf(given.type), amount };
      const checkout = await first().api<Checkout>("POST", "/api/user/order", form);
      await given.visit?.(checkout);
      const { order: row } = await detailOf(checkout.trade_no);
      return { number: checkout.trade_no, amount: Math.round(row.order_amount * 100) };
    }

    describe.each(cases)("$type", (given) => {
      it("accepts its credentials, and rejects others", async () => {
        const { id } = gateways.get(given.type) as Gateway;
        const test = (config: object) =>
          first().api("POST", "/api/payment/test", { id, type: given.type, config });
        await test({});
        await expect(test(given.stranger())).rejects.toThrow(/payment\.wrong_credentials/);
      });

      it("is credited once for a hundred reports at three servers, and for none before it is paid", async () => {
        const before = await balance();
        const made = await order(given, 3);
        const elsewhere = cases.filter((other) => other !== given);
        given.pay(made.number);
        const report = given.report(made, webhookSecret());
        for (const other of elsewhere) await send(report, uuidOf(other.type));
        expect(await balance()).toBe(before);
        const answers = await Promise.all(
          Array.from({ length: 100 }, (_, at) => send(report, uuidOf(given.type), at % 3)),
        );
        expect(new Set(answers)).toEqual(new Set([200]));
        expect((await balance()) - before).toBe(3 * perDollar);
        const { events, order: row } = await detailOf(made.number);
        expect(events.map(({ kind }) => kind)).toEqual(["created", "paid"]);
        expect(row).toMatchObject({ status: "success", late: false, problem: "" });
      });

      it("credits nothing for a cent less, and notifies an administrator", async () => {
        const before = await balance();
        const made = await order(given, 2);
        given.pay(made.number);
        given.shorten(made, 1);
        await send(given.report({ ...made, amount: made.amount - 1 }, webhookSecret()), uuidOf(given.type));
        expect(await balance()).toBe(before);
        expect((await detailOf(made.number)).order).toMatchObject({
          status: "pending",
          problem: "wrong_amount",
        });
      });

      it("trusts nothing that was changed in transit", async () => {
        const before = await balance();
        const made = await order(given, 2);
        given.pay(made.number);
        const report = given.report(made, webhookSecret());
        const changed: CallbackRequest[] = [
          { ...report, body: Buffer.concat([report.body, Buffer.from("&x=1")]) },
          { ...report, body: Buffer.from("{}") },
          { ...report, body: Buffer.alloc(0), query: noQuery },
          { ...report, query: new URLSearchParams([...report.query, ["money", "100.00"]]) },
        ];
        // Alipay's signature is a field of the body; headers contain nothing.
        const inBody = given.type === "alipay" ? changed.slice(0, 2) : changed.slice(0, 3);
        const signed = report.query.size > 0 ? changed.slice(2) : inBody;
        for (const request of signed) expect(await send(request, uuidOf(given.type))).toBe(400);
        expect(await balance()).toBe(before);
        expect(await send(report, uuidOf(given.type))).toBe(200);
        expect((await balance()) - before).toBe(2 * perDollar);
      });

      it("refunds once, and deducts the quota for it", async () => {
        const made = await order(given, 4);
        given.pay(made.number);
        await send(given.report(made, webhookSecret()), uuidOf(given.type));
        const before = await balance();
        const { order: row, refundable } = await detailOf(made.number);
        const refund = () =>
          first().api<OrderDetail>("POST", `/api/payment/order/${row.id}/refund`, {
            amount: refundable,
            request_id: "refund-0001",
          });
        const results = await Promise.allSettled([refund(), refund(), refund()]);
        expect(results.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
        expect(before - (await balance())).toBe(4 * perDollar);
        expect((await detailOf(made.number)).order).toMatchObject({ refunded_amount: refundable });
      });

      it("is credited late where its order was closed", async () => {
        const before = await balance();
        const made = await order(given, 1);
        const { queries } = first().app.database;
        await queries
          .updateTable("orders")
          .set({ expires_at: 5 })
          .where("trade_no", "=", made.number)
          .execute();
        await Promise.all(servers.map(({ app }) => app.orderWatch.tend()));
        expect((await detailOf(made.number)).order.status).toBe("closed");
        // The payment was in transit when the order was closed.
        const reopened = stripe.sessions.find((session) => session.client_reference_id === made.number);
        if (reopened) Object.assign(reopened, { status: "open" });
        given.pay(made.number);
        expect(await send(given.report(made, webhookSecret()), uuidOf(given.type))).toBe(200);
        expect((await balance()) - before).toBe(perDollar);
        expect((await detailOf(made.number)).order).toMatchObject({ status: "success", late: true });
      });
    });

    it("holds no memory for a huge or a slow report", async () => {
      const { port } = new URL(first().url);
      const send = (write: (to: ReturnType<typeof httpRequest>) => void) =>
        new Promise<number>((resolve) => {
          const call = httpRequest(
            {
              port,
              method: "POST",
              path: `/api/payment/notify/${uuidOf("stripe")}`,
              headers: { "content-type": "application/json" },
            },
            (response) => {
              response.resume();
              resolve(response.statusCode ?? 0);
            },
          );
          call.on("error", () => resolve(0));
          write(call);
        });
      const before = process.memoryUsage().rss;
      const piece = Buffer.alloc(1024 * 1024, "x");
      const huge = await send((to) => {
        let left = 100;
        const more = (): void => {
          while (left > 0 && !to.destroyed) {
            left -= 1;
            if (!to.write(piece)) return void to.once("drain", more);
          }
          to.end();
        };
        more();
      });
      expect([0, 413]).toContain(huge);
      expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
    });

    it("responds to a report while many others never end", async () => {
      const { port } = new URL(first().url);
      const slow = Array.from({ length: 40 }, () => {
        const path = `/api/payment/notify/${uuidOf("epay")}`;
        const headers = { "content-type": "application/json", "content-length": 60_000 };
        const call = httpRequest({ port, method: "POST", path, headers });
        call.on("error", () => {});
        call.write("{");
        return call;
      });
      const given = cases[0] as Case;
      const made = await order(given, 1);
      given.pay(made.number);
      expect(await send(given.report(made, ""), uuidOf("epay"))).toBe(200);
      for (const call of slow) call.destroy();
    });

    it("stores few of the rejected reports, and books none", async () => {
      const before = await balance();
      const forged = {
        query: noQuery,
        headers: { "content-type": "application/json" },
        body: Buffer.from("{}"),
      };
      const { queries } = first().app.database;
      const kept = async () =>
        (
          await queries
            .selectFrom("order_events")
            .select((b) => b.fn.countAll<number>().as("count"))
            .where("order_id", "=", 0)
            .where("gateway_id", "=", gateways.get("stripe")?.id ?? 0)
            .executeTakeFirstOrThrow()
        ).count;
      const keptBefore = await kept();
      await Promise.all(Array.from({ length: 300 }, () => send(forged, uuidOf("stripe"))));
      // Earlier tests have used up a part of what this server stores in an hour.
      expect((await kept()) - keptBefore).toBeLessThanOrEqual(20);
      expect(await kept()).toBeGreaterThan(0);
      expect(await balance()).toBe(before);
    });
  });
}
