import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@tollgate/contract/list-query";
import type { Checkout, Order } from "@tollgate/contract/orders";
import type { Gateway } from "@tollgate/contract/payments";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "../../src/ledger/reconcile/reconcile.ts";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import { type EasyPayStandIn, startEasyPayStandIn } from "../support/easy-pay-stand-in.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { rootPassword, type RunningApp, startApp } from "../support/start-app.ts";
import { startStripeStandIn, type StripeStandIn } from "../support/stripe-stand-in.ts";

/** Orders at one and at three processes of the operating system, with one database. */
const main = path.resolve(import.meta.dirname, "../../src/main.ts");
const perDollar = 500_000;
const env = { SECRET_KEY: Buffer.alloc(32, 7).toString("base64") };
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-orders-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const postgres = await postgresOrSkip();
const locations: { name: string; location: DatabaseLocation | undefined; more: Record<string, string> }[] = [
  { name: "SQLite", location: { kind: "sqlite", file: path.join(folder, "tollgate.db") }, more: {} },
  {
    name: "PostgreSQL",
    location: postgres === null ? undefined : { kind: "postgres", url: postgres },
    more: { DATABASE_URL: postgres ?? "" },
  },
];

for (const { name, location, more } of locations) {
  describe.skipIf(!location)(`orders of several processes on ${name}`, () => {
    let first: RunningApp;
    let others: ChildProcess[] = [];
    let site: EasyPayStandIn;
    let otherSite: EasyPayStandIn;
    let stripe: StripeStandIn;
    /** Addresses and root's cookies. */
    let servers: { url: string; cookie: string }[];
    let easyPay: Gateway;
    let otherShop: Gateway;
    let card: Gateway;

    beforeAll(async () => {
      [site, otherSite, stripe] = await Promise.all([
        startEasyPayStandIn(),
        startEasyPayStandIn(),
        startStripeStandIn(),
      ]);
      otherSite.key = "another key of another merchant";
      first = await startApp(location as DatabaseLocation, { env });
      others = [spawnServer(), spawnServer()];
      const urls = [first.url, ...(await Promise.all(others.map(addressOf)))];
      servers = await Promise.all(urls.map(async (url) => ({ url, cookie: await signIn(url) })));
      await first.api("PUT", "/api/option/", { key: "ServerAddress", value: first.url });
      const shop = ({ url, partnerId, key }: EasyPayStandIn) =>
        addGateway({
          type: "epay",
          currency: "CNY",
          config: { pay_domain: url, partner_id: partnerId, key },
        });
      easyPay = await shop(site);
      otherShop = await shop(otherSite);
      const config = { secret_key: stripe.secretKey, endpoint: stripe.url };
      card = await addGateway({ type: "stripe", currency: "USD", config });
    }, 180_000);
    afterAll(async () => {
      for (const child of others) child.kill("SIGKILL");
      await first?.stop();
      await Promise.all([site?.stop(), otherSite?.stop(), stripe?.stop()]);
    });

    function spawnServer(): ChildProcess {
      const own = { DATA_DIR: folder, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "error" };
      return spawn(process.execPath, [main], { env: { ...process.env, ...own, ...env, ...more } });
    }

    const addGateway = (form: object) =>
      first.api<Gateway>("POST", "/api/payment/", { name: "Pay", icon: "wallet", enable: true, ...form });

    async function order({ uuid, type }: Gateway, amount: number): Promise<string> {
      const checkout = await first.api<Checkout>("POST", "/api/user/order", { uuid, amount });
      const form = { method: "POST", body: new URLSearchParams(checkout.data.params) };
      if (type === "epay") await fetch(checkout.data.url, form);
      return checkout.trade_no;
    }

    async function find(tradeNo: string): Promise<Order> {
      const { data } = await first.api<Page<Order>>("GET", `/api/payment/order?trade_no=${tradeNo}`);
      return data[0] as Order;
    }

    /** Sends `times` requests to so many processes, concurrently. */
    const flood = <Result>(
      processes: number,
      times: number,
      send: (server: { url: string; cookie: string }, at: number) => Promise<Result>,
    ): Promise<Result[]> =>
      Promise.all(
        Array.from({ length: times }, (_, at) => send(servers[at % processes] as (typeof servers)[0], at)),
      );

    const report = (gateway: Gateway, query: URLSearchParams) => async (server: { url: string }) =>
      (await fetch(`${server.url}/api/payment/notify/${gateway.uuid}?${query.toString()}`)).text();

    /** A signed event of Stripe. */
    const deliver = (type: string, object: object) => async (server: { url: string }) => {
      const at = Math.floor(Date.now() / 1000);
      const secret = stripe.endpoints[0]?.secret ?? "";
      const { headers, body } = stripe.callbackFor(type, object, { secret, at });
      const url = `${server.url}/api/payment/notify/${card.uuid}`;
      const sent = { method: "POST", headers: headers as Record<string, string>, body: new Uint8Array(body) };
      return (await fetch(url, sent)).status;
    };

    async function settled(): Promise<number> {
      await first.app.ledger.flush();
      return first.app.ledger.balanceOf(1);
    }

    describe.each([1, 3])("with %i of them", (processes) => {
      it("credit a hundred equal reports once, and other gateways' reports never", async () => {
        const before = await settled();
        const [paid, forged] = [await order(easyPay, 3), await order(easyPay, 5)];
        site.pay(paid);
        site.pay(forged);
        const theirs = site.callbackFor(forged, { key: otherSite.key });
        const answers = await Promise.all([
          flood(processes, 100, report(easyPay, site.callbackFor(paid))),
          flood(processes, 30, report(otherShop, theirs)),
          flood(processes, 30, report(easyPay, theirs)),
        ]);
        expect(answers.map((texts) => [...new Set(texts)])).toEqual([["success"], ["success"], ["fail"]]);
        expect((await settled()) - before).toBe(3 * perDollar);
        expect(await find(forged)).toMatchObject({ status: "pending", paid_at: 0 });
      });

      it("credit what is paid while the order is closed, once", async () => {
        const before = await settled();
        const tradeNo = await order(easyPay, 2);
        const { queries } = first.app.database;
        await queries.updateTable("orders").set({ expires_at: 5 }).where("trade_no", "=", tradeNo).execute();
        const closing = first.app.orderWatch.tend();
        site.pay(tradeNo);
        await Promise.all([closing, flood(processes, 60, report(easyPay, site.callbackFor(tradeNo)))]);
        expect((await settled()) - before).toBe(2 * perDollar);
        expect(await find(tradeNo)).toMatchObject({ status: "success", quota: 2 * perDollar });
      });

      it("book a refund, a dispute and its return once, in any order", async () => {
        const before = await settled();
        const tradeNo = await order(card, 10);
        await flood(processes, 30, deliver("checkout.session.completed", stripe.pay(tradeNo)));
        expect((await settled()) - before).toBe(10 * perDollar);
        const { id } = await find(tradeNo);
        const made = stripe.refunds.length;
        const dispute = stripe.dispute(tradeNo, 1000);
        const requests = await Promise.all([
          flood(processes, 9, async ({ url, cookie }, at) => {
            const body = JSON.stringify({ amount: 4, request_id: `refund-${processes}-${at % 3}` });
            const headers = { cookie: `session=${cookie}`, "content-type": "application/json" };
            const sent = await fetch(`${url}/api/payment/order/${id}/refund`, {
              method: "POST",
              headers,
              body,
            });
            return sent.status;
          }),
          flood(processes, 30, deliver("charge.dispute.funds_withdrawn", dispute)),
        ]);
        expect(requests[1]).toEqual(Array.from({ length: 30 }, () => 200));
        expect((await settled()) - before).toBe(0);
        const refunds = stripe.refunds.slice(made);
        for (const refund of refunds) await flood(processes, 6, deliver("refund.created", refund));
        await flood(processes, 30, deliver("charge.dispute.funds_reinstated", dispute));
        const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
        expect((await settled()) - before).toBe(10 * perDollar - (refunded / 100) * perDollar);
        for (const refund of refunds)
          await flood(processes, 6, deliver("refund.failed", { ...refund, status: "failed" }));
        expect((await settled()) - before).toBe(10 * perDollar);
        expect(await find(tradeNo)).toMatchObject({ refunded_amount: 0, refunded_quota: 0 });
      });

      it("and every check of the ledger agrees", async () => {
        expect((await reconcile(first.app.database.reads, () => 0)).differences).toEqual([]);
      });
    });
  });
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let output = "";
    const hear = (data: Buffer): void => {
      output += data.toString();
      const match = /ready at (http:\S+)/.exec(output);
      if (match?.[1]) resolve(match[1]);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code) => reject(new Error(`exited ${code}: ${output}`)));
  });
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "root", password: rootPassword }),
  });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith("session=")) ?? "";
  return cookie.slice("session=".length).split(";")[0] ?? "";
}
