import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import { asVisitor, asRoot, asUser, type Client, client } from "../support/as-user.ts";
import { aChannel, aLog, anAdmin, aPrice, aToken, aUser, type TestUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { postgresOrSkip } from "../support/postgres.ts";

const url = await postgresOrSkip();
const databases: [name: string, location: DatabaseLocation | undefined][] = [
  ["SQLite", undefined],
  ...(url === null ? [] : [["PostgreSQL", { kind: "postgres", url }] as [string, DatabaseLocation]]),
];

/** Endpoints that only some branches of the family have, each in its shape. */
describe.each(databases)("calls of the family on %s", (_name, location) => {
  let running: ControlApp;
  let root: Client;
  let user: TestUser;
  let own: Client;
  beforeAll(async () => {
    running = await startControlApp(location && { location });
    root = await asRoot(running);
    user = await aUser(running, { quota: 700, used_quota: 40 });
    own = await asUser(running, user);
    await root.post("/api/channel/", aChannel({ models: "gpt-4o,unpriced", group: "default,vip" }));
    await root.post("/api/channel/", aChannel({ type: 14, models: ["vip-only"], group: ["vip"] }));
    await root.post("/api/prices/single", aPrice({ model: "vip-only", type: "times", input: 50 }));
  });
  afterAll(() => running?.stop());

  const byKey = (key: string) => client(running, { authorization: `Bearer ${key}` });

  describe("/api/usage/token and /api/log/token", () => {
    it("return a token's own limit, use and calls for its key", async () => {
      const limits = { limit_model_setting: { enabled: true, models: ["gpt-4o"] } };
      const { id, key } = await aToken(running, user.id, {
        name: "metered",
        remain_quota: 60,
        used_quota: 40,
        setting: JSON.stringify({ limits }),
      });
      await aLog(running, user.id, { token_id: id, model_name: "mine" });
      await aLog(running, user.id, { token_id: id + 1, model_name: "of-another-token" });
      await aLog(running, user.id, { token_id: id, type: 3, model_name: "no-call" });
      for (const sent of [key, key.replace(/^sk-/, "")]) {
        const answer = await byKey(sent).get("/api/usage/token");
        expect(answer.body).toEqual({
          success: true,
          message: "",
          code: true,
          data: {
            object: "token_usage",
            name: "metered",
            total_granted: 100,
            total_used: 40,
            total_available: 60,
            unlimited_quota: false,
            model_limits: { "gpt-4o": true },
            model_limits_enabled: true,
            expires_at: 0,
          },
        });
        const inQuery = await asVisitor(running).get(`/api/log/token?key=${sent}`);
        const inHeader = await byKey(sent).get("/api/log/token");
        for (const logs of [inQuery, inHeader])
          expect(logs.data).toMatchObject([{ model_name: "mine", channel_id: 0, channel: null }]);
      }
      expect((await asVisitor(running).get(`/api/usage/token?key=${key}`)).code).toBe("auth.required");
    });

    it("can be called by pages of every origin with a key and without cookies", async () => {
      const { key } = await aToken(running, user.id);
      const page = { origin: "https://chat.example", "sec-fetch-site": "cross-site" };
      for (const url of ["/api/usage/token", "/api/log/token"]) {
        const preflight = await running.app.inject({
          method: "OPTIONS",
          url,
          headers: { ...page, "access-control-request-headers": "authorization" },
        });
        expect(preflight.statusCode).toBe(204);
        expect(preflight.headers["access-control-allow-headers"]).toMatch(/^authorization,/);
        for (const [sent, status] of [
          [key, 200],
          ["sk-unknown", 401],
        ] as const) {
          const headers = { ...page, authorization: `Bearer ${sent}` };
          const answer = await running.app.inject({ method: "GET", url, headers });
          expect([url, answer.statusCode]).toEqual([url, status]);
          for (const { headers: sentBack } of [preflight, answer]) {
            expect(sentBack["access-control-allow-origin"]).toBe("*");
            expect(sentBack["access-control-allow-credentials"]).toBeUndefined();
          }
        }
      }
      const other = await running.app.inject({ method: "GET", url: "/api/status", headers: page });
      expect(other.headers["access-control-allow-origin"]).toBeUndefined();
    });

    it("show the user's balance for a token without a limit", async () => {
      const { key } = await aToken(running, user.id, { unlimited_quota: 1, remain_quota: 0 });
      expect((await byKey(key).get("/api/usage/token")).data).toMatchObject({
        unlimited_quota: true,
        total_granted: 740,
        total_used: 40,
        total_available: 700,
      });
    });

    it("are closed to unknown keys, disabled tokens and users, and addresses that the token does not list", async () => {
      const elsewhere = { limits_ip_setting: { enabled: true, whitelist: ["203.0.113.0/24"] } };
      const gone = await aUser(running, { deleted_time: 5 });
      const off = await aUser(running, { status: 2 });
      const closed = {
        disabled: (await aToken(running, user.id, { status: 2 })).key,
        deleted: (await aToken(running, user.id, { deleted_time: 5 })).key,
        "of a deleted user": (await aToken(running, gone.id)).key,
        "of a disabled user": (await aToken(running, off.id)).key,
        "for other addresses": (
          await aToken(running, user.id, { setting: JSON.stringify({ limits: elsewhere }) })
        ).key,
        "made up": `sk-${"x".repeat(48)}`,
        "too long": "x".repeat(5000),
        empty: "",
      };
      for (const [kind, key] of Object.entries(closed))
        for (const path of ["/api/usage/token", "/api/log/token"])
          expect([kind, path, (await byKey(key).get(path)).code]).toEqual([kind, path, "auth.required"]);
      for (const path of ["/api/usage/token", "/api/log/token"])
        expect([path, (await own.get(path)).code]).toEqual([path, "auth.required"]);
      const here = { limits_ip_setting: { enabled: true, whitelist: ["127.0.0.0/8"] } };
      const open = await aToken(running, user.id, {
        setting: JSON.stringify({ limits: here }),
        remain_quota: 0,
      });
      expect((await byKey(open.key).get("/api/usage/token")).status).toBe(200);
    });
  });

  it("/api/data/self sums one's own usage by hour up to a week, by day above, and no longer than 31 days", async () => {
    const other = await aUser(running);
    const person = await aUser(running);
    const end = 1_760_000_400;
    for (const [userId, created_at] of [
      [person.id, end - 10],
      [person.id, end - 20],
      [person.id, end - 2 * 86_400],
      [other.id, end - 10],
    ] as const)
      await aLog(running, userId, { created_at, model_name: "m" });
    const mine = await asUser(running, person);
    const read = async (start: number) =>
      mine.get<object[]>(`/api/data/self?start_timestamp=${start}&end_timestamp=${end}`);
    const row = { user_id: person.id, username: person.username, model_name: "m" };
    const hour = (time: number) => time - (time % 3600);
    expect((await read(end - 86_400)).data).toEqual([
      { ...row, created_at: hour(end - 10), count: 2, quota: 20, token_used: 16 },
    ]);
    const day = (time: number) => time - (time % 86_400);
    expect((await read(end - 30 * 86_400)).data).toEqual([
      { ...row, created_at: day(end - 2 * 86_400), count: 1, quota: 10, token_used: 8 },
      { ...row, created_at: day(end - 10), count: 2, quota: 20, token_used: 16 },
    ]);
    for (const query of [`start_timestamp=${end - 40 * 86_400}&end_timestamp=${end}`, "start_timestamp=1"])
      expect((await mine.get(`/api/data/self?${query}`)).body.fields).toMatchObject([
        { path: "end_timestamp" },
      ]);
    expect((await mine.get("/api/data/self")).data).toEqual([]);
  });

  describe("lists of models", () => {
    it("/api/pricing lists the prices of callable models, in the caller's groups", async () => {
      const visitor = await asVisitor(running).get<Record<string, unknown>[]>("/api/pricing");
      expect(visitor.data.map((model) => model["model_name"])).toEqual(["gpt-4o"]);
      expect(visitor.data[0]).toMatchObject({
        quota_type: 0,
        model_ratio: 1.25,
        completion_ratio: 4,
        model_price: 0,
        owner_by: "OpenAI",
        vendor_id: 1,
        enable_groups: ["default"],
        enable_group: ["default"],
      });
      expect(visitor.body).toMatchObject({
        success: true,
        vendors: [{ id: 1, name: "OpenAI" }],
        group_ratio: { default: 1 },
        usable_group: { default: expect.any(String) as string },
        auto_groups: [],
      });
      const vip = await asUser(running, await aUser(running, { group: "vip" }));
      const { data } = await vip.get<Record<string, unknown>[]>("/api/pricing");
      expect(data.find((model) => model["model_name"] === "vip-only")).toMatchObject({
        quota_type: 1,
        model_price: 0.1,
        model_ratio: 0,
      });
    });

    it("/api/models and /api/user/models name what one may call", async () => {
      expect((await own.get("/api/models")).data).toEqual({ "1": ["gpt-4o", "unpriced"] });
      expect((await own.get("/api/user/models")).data).toEqual(["gpt-4o", "unpriced"]);
      const vip = await asUser(running, await aUser(running, { group: "vip" }));
      expect((await vip.get("/api/models")).data).toEqual({
        "1": ["gpt-4o", "unpriced"],
        "14": ["vip-only"],
      });
      expect((await vip.get("/api/user/models?group=default")).data).toEqual(["gpt-4o", "unpriced"]);
      expect((await own.get("/api/user/models?group=vip")).code).toBe("token.group_not_allowed");
    });

    it("/api/channel/models is a model list of priced names", async () => {
      const answer = await root.get<{ id: string }[]>("/api/channel/models");
      expect(answer.body).toMatchObject({ object: "list" });
      expect(answer.data.find(({ id }) => id === "gpt-4o")).toEqual({
        id: "gpt-4o",
        object: "model",
        created: 1_677_649_963,
        owned_by: "OpenAI",
      });
      expect(answer.data.some(({ id }) => id.includes("*"))).toBe(false);
    });
  });

  describe("tokens", () => {
    it("/api/token/search finds one's own by name, key or the end of it", async () => {
      const person = await aUser(running);
      const mine = await asUser(running, person);
      const a = await aToken(running, person.id, { name: "alpha" });
      const b = await aToken(running, person.id, { name: "beta" });
      const ids = async (query: string) =>
        (await mine.get<{ id: number }[]>(`/api/token/search?${query}`)).data.map(({ id }) => id);
      expect(await ids("keyword=ALPH")).toEqual([a.id]);
      expect(await ids(`token=${b.key}`)).toEqual([b.id]);
      expect(await ids(`keyword=&token=${b.key.slice(3)}`)).toEqual([b.id]);
      expect(await ids(`token=${a.key.slice(-4)}`)).toEqual([a.id]);
      expect(await ids("")).toEqual([b.id, a.id]);
      const foreign = await aToken(running, user.id);
      expect(await ids(`token=${foreign.key}`)).toEqual([]);
    });

    it("/api/token/playground creates one token, for any number of concurrent requests", async () => {
      const person = await aUser(running);
      const mine = await asUser(running, person);
      const keys = await Promise.all(
        Array.from({ length: 6 }, async () => (await mine.get<string>("/api/token/playground")).data),
      );
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^[0-9A-Za-z]{48}$/);
      const { data } = await mine.get<{ data: { id: number }[] }>("/api/token/");
      expect(data.data).toMatchObject([{ name: "sys_playground", unlimited_quota: true }]);
      expect((await byKey(keys[0] ?? "").get("/api/usage/token")).data).toMatchObject({
        name: "sys_playground",
      });
      await mine.put(`/api/token/${data.data[0]?.id}`, { status: 2 });
      expect((await mine.get("/api/token/playground")).data).not.toBe(keys[0]);
    });
  });

  describe("/api/channel_tag", () => {
    const keys = ["sk-tag-aaaa-0123456789", "sk-tag-bbbb-0123456789", "sk-tag-cccc-0123456789"] as const;
    const member = (index: 0 | 1 | 2, tag: string, values: object = {}) =>
      root.post<{ id: number }>(
        "/api/channel/",
        aChannel({ name: `m${index}`, tag, key: keys[index], base_url: "https://up.example", ...values }),
      );
    const listed = async (tag: string) =>
      (await root.get<Record<string, unknown>[]>(`/api/channel_tag/${tag}/list`)).data;

    it("lists tags and their channels, without keys", async () => {
      await member(0, "list me", { priority: 3 });
      await member(1, "list me");
      expect((await root.get<object[]>("/api/channel_tag/_all")).data).toContainEqual({
        id: 0,
        tag: "list me",
      });
      expect(await listed("list%20me")).toMatchObject([{ name: "m0", models: "gpt-4o" }, { name: "m1" }]);
      const shared = await root.get("/api/channel_tag/list%20me");
      expect(shared.data).toMatchObject({ name: "m0", tag: "list me", key: "", KeyMap: {} });
      expect(shared.text).not.toContain("aaaa");
      expect((await root.get("/api/channel_tag/unknown")).code).toBe("channel.tag_not_found");
    });

    it("changes what the channels share, and leaves what is empty", async () => {
      const a = await member(0, "share", { test_model: "own", priority: 3 });
      await member(1, "share");
      const { data: read } = await root.get<object>("/api/channel_tag/share");
      const sent = { ...read, id: null, is_edit: true, groups: ["default", "vip"], group: "default,vip" };
      const body = { ...sent, models: "gpt-4o,o3", test_model: "", model_headers: "" };
      const answer = await root.put("/api/channel_tag/share", body);
      expect([answer.status, answer.body.fields]).toEqual([200, undefined]);
      expect(await listed("share")).toMatchObject([
        {
          id: a.data.id,
          name: "m0",
          models: "gpt-4o,o3",
          group: "default,vip",
          test_model: "own",
          priority: 3,
        },
        { name: "m1", models: "gpt-4o,o3", group: "default,vip" },
      ]);
      const typed = await root.put("/api/channel_tag/share", { type: 14 });
      expect(typed.body.fields).toMatchObject([{ path: "type", code: "field.fixed" }]);
    });

    it("adds channels for new keys and deletes those whose keys are missing, all or nothing", async () => {
      const a = await member(0, "keys");
      const b = await member(1, "keys");
      const bad = await root.put("/api/channel_tag/keys", { key: `${keys[1]}\n${keys[2]}`, group: "gone" });
      expect(bad.body.fields).toMatchObject([{ path: "group.0", code: "group.not_found" }]);
      expect((await listed("keys")).map(({ id }) => id)).toEqual([a.data.id, b.data.id]);
      const done = await root.put("/api/channel_tag/keys", { key: `${keys[1]}\n${keys[2]}` });
      expect(done.status).toBe(200);
      const after = await listed("keys");
      expect(after).toMatchObject([{ id: b.data.id }, { name: "m0_3", key_hint: "6789", models: "gpt-4o" }]);
      const gone = await running.database.queries
        .selectFrom("channels")
        .select(["key_encrypted", "deleted_time"])
        .where("id", "=", a.data.id)
        .executeTakeFirstOrThrow();
      expect(gone.key_encrypted).toBe("");
      expect(gone.deleted_time).not.toBe(0);
    });

    it("does not let an administrator send stored keys to another address", async () => {
      await member(0, "guarded");
      const admin = await asUser(running, await anAdmin(running));
      const answer = await admin.put("/api/channel_tag/guarded", { base_url: "https://thief.example" });
      expect(answer.body.fields).toMatchObject([{ path: "key" }]);
      expect(await listed("guarded")).toMatchObject([{ base_url: "https://up.example" }]);
    });

    it("switches, ranks and deletes all channels of a tag, and takes one off it", async () => {
      const a = await member(0, "bulk");
      await member(1, "bulk");
      const c = await member(2, "bulk");
      expect((await root.put("/api/channel_tag/bulk/status/disable")).data).toBe(3);
      expect((await listed("bulk")).map(({ status }) => status)).toEqual([2, 2, 2]);
      await root.put("/api/channel_tag/bulk/status/enable");
      expect((await root.put("/api/channel_tag/bulk/priority", { type: "priority", value: 9 })).data).toBe(3);
      expect((await listed("bulk")).map(({ priority }) => priority)).toEqual([9, 9, 9]);
      expect((await root.put("/api/channel_tag/bulk/priority", { type: "weight", value: 9 })).status).toBe(
        400,
      );
      await root.put("/api/channel/", { id: a.data.id, status: 2 });
      expect((await root.delete("/api/channel_tag/bulk/disabled")).data).toBe(1);
      expect((await root.delete(`/api/channel/${c.data.id}/tag`)).status).toBe(200);
      expect((await root.get(`/api/channel/${c.data.id}`)).data).toMatchObject({ tag: "" });
      expect((await root.delete("/api/channel_tag/bulk")).data).toBe(1);
      expect((await root.delete("/api/channel_tag/bulk")).code).toBe("channel.tag_not_found");
    });
  });

  it("edits of different fields at the same time do not undo each other", async () => {
    const { data } = await root.post<{ id: number }>("/api/channel/", aChannel({ name: "contested" }));
    await Promise.all([
      ...[1, 2, 3].map(() => root.put("/api/channel/", { id: data.id, priority: 5 })),
      ...[1, 2, 3].map(() => root.put("/api/channel/", { id: data.id, models: "a,b" })),
      root.put("/api/channel/", { id: data.id, status: 2 }),
    ]);
    expect((await root.get(`/api/channel/${data.id}`)).data).toMatchObject({
      priority: 5,
      models: "a,b",
      status: 2,
    });
  });
});
