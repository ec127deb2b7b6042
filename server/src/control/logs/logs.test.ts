import type { LogRow, LogStat } from "@tollgate/contract/logs";
import type { Page } from "@tollgate/contract/list-query";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asUser, type Client } from "../../../test/support/as-user.ts";
import { aChannel, aLog, anAdmin, aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { logCountCap } from "../../storage/repositories/log-repository.ts";

let running: ControlApp;
let admin: Client;
let user: TestUser;
let own: Client;
let now: number;
let channelId: number;
beforeAll(async () => {
  running = await startControlApp();
  now = running.clock.now();
  admin = await asUser(running, await anAdmin(running));
  user = await aUser(running);
  own = await asUser(running, user);
  channelId = (await admin.post<{ id: number }>("/api/channel/", aChannel({ name: "upstream" }))).data.id;
  const attempts = [
    { channel_id: channelId, channel_name: "upstream", status: 500, time: 3, reason: "server" },
    { channel_id: channelId, channel_name: "upstream", status: 200, time: 5, reason: "" },
  ];
  await aLog(running, user.id, {
    created_at: now - 60,
    username: user.username,
    channel_id: channelId,
    request_id: "request-1",
    content: "50% off_er",
    metadata: JSON.stringify({
      attempts,
      upstream_model: "secret-mapping",
      upstream_request_id: "up-1",
      group_name: "default",
      usage: { input: 6 },
      cache_hit: true,
      something_new: "internal",
    }),
  });
  await aLog(running, user.id, { created_at: now - 60, token_name: "second", model_name: "o3" });
  await aLog(running, user.id, { created_at: now - 9000, type: 3, quota: 77 });
  await aLog(running, 1, { created_at: now - 30, username: "root" });
});
afterAll(() => running.stop());

const list = async (client: Client, query = "") =>
  (await client.get<Page<LogRow>>(`/api/log/${client === admin ? "" : "self"}?${query}`)).data;

describe("log lists", () => {
  it("show administrators all rows, newest first, with channel names and trail", async () => {
    const page = await list(admin);
    expect(page.total_count).toBe(4);
    expect(page.data.map((row) => row.user_id)).toEqual([1, user.id, user.id, user.id]);
    const row = page.data.find((one) => one.request_id === "request-1");
    expect(row?.channel).toEqual({ id: channelId, name: "upstream" });
    expect(row?.metadata).toMatchObject({
      upstream_model: "secret-mapping",
      attempts: [{ channel_name: "upstream" }, {}],
    });
    const oldest = await list(admin, "order=created_at&size=1");
    expect(oldest.data[0]?.quota).toBe(77);
  });

  it("show users their own rows without channels and administrators' fields", async () => {
    const page = await list(own);
    expect(page.data.map((row) => row.user_id)).toEqual([user.id, user.id, user.id]);
    const row = page.data.find((one) => one.request_id === "request-1");
    expect(row).toMatchObject({ channel_id: 0, channel: null });
    expect(row?.metadata).toEqual({
      group_name: "default",
      usage: { input: 6 },
      cache_hit: true,
      attempts: [
        { channel_id: 0, channel_name: "", status: 500, time: 3, reason: "server" },
        { channel_id: 0, channel_name: "", status: 200, time: 5, reason: "" },
      ],
    });
  });

  it("never widen a user's own list", async () => {
    const page = await list(own, `username=root&user_id=1&channel_id=${channelId}&source_ip=1.1.1.1`);
    expect(page.total_count).toBe(3);
    expect(page.data.every((row) => row.user_id === user.id)).toBe(true);
    expect((await own.get("/api/log/")).code).toBe("auth.forbidden");
  });

  it("filter", async () => {
    const count = async (query: string) => (await list(admin, query)).total_count;
    expect(await count("log_type=3")).toBe(1);
    expect(await count("username=root")).toBe(1);
    expect(await count("username=no-such-user")).toBe(0);
    expect(await count(`channel_id=${channelId}`)).toBe(1);
    expect(await count("request_id=request-1")).toBe(1);
    expect(await count("model_name=o3&token_name=second")).toBe(1);
    expect(await count(`start_timestamp=${now - 60}&end_timestamp=${now - 60}`)).toBe(2);
    expect(await count("keyword=50%25%20OFF_")).toBe(1);
    expect(await count("keyword=5_%25")).toBe(0);
    expect((await admin.get("/api/log/?order=quota")).code).toBe("request.invalid");
    expect((await admin.get("/api/log/?outcome=broken")).code).toBe("request.invalid");
  });

  it("filter by the beginning of names, where the letters are literal", async () => {
    const count = async (query: string) => (await list(admin, query)).total_count;
    const who = { username: "50%_of_adas", user_id: 501 };
    await aLog(running, 501, { ...who, model_name: "a_b-1", token_name: "night" });
    await aLog(running, 502, { ...who, user_id: 502, username: "50%_of_bobs", model_name: "a%b-2" });
    expect(await count("username=50%25_of_*")).toBe(2);
    expect(await count("username=50%25_of_adas")).toBe(0);
    expect(await count("model_name=a_b*")).toBe(1);
    expect(await count("model_name=a*&token_name=nig*")).toBe(1);
    expect(await count("model_name=a*&token_name=Nig*")).toBe(0);
    const sums = async (query: string) => (await admin.get<LogStat>(`/api/log/stat?${query}`)).data;
    expect(await sums("model_name=a_b*")).toMatchObject({ request_count: 1, quota: 10 });
    expect(await sums("username=50%25_of_*")).toMatchObject({ request_count: 2 });
  });

  it("filter by outcome, and sum what is left", async () => {
    const someone = await aUser(running);
    const client = await asUser(running, someone);
    const ended = (end_reason: string) => ({ metadata: JSON.stringify({ end_reason }) });
    await aLog(running, someone.id, { outcome: 1, ...ended("timeout"), quota: 0, model_name: "m1" });
    await aLog(running, someone.id, { outcome: 3, ...ended("client_closed"), quota: 4, model_name: "m2" });
    await aLog(running, someone.id, { ...ended("completed"), quota: 8 });
    await aLog(running, someone.id, { type: 1, quota: 500 });
    const outcomes = async (query: string) => (await list(client, query)).data.map((row) => row.outcome);
    expect(await outcomes("outcome=failed")).toEqual(["failed"]);
    expect(await outcomes("outcome=cancelled&model_name=m2")).toEqual(["cancelled"]);
    expect(await outcomes("outcome=cancelled&model_name=m1")).toEqual([]);
    expect(await outcomes("outcome=succeeded")).toEqual(["succeeded"]);
    expect(await outcomes("log_type=1")).toEqual([null]);
    const sums = async (query: string) => (await client.get<LogStat>(`/api/log/self/stat?${query}`)).data;
    expect(await sums("outcome=succeeded")).toMatchObject({ request_count: 1, quota: 8 });
    expect(await sums("outcome=cancelled")).toMatchObject({ request_count: 1, quota: 4 });
    expect(await sums("outcome=cancelled&token_name=a%20token")).toMatchObject({ quota: 4 });
    expect(await sums("outcome=cut")).toMatchObject({ request_count: 0, quota: 0 });
  });

  it("show how an older row without a stored outcome ended", async () => {
    const someone = await aUser(running);
    await aLog(running, someone.id, { metadata: '{"end_reason":"too_long"}' });
    const page = await list(await asUser(running, someone));
    expect(page.data.map((row) => row.outcome)).toEqual(["cut"]);
  });

  it("cap their count", async () => {
    const row = { user_id: 77, username: "many" };
    await aLog(running, 77, { ...row, type: 4 });
    const copies = sql`insert into logs (created_at, type, content, user_id, username, token_id, token_name, model_name, quota,
      prompt_tokens, completion_tokens, channel_id, request_time, is_stream, source_ip, request_id, metadata)
      select created_at, type, content, user_id, username, token_id, token_name, model_name, quota,
      prompt_tokens, completion_tokens, channel_id, request_time, is_stream, source_ip, request_id, metadata
      from logs where user_id = 77`;
    for (let power = 0; power < 14; power += 1) await copies.execute(running.database.queries);
    const page = await list(admin, "log_type=4&size=1");
    expect(page).toMatchObject({ total_count: logCountCap, total_capped: true });
  });
});

describe("log sums", () => {
  const stat = async (client: Client, query = "") =>
    (await client.get<LogStat>(`/api/log/${client === admin ? "" : "self/"}stat?${query}`)).data;

  it("count consumption only, from roll-ups and rows alike", async () => {
    expect(await stat(own)).toEqual({ quota: 20, request_count: 2, prompt_tokens: 12, completion_tokens: 4 });
    expect(await stat(own, "token_name=second")).toMatchObject({ quota: 10, request_count: 1 });
    expect(await stat(own, "log_type=3")).toMatchObject({ quota: 0, request_count: 0 });
    expect(await stat(admin, `username=${user.username}&channel_id=${channelId}`)).toMatchObject({
      quota: 10,
    });
    expect(await stat(admin, "username=no-such-user")).toMatchObject({ request_count: 0 });
  });

  it("are exact at both ends of any span", async () => {
    const hour = Math.floor(now / 3600) * 3600;
    const someone = await aUser(running);
    const times = [hour - 7200, hour - 3601, hour - 3600, hour - 1, hour, hour + 1];
    for (const created_at of times) await aLog(running, someone.id, { created_at, quota: 1 });
    const client = await asUser(running, someone);
    for (const from of [...times, hour - 7201, hour - 1800]) {
      for (const until of [...times, hour + 3599, hour - 1799]) {
        const expected = times.filter((time) => time >= from && time <= until).length;
        const { quota } = await stat(client, `start_timestamp=${from}&end_timestamp=${until}`);
        expect([from - hour, until - hour, quota]).toEqual([from - hour, until - hour, expected]);
      }
      const open = times.filter((time) => time >= from).length;
      expect((await stat(client, `start_timestamp=${from}`)).quota).toBe(open);
    }
  });
});
