import { readFileSync } from "node:fs";
import path from "node:path";
import {
  type Checkout,
  type Order,
  type OrderDetail,
  type OwnGateway,
  type OwnOrder,
  type TopUpTerms,
} from "@tollgate/contract/orders";
import type { Gateway } from "@tollgate/contract/payments";
import { breakDownTopUp, discountParts, feesShown, moneyText } from "@tollgate/contract/top-up";
import type { Page } from "@tollgate/contract/list-query";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "../../src/ledger/reconcile/reconcile.ts";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import { type EasyPayStandIn, startEasyPayStandIn } from "../support/easy-pay-stand-in.ts";
import { ledgerLocations } from "../support/ledger-processes.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { startStripeStandIn, type StripeStandIn } from "../support/stripe-stand-in.ts";

const perDollar = 500_000;

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`orders at three servers on ${name}`, () => {
    let servers: RunningApp[];
    let site: EasyPayStandIn;
    let otherSite: EasyPayStandIn;
    let stripe: StripeStandIn;
    let easyPay: Gateway;
    let card: Gateway;
    const first = () => servers[0] as RunningApp;

    beforeAll(async () => {
      [site, otherSite, stripe] = await Promise.all([
        startEasyPayStandIn(),
        startEasyPayStandIn(),
        startStripeStandIn(),
      ]);
      otherSite.key = "another key of another merchant";
      const one = await startApp(location as DatabaseLocation);
      const env = { SECRET_KEY: readFileSync(path.join(one.dataDir, "secret.key"), "utf8").trim() };
      servers = [
        one,
        await startApp(location as DatabaseLocation, { env }),
        await startApp(location as DatabaseLocation, { env }),
      ];
      await one.api("PUT", "/api/option/", { key: "ServerAddress", value: one.url });
      await one.api("PUT", "/api/option/", { key: "RechargeDiscount", value: '{"100":0.9}' });
      easyPay = await addGateway({
        type: "epay",
        currency: "CNY",
        config: { pay_domain: site.url, partner_id: site.partnerId, key: site.key },
        percent_fee: 0.02,
      });
      card = await addGateway({
        type: "stripe",
        currency: "USD",
        config: { secret_key: stripe.secretKey, endpoint: stripe.url },
        fixed_fee: 0.3,
      });
    });
    afterAll(async () => {
      for (const running of servers ?? []) await running.stop();
      await Promise.all([site?.stop(), otherSite?.stop(), stripe?.stop()]);
    });

    const addGateway = (form: object) =>
      first().api<Gateway>("POST", "/api/payment/", { name: "Pay", icon: "wallet", enable: true, ...form });

    const balance = () => first().app.ledger.balanceOf(1);

    async function settle(): Promise<number> {
      await first().app.ledger.flush();
      return balance();
    }

    /** Orders of a deleted gateway, each with an old request to refund it. Returns their ids. */
    async function addStuckRefunds(count: number): Promise<number[]> {
      const { queries } = first().app.database;
      const { id: _id, ...any } = await queries
        .selectFrom("orders")
        .selectAll()
        .limit(1)
        .executeTakeFirstOrThrow();
      const gone = { ...any, status: "failed", paid_at: 0, gateway_id: 9999 };
      const ids: number[] = [];
      for (let at = 0; at < count; at += 1) {
        const trade_no = `88${at}`;
        const { id } = await queries
          .insertInto("orders")
          .values({ ...gone, trade_no })
          .returning("id")
          .executeTakeFirstOrThrow();
        const request = { kind: "refund_request", gateway_no: trade_no, order_id: id, amount: 1, quota: 0 };
        await queries
          .insertInto("order_settlements")
          .values({ ...request, gateway_id: 9999, created_at: 4 })
          .execute();
        ids.push(id);
      }
      return ids;
    }

    async function orderAt(gateway: Gateway, amount: number): Promise<Checkout> {
      const form = { uuid: gateway.uuid, amount };
      const checkout = await first().api<Checkout>("POST", "/api/user/order", form).catch(failWithReason);
      // The steps of the customer's browser.
      if (gateway.type === "epay")
        await fetch(checkout.data.url, { method: "POST", body: new URLSearchParams(checkout.data.params) });
      return checkout;
    }

    /** The customer only sees that it failed; the newest order's timeline has the reason. */
    async function failWithReason(error: Error): Promise<never> {
      const { data } = await first().api<Page<Order>>("GET", "/api/payment/order?size=1");
      const newest = await first().api<OrderDetail>("GET", `/api/payment/order/${data[0]?.id}`);
      throw new Error(`${error.message} ${JSON.stringify(newest.events)}`, { cause: error });
    }

    async function find(tradeNo: string): Promise<OrderDetail> {
      const page = await first().api<Page<Order>>("GET", `/api/payment/order?trade_no=${tradeNo}`);
      return first().api("GET", `/api/payment/order/${page.data[0]?.id}`);
    }

    /** Sends an easy-pay callback to one of the servers. */
    async function notify(query: URLSearchParams, { to = 0, uuid = easyPay.uuid } = {}): Promise<string> {
      const { url } = servers[to] as RunningApp;
      return (await fetch(`${url}/api/payment/notify/${uuid}?${query.toString()}`)).text();
    }

    it("credits an order that was paid at the gateway, and returns its cost", async () => {
      const before = await balance();
      const { trade_no, type } = await orderAt(easyPay, 100);
      expect(type).toBe(1);
      // 100 dollars × 0.9, 2 % fee, 7.3 yuan.
      expect(site.orders.get(trade_no)).toMatchObject({ money: "670.14" });
      const own = await first().api<OwnOrder>("GET", `/api/user/orders/${trade_no}`);
      expect(own).toMatchObject({ status: "pending", order_amount: 670.14, fee: 1.8, discount: 59.86 });
      site.pay(trade_no);
      expect(await notify(site.callbackFor(trade_no))).toBe("success");
      expect((await settle()) - before).toBe(100 * perDollar);
      const { order, events } = await find(trade_no);
      expect(order).toMatchObject({ status: "success", late: false, problem: "", quota: 100 * perDollar });
      expect(events.map(({ kind }) => kind)).toEqual(["created", "paid"]);
      expect(JSON.stringify(events)).not.toContain("sign");
    });

    it("credits once what is reported a hundred times concurrently to three servers", async () => {
      const before = await balance();
      const { trade_no } = await orderAt(easyPay, 3);
      site.pay(trade_no);
      const query = site.callbackFor(trade_no);
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, at) => notify(query, { to: at % 3 })),
      );
      expect(new Set(answers)).toEqual(new Set(["success"]));
      expect((await settle()) - before).toBe(3 * perDollar);
      expect((await find(trade_no)).events.filter(({ kind }) => kind === "paid")).toHaveLength(1);
    });

    it("credits nothing for callbacks that are not the gateway's own, and for another amount", async () => {
      const before = await balance();
      const { trade_no } = await orderAt(easyPay, 5);
      const otherMerchant = {
        ...(await addGateway({
          type: "epay",
          currency: "CNY",
          config: { pay_domain: otherSite.url, partner_id: otherSite.partnerId, key: otherSite.key },
        })),
      };
      // Not paid at the site: a valid signature alone is not trusted where the site can be queried.
      expect(await notify(site.callbackFor(trade_no))).toBe("fail");
      site.pay(trade_no);
      expect(await notify(site.callbackFor(trade_no, { key: "wrong" }))).toBe("fail");
      expect(await notify(site.callbackFor(trade_no, { key: "" }))).toBe("fail");
      // Another gateway's valid signature for this order.
      const forged = site.callbackFor(trade_no, { key: otherSite.key });
      expect(await notify(forged, { uuid: otherMerchant.uuid })).toBe("success");
      expect(await balance()).toBe(before);
      expect(await notify(forged)).toBe("fail");
      const twice = site.callbackFor(trade_no);
      twice.append("money", "0.01");
      expect(await notify(twice)).toBe("fail");
      expect(await notify(site.callbackFor(trade_no), { uuid: "0".repeat(32) })).toBe("fail");
      const atCard = `${first().url}/api/payment/notify/${card.uuid}?${site.callbackFor(trade_no).toString()}`;
      expect((await fetch(atCard)).status).toBe(400);
      const stored = site.orders.get(trade_no);
      const money = stored?.money ?? "";
      // One cent less was paid, and the site reports it, too.
      Object.assign(stored ?? {}, { money: (Number(money) - 0.01).toFixed(2) });
      await notify(site.callbackFor(trade_no));
      expect((await settle()) - before).toBe(0);
      expect((await find(trade_no)).order).toMatchObject({ status: "pending", problem: "wrong_amount" });
      Object.assign(stored ?? {}, { money });
      expect(await notify(site.callbackFor(trade_no))).toBe("success");
      expect((await settle()) - before).toBe(5 * perDollar);
    });

    it("credits what is paid after the order was closed, and marks it as late", async () => {
      const before = await balance();
      const { trade_no } = await orderAt(easyPay, 2);
      const { queries } = first().app.database;
      await queries.updateTable("orders").set({ expires_at: 5 }).where("trade_no", "=", trade_no).execute();
      await first().app.orderWatch.tend();
      expect((await find(trade_no)).order.status).toBe("closed");
      site.pay(trade_no);
      expect(await notify(site.callbackFor(trade_no), { to: 2 })).toBe("success");
      expect((await settle()) - before).toBe(2 * perDollar);
      expect((await find(trade_no)).order).toMatchObject({ status: "success", late: true });
    });

    it("queries the gateway before it closes an order, and credits what was paid without a report", async () => {
      const before = await balance();
      const { trade_no } = await orderAt(easyPay, 4);
      site.pay(trade_no);
      const { queries } = first().app.database;
      await queries.updateTable("orders").set({ expires_at: 5 }).where("trade_no", "=", trade_no).execute();
      await Promise.all(servers.map(({ app }) => app.orderWatch.tend()));
      expect((await settle()) - before).toBe(4 * perDollar);
      expect((await find(trade_no)).order).toMatchObject({ status: "success", late: false });
    });

    it("records a second payment of an order for the administrator", async () => {
      const before = await balance();
      const { trade_no } = await orderAt(easyPay, 1);
      site.pay(trade_no);
      await notify(site.callbackFor(trade_no));
      Object.assign(site.orders.get(trade_no) ?? {}, { trade_no: "2026112399000000001" });
      for (let times = 0; times < 3; times += 1) await notify(site.callbackFor(trade_no));
      expect((await settle()) - before).toBe(perDollar);
      const { order, events } = await find(trade_no);
      expect(order.problem).toBe("paid_twice");
      expect(events.filter(({ kind }) => kind === "paid_twice")).toHaveLength(1);
    });

    it("sells through Stripe: a webhook that it creates, a payment, a partial refund, a dispute", async () => {
      const before = await balance();
      expect(stripe.endpoints).toMatchObject([{ url: card.notify_url, status: "enabled" }]);
      const { trade_no, data } = await orderAt(card, 10);
      expect(data.url).toContain("/pay/");
      const session = stripe.pay(trade_no);
      const deliver = () => stripe.deliver("checkout.session.completed", session);
      const answers = (await Promise.all(Array.from({ length: 30 }, deliver))).flat();
      expect(new Set(answers)).toEqual(new Set([200]));
      expect((await settle()) - before).toBe(10 * perDollar);

      const { order } = await find(trade_no);
      const refund = (request_id: string, amount: number) =>
        first().api<OrderDetail>("POST", `/api/payment/order/${order.id}/refund`, { amount, request_id });
      const refunded = await refund("refund-0001", 5.15);
      expect(refunded.order).toMatchObject({ refunded_amount: 5.15, refunded_quota: 2_500_000 });
      expect((await settle()) - before).toBe(5 * perDollar);
      const audit = await first().api<Page<object>>("GET", "/api/audit/?action=order.refund");
      expect(audit.data).toMatchObject([{ target_name: trade_no, detail: { amount: 515, currency: "USD" } }]);
      // Stripe reports the refund that we requested, too.
      for (const made of stripe.refunds) await stripe.deliver("refund.created", made);
      expect((await settle()) - before).toBe(5 * perDollar);
      await expect(refund("refund-0002", 5.16)).rejects.toThrow(/order.nothing_to_refund/);

      const dispute = stripe.dispute(trade_no, 515);
      await Promise.all([1, 2, 3].map(() => stripe.deliver("charge.dispute.funds_withdrawn", dispute)));
      expect((await settle()) - before).toBe(0);
      expect((await find(trade_no)).order).toMatchObject({ refunded_quota: 10 * perDollar });
    });

    it("deducts more than the balance as a sum that the next top-up settles first", async () => {
      await first().setBalance(0);
      const { trade_no } = await orderAt(card, 2);
      await stripe.deliver("checkout.session.completed", stripe.pay(trade_no));
      await settle();
      await first().setBalance(perDollar / 2);
      await stripe.deliver("refund.created", stripe.refund(trade_no, 230));
      expect(await settle()).toBe(0);
      expect(await first().api("GET", "/api/user/topup/terms")).toMatchObject({ uncollected: 750_000 });
      expect(await first().api("GET", "/api/payment/order/totals")).toMatchObject({ uncollected: 750_000 });
      const again = await orderAt(card, 2);
      await stripe.deliver("checkout.session.completed", stripe.pay(again.trade_no));
      expect(await settle()).toBe(250_000);
    });

    it("credits nothing in another currency", async () => {
      const before = await settle();
      const { trade_no } = await orderAt(card, 2);
      const session = stripe.pay(trade_no);
      const currency = session.currency;
      Object.assign(session, { currency: "cny" });
      await stripe.deliver("checkout.session.completed", session);
      expect(await settle()).toBe(before);
      expect((await find(trade_no)).order).toMatchObject({ status: "pending", problem: "wrong_currency" });
      Object.assign(session, { currency });
    });

    it("repeats a refund whose response was lost, though older ones never get a response", async () => {
      const { queries } = first().app.database;
      const stuck = await addStuckRefunds(20);
      const { trade_no } = await orderAt(card, 3);
      await stripe.deliver("checkout.session.completed", stripe.pay(trade_no));
      const { order } = await find(trade_no);
      for (let fault = 0; fault < 3; fault += 1) stripe.faults.push({ status: 500, text: "no" });
      const form = { amount: 1.1, request_id: "refund-0201" };
      const refund = first().api("POST", `/api/payment/order/${order.id}/refund`, form);
      await expect(refund).rejects.toThrow(/order.refund_under_way/);
      stripe.faults.length = 0;
      const open = queries.updateTable("order_settlements").set({ created_at: 5 });
      await open.where("order_id", "=", order.id).where("kind", "=", "refund_request").execute();
      for (let run = 0; run < 2; run += 1) await first().app.orderWatch.tend();
      expect((await find(trade_no)).order).toMatchObject({ refunded_amount: 1.1 });
      await queries.deleteFrom("order_settlements").where("order_id", "in", stuck).execute();
      await queries.deleteFrom("orders").where("id", "in", stuck).execute();
    });

    it("makes one refund of it, for every response of the gateway", async () => {
      const { trade_no } = await orderAt(card, 3);
      await stripe.deliver("checkout.session.completed", stripe.pay(trade_no));
      const before = await settle();
      const made = stripe.refunds.length;
      const { order } = await find(trade_no);
      const refund = (request_id: string, amount: number) =>
        first().api<OrderDetail>("POST", `/api/payment/order/${order.id}/refund`, { amount, request_id });
      stripe.faults.push(
        { status: 500, text: "no" },
        { status: 500, text: "no" },
        { status: 500, text: "no" },
      );
      await expect(refund("refund-0101", 1.1)).rejects.toThrow(/order.refund_under_way/);
      stripe.faults.length = 0;
      await expect(refund("refund-0102", 1.1)).rejects.toThrow(/order.refund_under_way/);
      const { queries } = first().app.database;
      await queries
        .updateTable("order_settlements")
        .set({ created_at: 5 })
        .where("kind", "=", "refund_request")
        .execute();
      for (const { app } of servers) await app.orderWatch.tend();
      expect(stripe.refunds).toHaveLength(made + 1);
      expect(before - (await settle())).toBe(perDollar);
      await refund("refund-0102", 2.2);
      expect(before - (await settle())).toBe(3 * perDollar);
    });

    it("shows a returned refund until an administrator has resolved it", async () => {
      const { trade_no } = await orderAt(card, 1);
      await stripe.deliver("checkout.session.completed", stripe.pay(trade_no));
      const refund = stripe.refund(trade_no, 130);
      await stripe.deliver("refund.created", refund);
      await stripe.deliver("refund.failed", { ...refund, status: "failed" });
      const { order } = await find(trade_no);
      expect(order.problem).toBe("refund_failed");
      const { order: resolved } = await first().api<OrderDetail>(
        "POST",
        `/api/payment/order/${order.id}/resolve`,
      );
      expect(resolved.problem).toBe("");
      const { data } = await first().api<Page<object>>("GET", "/api/audit/?action=order.resolve");
      expect(data).toMatchObject([{ target_name: trade_no, detail: { problem: "refund_failed" } }]);
    });

    it("leaves credentials alone that this server's key does not open", async () => {
      const { queries } = first().app.database;
      const stored = queries
        .selectFrom("payment_gateways")
        .select("config_encrypted")
        .where("id", "=", easyPay.id);
      const before = await stored.executeTakeFirstOrThrow();
      const other = await startApp(location as DatabaseLocation);
      await expect(other.api("PUT", "/api/payment/", { id: easyPay.id, sort: 3 })).rejects.toThrow(
        /gateway.unreadable/,
      );
      await other.app.orderWatch.tend();
      await other.stop();
      expect(await stored.executeTakeFirstOrThrow()).toEqual(before);
    });

    it("leaves no payable order behind where the gateway fails, and reports it", async () => {
      stripe.faults.push({ status: 500, text: "<html>no</html>" }, { status: 500, text: "<html>no</html>" });
      await expect(orderAt(card, 1)).rejects.toThrow(/order.not_accepted/);
      const { data } = await first().api<Page<Order>>("GET", "/api/payment/order?size=1");
      expect(data[0]).toMatchObject({ status: "failed" });
      stripe.faults.length = 0;
    });

    it("rejects a page's outdated price, amounts outside of the limits and disabled gateways", async () => {
      const order = (form: object) =>
        first().api("POST", "/api/user/order", { uuid: card.uuid, amount: 10, ...form });
      await expect(order({ pay: 999 })).rejects.toThrow(/order.price_changed.*10.30 USD/);
      for (const amount of [0, -1, 1.5, 1_000_001, 1e21, "٣", null])
        await expect(order({ amount })).rejects.toThrow(/request.invalid/);
      await first().api("PUT", "/api/option/", { key: "PaymentMinAmount", value: "5" });
      await expect(order({ amount: 4 })).rejects.toThrow(/amount_too_small/);
      await first().api("PUT", "/api/option/", { key: "PaymentMinAmount", value: "1" });
      await first().api("PUT", "/api/payment/", { id: card.id, enable: false });
      await expect(order({})).rejects.toThrow(/gateway.disabled/);
      await first().api("PUT", "/api/payment/", { id: card.id, enable: true });
    });

    it("charges what the page shows, for all amounts, discounts, fees and rates", async () => {
      for (let round = 0; round < 40; round += 1) {
        const amount = 1 + Math.floor(Math.random() ** 4 * 1_000_000);
        const factor = 1 - Math.floor(Math.random() * 900_000) / 1_000_000;
        const discounts = JSON.stringify({ [amount]: factor, [amount + 1]: 0.5 });
        await first().api("PUT", "/api/option/", { key: "RechargeDiscount", value: discounts });
        await first().api("PUT", "/api/payment/", {
          id: easyPay.id,
          fixed_fee: Math.floor(Math.random() * 500) / 100,
          percent_fee: Math.floor(Math.random() * 200_000) / 1_000_000,
          exchange_rate: Math.floor(Math.random() * 20_000_000) / 1_000_000,
        });
        const terms = await first().api<TopUpTerms>("GET", "/api/user/topup/terms");
        const ways = await first().api<OwnGateway[]>("GET", "/api/user/payment");
        const way = ways.find(({ uuid }) => uuid === easyPay.uuid) as OwnGateway;
        const shown = breakDownTopUp(amount, {
          discounts: discountParts(terms.discounts),
          fees: feesShown(way),
          quotaPerUnit: terms.quota_per_unit,
        });
        const form = { uuid: easyPay.uuid, amount, pay: shown.pay };
        const { trade_no, data } = await first().api<Checkout>("POST", "/api/user/order", form);
        expect(data.params?.["money"]).toBe(moneyText(shown.pay, "CNY"));
        const own = await first().api<OwnOrder>("GET", `/api/user/orders/${trade_no}`);
        expect(own).toMatchObject({
          quota: shown.quota,
          fee: shown.fee / 100,
          order_amount: shown.pay / 100,
        });
        await first().app.database.queries.deleteFrom("orders").where("trade_no", "=", trade_no).execute();
      }
    });

    it("still books payments of a gateway that was deleted", async () => {
      const before = await balance();
      const gone = await addGateway({
        type: "epay",
        currency: "CNY",
        config: { pay_domain: site.url, partner_id: site.partnerId, key: site.key },
      });
      const { trade_no } = await orderAt(gone, 1);
      await first().api("DELETE", `/api/payment/${gone.id}`);
      site.pay(trade_no);
      expect(await notify(site.callbackFor(trade_no), { uuid: gone.uuid })).toBe("success");
      expect((await settle()) - before).toBe(perDollar);
    });

    it("moves its webhook when the server's address changes", async () => {
      const { url } = first();
      const moved = url.replace("127.0.0.1", "localhost");
      await first().api("PUT", "/api/option/", { key: "ServerAddress", value: moved });
      await first().app.orderWatch.tend();
      const urls = stripe.endpoints.map((endpoint) => endpoint.url);
      expect(urls).toEqual([`${moved}/api/payment/notify/${card.uuid}`]);
      await first().api("PUT", "/api/option/", { key: "ServerAddress", value: url });
      await first().app.orderWatch.tend();
      const before = await balance();
      const { trade_no } = await orderAt(card, 1);
      expect(await stripe.deliver("checkout.session.completed", stripe.pay(trade_no))).toEqual([200]);
      expect((await settle()) - before).toBe(perDollar);
    });

    it("reads no callback that is larger than callbacks are", async () => {
      const response = await fetch(`${first().url}/api/payment/notify/${card.uuid}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "x".repeat(64 * 1024 + 1),
      });
      expect(response.status).toBe(413);
    });

    it("agrees with the ledger at the end", async () => {
      const { queries } = first().app.database;
      const settled = await queries.selectFrom("order_settlements").selectAll().execute();
      const entries = await queries
        .selectFrom("ledger_entries")
        .select(["id", "amount"])
        .where("kind", "in", ["topup"])
        .execute();
      const paid = settled.filter(({ kind }) => kind === "payment");
      expect(entries.filter(({ id }) => id.startsWith("order:"))).toHaveLength(paid.length);
      const books = await first().books();
      expect(books.entries).toBe(books.balance);
    });

    it("moves the customer into the group that the top-ups reach, and every check of the ledger agrees", async () => {
      const group = { symbol: "patron", name: "Patrons", promotion: true, min: 1, max: 0 };
      await first().api("POST", "/api/user_group/", group);
      const { trade_no } = await orderAt(easyPay, 1);
      site.pay(trade_no);
      await notify(site.callbackFor(trade_no));
      expect(await first().api("GET", "/api/user/self")).toMatchObject({ group: "patron" });
      await settle();
      const { differences, orders } = await reconcile(first().app.database.reads, () => 0);
      expect(differences).toEqual([]);
      expect(orders).toBeGreaterThan(10);
    });
  });
}
