import path from "node:path";
import type { AdminUser } from "@tollgate/contract/users";
import type { EndpointData } from "@tollgate/contract/endpoint";
import type { getDashboard, getUncollected } from "@tollgate/contract/dashboard";
import type { Notice, NoticeChannel } from "@tollgate/contract/notices";
import type { Order } from "@tollgate/contract/orders";
import type { Gateway } from "@tollgate/contract/payments";
import type { LogRow } from "@tollgate/contract/logs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reconcileAt } from "../server/src/ledger/reconcile/reconcile.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";

/** Content that `npm run demo` must provide. */
describe("the demo", () => {
  let server: TestServer;
  let sessions: Record<"demo" | "root", string>;

  beforeAll(async () => {
    server = await startServer({ demo: true });
    const password = /Password: +(\S+)/.exec(server.output())?.[1] ?? "";
    sessions = { demo: await signIn("demo", password), root: await signIn("root", rootPassword) };
  });
  afterAll(() => server?.stop());

  async function signIn(username: string, password: string): Promise<string> {
    const answer = await fetch(`${server.url}/api/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password }),
    });
    return /session=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1] ?? "";
  }

  async function read<Data>(path: string, who: "demo" | "root" = "demo"): Promise<Data> {
    const answer = await fetch(server.url + path, { headers: { cookie: `session=${sessions[who]}` } });
    return ((await answer.json()) as { data: Data }).data;
  }
  const list = async <Row>(path: string): Promise<Row[]> => (await read<{ data: Row[] }>(path)).data;

  it("has every outcome among its latest calls, with routing and a ratio", async () => {
    const rows = await list<LogRow>("/api/log/?size=100");
    const endings = new Set(rows.map(({ metadata }) => metadata.end_reason));
    expect(endings).toEqual(new Set(["client_closed", "completed", "upstream_cut", "upstream_error"]));
    const trails = rows.filter(({ metadata }) => (metadata.attempts?.length ?? 0) > 1);
    expect(trails.some(({ metadata }) => metadata.end_reason === "completed")).toBe(true);
    expect(rows.some(({ metadata }) => metadata.group_ratio === 0.8)).toBe(true);
    for (const { metadata, quota } of rows)
      if (metadata.end_reason === "upstream_error" || metadata.end_reason === "upstream_cut")
        expect(quota).toBe(0);
  });

  it("has disabled and expired objects beside active ones", async () => {
    const statuses = async (path: string): Promise<Set<number>> =>
      new Set((await list<{ status: number }>(path)).map(({ status }) => status));
    expect(await statuses("/api/channel/?size=100")).toEqual(new Set([1, 2, 3]));
    expect(await statuses("/api/token/?size=100")).toEqual(new Set([1, 2, 3]));
    const users = await list<AdminUser>("/api/user/?size=100");
    expect(new Set(users.map(({ status }) => status)).size).toBe(2);
    expect(users.some(({ quota, role }) => quota === 0 && role === 1)).toBe(true);
  });

  it("has a gateway and orders in every state, without ledger differences", async () => {
    expect(await list<Gateway>("/api/payment/?size=10")).toMatchObject([{ enable: true, currency: "CNY" }]);
    const orders = await list<Order>("/api/payment/order?size=100");
    const states = new Set(orders.map(({ status }) => status));
    expect(states).toEqual(new Set(["pending", "success", "failed", "closed"]));
    expect(orders.some(({ refunded_quota }) => refunded_quota > 0)).toBe(true);
    const file = path.join(server.dataDir, "demo", "tollgate.db");
    const books = await reconcileAt(
      { kind: "sqlite", file },
      () => 0,
      () => {},
    );
    expect(books).toMatchObject({ differences: [], orders: 12 });
  });

  it("has notice channels with a history, and commands of the bot, and sends nothing", async () => {
    const channels = await list<NoticeChannel>("/api/notice_channel/?size=10");
    expect(channels.map(({ type, enable }) => [type, enable])).toEqual(
      expect.arrayContaining([
        ["telegram", false],
        ["slack", false],
        ["email", false],
      ]),
    );
    const notices = await list<Notice>("/api/notice_channel/history?size=20");
    expect(new Set(notices.map(({ status }) => status))).toEqual(new Set(["sent", "failed"]));
    expect(await list("/api/option/telegram/?size=10")).toHaveLength(3);
  });

  it("has an amount that no balance covered, and usage of its root", async () => {
    const uncollected = await read<EndpointData<typeof getUncollected>>("/api/user/dashboard/uncollected");
    expect(uncollected).toMatchObject({ last_30_days_calls: 1 });
    expect(uncollected.all_time).toBeGreaterThan(0);
    const usage = await read<EndpointData<typeof getDashboard>>("/api/user/dashboard", "root");
    expect(usage.length).toBeGreaterThan(5);
  });
});
