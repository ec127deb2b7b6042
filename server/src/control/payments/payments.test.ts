import type { Gateway } from "@tollgate/contract/payments";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { anAdmin, anOrder } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { createRateLimiter } from "../../http/rate-limit.ts";
import { AppError } from "../../platform/app-error.ts";
import { createOrderRepository } from "../../storage/repositories/order-repository.ts";
import { createUserRepository } from "../../storage/repositories/user-repository.ts";
import { createCallbacks } from "./callbacks.ts";
import { gateway as easyPay } from "./gateways/easy-pay/index.ts";
import { createOrderSettlement } from "./settle-order.ts";

let running: ControlApp;
let root: Client;
let admin: Client;
beforeAll(async () => {
  running = await startControlApp();
  await running.set("ServerAddress", "https://gate.test");
  root = await asRoot(running);
  admin = await asUser(running, await anAdmin(running));
});
afterAll(() => running?.stop());

const paid = {
  kind: "payment",
  payment: { orderNumber: "71", gatewayNumber: "g-71", amount: 1000, currency: "USD", status: "paid" },
} as const;
const reject = (): never => {
  throw new AppError("payment.wrong_credentials", { params: { reason: "the private key of the account" } });
};

const config = { pay_domain: "https://pay.test", partner_id: "1001", key: "the merchant's key" };
const form = { type: "epay", name: "Pay", icon: "wallet", currency: "CNY" };
const aGateway = async (more: object = {}): Promise<Gateway> =>
  (await root.post<Gateway>("/api/payment/", { ...form, config, enable: true, ...more })).data;

describe("a payment gateway", () => {
  it("needs only its required fields, and gets a notify address", async () => {
    const made = await aGateway();
    expect(made).toMatchObject({
      enable: true,
      fixed_fee: 0,
      percent_fee: 0,
      exchange_rate: 0,
      secrets: ["key"],
    });
    expect(made.notify_url).toBe(`https://gate.test/api/payment/notify/${made.uuid}`);
    expect(made.config).not.toContain("merchant's key");
  });

  it("is enabled only with complete credentials, and reports which are missing", async () => {
    const answer = await root.post("/api/payment/", { ...form, enable: true, config: { partner_id: "1" } });
    const missing = { code: "account.incomplete" };
    expect(answer.body.fields).toMatchObject([
      { path: "config.pay_domain", ...missing },
      { path: "config.key", ...missing },
    ]);
    const off = await aGateway({ enable: false, config: {} });
    const on = await root.put("/api/payment/", { id: off.id, enable: true });
    expect(on.body.fields?.map(({ path }) => path)).toEqual([
      "config.pay_domain",
      "config.partner_id",
      "config.key",
    ]);
  });

  it("keeps a secret that is left empty", async () => {
    const { id } = await aGateway();
    const changed = await root.put<Gateway>("/api/payment/", { id, config: { ...config, key: "" }, sort: 9 });
    expect(changed.data).toMatchObject({ secrets: ["key"], sort: 9 });
  });

  it("keeps the credentials of one of several saves at the same moment, and rejects the others", async () => {
    const { id } = await aGateway();
    const keys = ["one", "two", "three"];
    const saves = await Promise.all(
      keys.map((key) => root.put("/api/payment/", { id, config: { ...config, key: `key ${key}` } })),
    );
    const refused = saves.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => "gateway.changed_meanwhile"));
    const log = await root.get<{ data: object[] }>(`/api/audit/?action=gateway.update&target_id=${id}`);
    expect(log.data.data).toHaveLength(saves.length - refused.length);
  });

  it("has addresses that administrators cannot change", async () => {
    const { id } = await aGateway();
    const rejected = { status: 400, code: "request.invalid" };
    const moved = await admin.put("/api/payment/", { id, config: { pay_domain: "https://evil.test" } });
    expect(moved).toMatchObject({
      ...rejected,
      body: { fields: [{ path: "config.pay_domain", code: "account.root_only" }] },
    });
    const notified = await admin.put("/api/payment/", { id, notify_domain: "https://evil.test" });
    expect(notified).toMatchObject({ ...rejected, body: { fields: [{ path: "notify_domain" }] } });
    const made = await admin.post("/api/payment/", { ...form, notify_domain: "https://evil.test" });
    expect(made).toMatchObject({ ...rejected, body: { fields: [{ path: "notify_domain" }] } });
    const tried = await admin.post("/api/payment/test", {
      id,
      type: "epay",
      config: { pay_domain: "https://evil.test" },
    });
    expect(tried).toMatchObject(rejected);
    expect((await admin.put("/api/payment/", { id, percent_fee: 0.03 })).status).toBe(200);
  });

  it("rejects invalid fees, currencies, rates and icons, each at its field", async () => {
    const wrong: [object, string][] = [
      [{ fixed_fee: -1 }, "fixed_fee"],
      [{ fixed_fee: 0.001 }, "fixed_fee"],
      [{ percent_fee: -0.1 }, "percent_fee"],
      [{ percent_fee: 1.1 }, "percent_fee"],
      [{ sort: -1 }, "sort"],
      [{ sort: 1.5 }, "sort"],
      [{ currency: "" }, "currency"],
      [{ currency: "USD" }, "currency"],
      [{ icon: "" }, "icon"],
      [{ icon: "/api/user/logout" }, "icon"],
      [{ icon: "javascript:alert(1)" }, "icon"],
      [{ name: "" }, "name"],
      [{ type: "stripe", currency: "JPY" }, "exchange_rate"],
    ];
    for (const [change, path] of wrong) {
      const answer = await root.post("/api/payment/", { ...form, ...change });
      expect([change, answer.status, answer.body.fields?.[0]?.path]).toEqual([change, 400, path]);
    }
  });
});

describe("the notify address", () => {
  it.each([
    ["cannot read its keys", { readCallback: reject }],
    ["rejects the query", { readCallback: () => paid, query: reject }],
  ])("reveals nothing of an account whose gateway %s, and books nothing", async (_what, kind) => {
    const made = await aGateway();
    const order = await anOrder(running, { gateway_id: made.id, trade_no: paid.payment.orderNumber });
    const { database, clock } = running;
    const callbacks = createCallbacks({
      database,
      clock,
      accounts: { openForCallback: () => ({ kind: { ...easyPay, ...kind }, account: {} }) },
      settlement: createOrderSettlement({
        ...running,
        users: createUserRepository(database.queries),
        notices: running.services.notices,
      }),
      rateLimiter: createRateLimiter(clock),
    });
    const report = { query: new URLSearchParams(), headers: {}, body: Buffer.alloc(0) };
    expect(await callbacks.receive(made.uuid, report)).toEqual(easyPay.answerCallback(false));
    const row = await createOrderRepository(database.queries).find(order.id);
    expect(row).toMatchObject({ status: "pending", paid_at: 0 });
    await database.queries.deleteFrom("orders").where("id", "=", order.id).execute();
  });

  it.each(["%00", "x", "0".repeat(31), "../login"])(
    "of no gateway responds without details: %s",
    async (uuid) => {
      const answer = await running.app.inject({ method: "POST", url: `/api/payment/notify/${uuid}` });
      expect([404, 405]).toContain(answer.statusCode);
      expect(answer.body.length).toBeLessThan(200);
    },
  );
});
