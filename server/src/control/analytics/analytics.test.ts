import type { BurnRate, Growth, SiteOverview, UsageSeries, UsageTotals } from "@tollgate/contract/analytics";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { aChannel, aLog, aToken, aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let root: Client;
let ada: TestUser;
let bob: TestUser;
const day = 86_400;

beforeAll(async () => {
  running = await startControlApp();
  root = await asRoot(running);
  ada = await aUser(running);
  bob = await aUser(running);
  const now = running.clock.now();
  const group = (name: string) => ({ metadata: JSON.stringify({ group_name: name, first_response: 300 }) });
  await aLog(running, ada.id, {
    quota: 100,
    token_id: 901,
    channel_id: 71,
    ...group("default"),
    is_stream: 1,
  });
  await aLog(running, ada.id, {
    quota: 40,
    token_id: 902,
    model_name: "=o3",
    channel_id: 71,
    outcome: 1,
    ...group("default"),
  });
  await aLog(running, bob.id, {
    quota: 7,
    token_id: 903,
    channel_id: 0,
    created_at: now - 3 * day,
    ...group("vip"),
  });
  await aLog(running, ada.id, { quota: 1, token_id: 901, created_at: now - 9 * day, ...group("default") });
});
afterAll(() => running.stop());

const series = async (client: Client, query: string, own = ""): Promise<UsageSeries> =>
  (await client.get<UsageSeries>(`/api/analytics/${own}series?${query}`)).data;
const named = ({ groups }: UsageSeries) => groups.map(({ key, label, total }) => [key, label, total.quota]);

describe("statistics of all users", () => {
  it("have the previous period next to them", async () => {
    const { data } = await root.get<UsageTotals>("/api/analytics/totals?range=7d");
    expect(data.current).toMatchObject({
      requests: 3,
      quota: 147,
      failed: 1,
      timed_requests: 2,
      streams: 1,
      first_token_time: 300,
    });
    expect(data.previous).toMatchObject({ requests: 1, quota: 1 });
    expect(data.figures_begin).toBeLessThan(data.period.start);
  });

  it("name deleted things, and show a number where no name is left", async () => {
    await aToken(running, ada.id, { id: 901, name: "Bot" });
    await running.database.queries
      .updateTable("users")
      .set({ deleted_time: 5 })
      .where("id", "=", bob.id)
      .execute();
    expect(named(await series(root, "by=token"))).toEqual([
      ["901", "Bot", 100],
      ["902", "#902", 40],
      ["903", "#903", 7],
    ]);
    const users = await series(root, "by=user");
    expect(named(users)).toEqual([
      [String(ada.id), ada.username, 140],
      [String(bob.id), bob.username, 7],
    ]);
    expect(users.groups.map(({ deleted }) => deleted)).toEqual([false, true]);
    expect(named(await series(root, "by=channel"))).toEqual([
      ["71", "#71", 140],
      ["0", "", 7],
    ]);
    expect(named(await series(root, "by=group")).map(([key, , quota]) => [key, quota])).toEqual([
      ["default", 140],
      ["vip", 7],
    ]);
    await running.database.queries
      .updateTable("users")
      .set({ deleted_time: 0 })
      .where("id", "=", bob.id)
      .execute();
  });

  it("keep the names of users, tokens and channels that are deleted later", async () => {
    const carol = await aUser(running);
    const client = await asUser(running, carol);
    const token = (await client.post<{ id: number }>("/api/token/", { name: "Gone token" })).data.id;
    const channel = (await root.post<{ id: number }>("/api/channel/", aChannel({ name: "Gone channel" })))
      .data.id;
    const created_at = running.clock.now() - 50 * day;
    await aLog(running, carol.id, { quota: 3, token_id: token, channel_id: channel, created_at });
    await client.delete(`/api/token/${token}`);
    await root.delete(`/api/channel/${channel}`);
    await root.delete(`/api/user/${carol.id}`);
    const range = "range=custom&first_day=2026-09-10&last_day=2026-09-20";
    for (const [by, label] of [
      ["user", carol.username],
      ["token", "Gone token"],
      ["channel", "Gone channel"],
    ])
      expect((await series(root, `${range}&by=${by}`)).groups, by).toMatchObject([
        { label, deleted: true, total: { quota: 3 } },
      ]);
  });

  it("show the largest groups and sum the others", async () => {
    const { groups, other, total } = await series(root, "by=token&top=1");
    expect(groups.map(({ key }) => key)).toEqual(["901"]);
    expect(other).toMatchObject({ groups: 2, total: { requests: 2, quota: 47 } });
    expect(total.quota).toBe(147);
    expect((await root.get("/api/analytics/series?by=token&top=21")).status).toBe(400);
  });

  it("are exported as CSV in which no name is a formula", async () => {
    const { text, headers } = await root.get("/api/analytics/export?by=model&range=24h");
    expect(headers["content-type"]).toContain("text/csv");
    const lines = text.trim().split("\r\n");
    expect(lines[0]).toContain("start,end,key,name,cost_usd,requests,quota");
    expect(lines[1]).toBe(
      "2026-11-03T04:00:00Z,2026-11-03T05:00:00Z,gpt-4o,gpt-4o,0.0002,1,100,6,2,0,0,0,0,1,100,1,300",
    );
    expect(lines[2]).toContain(",'=o3,'=o3,");
    expect(lines).toHaveLength(3);
  });
});

it("shows a user nothing of other users", async () => {
  const client = await asUser(running, bob);
  const { data } = await client.get<UsageTotals>("/api/analytics/self/totals?range=30d");
  expect(data.current).toMatchObject({ requests: 1, quota: 7 });
  for (const by of ["none", "model", "owner", "token"]) {
    const own = await series(client, `range=30d&by=${by}`, "self/");
    expect(own.total, by).toMatchObject({ requests: 1, quota: 7 });
    expect(own.groups.length, by).toBe(by === "none" ? 0 : 1);
  }
  expect((await client.get("/api/analytics/self/export?by=token&range=30d")).text).not.toContain("901");
  for (const by of ["user", "channel", "provider", "group"])
    expect((await client.get(`/api/analytics/self/series?by=${by}`)).status, by).toBe(400);
  expect((await client.get("/api/analytics/series")).status).toBe(403);
});

it("shows the calls of one user to administrators", async () => {
  const { data } = await root.get<UsageTotals>(`/api/analytics/totals?range=7d&username=${ada.username}`);
  expect(data.current).toMatchObject({ requests: 2, quota: 140 });
  const models = await series(root, `range=7d&by=model&username=${ada.username.toUpperCase()}`);
  expect(models.total).toMatchObject({ requests: 2, quota: 140 });
  expect((await series(root, `by=token&username=${bob.username}`)).groups.map(({ key }) => key)).toEqual([
    "903",
  ]);
  const file = await root.get(`/api/analytics/export?by=token&username=${bob.username}`);
  expect(file.text).not.toContain("901");
  const unknown = await root.get("/api/analytics/series?username=no-such-user");
  expect(unknown.body.fields).toMatchObject([{ path: "username", code: "figures.unknown_user" }]);
  const wrong = await root.get(`/api/analytics/series?by=channel&username=${ada.username}`);
  expect(wrong.body.fields).toMatchObject([{ path: "by", code: "figures.not_of_one_user" }]);
});

describe("a range", () => {
  it.each([
    ["without days", "range=custom", "first_day", "range.day_missing"],
    [
      "that ends before it begins",
      "range=custom&first_day=2026-10-02&last_day=2026-10-01",
      "last_day",
      "range.end_before_start",
    ],
    ["of ten years", "range=custom&first_day=2016-10-02&last_day=2026-10-01", "last_day", "range.too_long"],
    [
      "in the future",
      "range=custom&first_day=2027-01-01&last_day=2027-01-02",
      "first_day",
      "range.in_future",
    ],
    [
      "with a day that does not exist",
      "range=custom&first_day=2026-02-30&last_day=2026-03-01",
      "first_day",
      "range.bad_day",
    ],
    ["of an unknown zone", "time_zone=Mars/Olympus", "time_zone", "range.unknown_zone"],
    ["of an offset instead of a zone", "time_zone=%2B05:37", "time_zone", "range.unknown_zone"],
  ])("%s is rejected with its field", async (_what, query, path, code) => {
    for (const view of [
      "totals",
      "series",
      "growth",
      "export",
      "self/totals",
      "self/series",
      "self/export",
    ]) {
      const answer = await root.get(`/api/analytics/${view}?${query}`);
      expect(answer.status, view).toBe(400);
      expect(answer.body.fields, view).toMatchObject([{ path, code }]);
    }
  });

  it("without calls has zeros", async () => {
    const empty = await series(root, "range=custom&first_day=2026-01-01&last_day=2026-01-03&by=model");
    expect(empty).toMatchObject({ groups: [], other: null, total: { requests: 0 } });
    expect(empty.values.requests).toEqual([0, 0, 0]);
  });
});

describe("the estimate of how long the balance lasts", () => {
  const has = (userId: number, quota: number, used_quota: number) =>
    running.database.queries
      .updateTable("users")
      .set({ quota, used_quota })
      .where("id", "=", userId)
      .execute();
  const read = async (user: TestUser) =>
    (await (await asUser(running, user)).get<BurnRate>("/api/analytics/self/burn-rate")).data;

  it("is at the pace of the last seven days", async () => {
    await has(ada.id, 250, 141);
    expect(await read(ada)).toEqual({ balance: 250, last_7_days: 140, per_day: 20, days_left: 12 });
  });

  it("counts the days since the first charge where they are fewer, however old the account is", async () => {
    await has(bob.id, 100, 7);
    // His only call is three times 24 hours old, so it is in the fourth of them.
    expect(await read(bob)).toEqual({ balance: 100, last_7_days: 7, per_day: 7 / 4, days_left: 57 });
    await has(ada.id, 250, 140);
    expect(await read(ada)).toMatchObject({ per_day: 140, days_left: 1 });
  });

  it("is missing while nothing is spent, and 0 where the balance is owed", async () => {
    expect(await read(await aUser(running))).toMatchObject({ per_day: 0, days_left: null });
    await has(ada.id, -30, 141);
    expect(await read(ada)).toMatchObject({ balance: -30, days_left: 0 });
  });
});

it("counts registrations, redeemed codes and paid orders, and the site as it is", async () => {
  const { queries } = running.database;
  const now = running.clock.now();
  const code = {
    user_id: 1,
    name: "c",
    code_encrypted: "",
    code_hint: "",
    quota: 500,
    created_time: now,
    expired_time: -1,
    deleted_time: 0,
  };
  await queries
    .insertInto("redemptions")
    .values([
      { ...code, code_hash: "a", status: 3, redeemed_time: now, used_user_id: ada.id },
      { ...code, code_hash: "b", status: 3, redeemed_time: now - day, used_user_id: ada.id },
      { ...code, code_hash: "c", status: 3, redeemed_time: now - 8 * day, used_user_id: bob.id },
      { ...code, code_hash: "d", status: 1, redeemed_time: 0, used_user_id: 0 },
    ])
    .execute();
  const order = {
    gateway_no: "",
    gateway_id: 55,
    reference: "",
    amount: 10,
    quota: 5000,
    order_amount: 7300,
    fee: 0,
    discount: 0,
    status: "success",
    problem: "",
    late: 0,
    refunded_amount: 0,
    refunded_quota: 0,
    checkout: "",
    created_at: now,
    expires_at: now,
    user_id: ada.id,
  };
  await queries
    .insertInto("orders")
    .values([
      { ...order, trade_no: "901", order_currency: "CNY", paid_at: now },
      {
        ...order,
        trade_no: "902",
        order_currency: "USD",
        order_amount: 1000,
        paid_at: now,
        refunded_amount: 250,
        refunded_quota: 1000,
      },
      { ...order, trade_no: "903", order_currency: "USD", order_amount: 1000, paid_at: 0, status: "pending" },
    ])
    .execute();
  await queries
    .updateTable("users")
    .set({ created_time: now - 40 * day })
    .execute();
  await queries
    .updateTable("users")
    .set({ created_time: now, inviter_id: 1 })
    .where("id", "=", bob.id)
    .execute();

  const { data } = await root.get<Growth>("/api/analytics/growth?range=7d");
  expect(data.registrations).toMatchObject({
    current: { direct: 0, invited: 1 },
    previous: { direct: 0, invited: 0 },
  });
  expect(data.registrations.invited).toEqual([0, 0, 0, 0, 0, 0, 1]);
  expect(data.redemptions).toMatchObject({
    current: { codes: 2, quota: 1000, users: 1 },
    previous: { codes: 1, quota: 500, users: 1 },
    codes: [0, 0, 0, 0, 0, 1, 1],
  });
  expect(data.orders.current).toEqual([
    { gateway_id: 55, gateway_name: "#55", currency: "CNY", orders: 1, amount: 73, refunded: 0, quota: 5000 },
    {
      gateway_id: 55,
      gateway_name: "#55",
      currency: "USD",
      orders: 1,
      amount: 10,
      refunded: 2.5,
      quota: 5000,
    },
  ]);
  expect(data.orders.amounts.map(({ currency, values }) => [currency, values.at(-1)])).toEqual([
    ["CNY", 73],
    ["USD", 10],
  ]);
  const { data: site } = await root.get<SiteOverview>("/api/analytics/overview");
  expect(site.codes).toEqual({ issued: 4, issued_quota: 2000, redeemed: 3, redeemed_quota: 1500 });
  expect(site.recharge).toMatchObject({ redeemed: 1500, ordered: 9000 });
  expect(site.recharge.paid).toContainEqual({ currency: "USD", amount: 7.5, orders: 1 });
  expect(site.users.invited).toBe(1);
});
