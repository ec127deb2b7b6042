import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type FakeUpstream, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
let tokenId: number;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.aChannel({ base_url: upstream.url, models: ["test-model", "unpriced-model"] });
  ({ key, id: tokenId } = await running.aToken());
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const messages = [{ role: "user", content: "hi" }];

async function rejection(
  body: unknown,
  options: { key?: string; path?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; message: string; code: string; param: string | null }> {
  upstream.seen.length = 0;
  const { key: used = key, ...more } = options;
  const response = await running.call(used, body, more);
  const { error } = (await response.json()) as {
    error: { message: string; code: string; param: string | null };
  };
  expect(upstream.seen).toHaveLength(0);
  return { status: response.status, ...error };
}

describe("invalid requests", () => {
  it("names malformed JSON", async () => {
    expect(await rejection('{"model":')).toMatchObject({ status: 400, code: "malformed_json" });
  });
  it("rejects bodies that are not objects", async () => {
    for (const body of ["[]", "3", '"x"', "null"]) expect((await rejection(body)).status).toBe(400);
  });
  it("rejects a body nested ten thousand levels deep", async () => {
    const deep = `{"model":"test-model","messages":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    expect(await rejection(deep)).toMatchObject({ status: 400 });
  });
  it("rejects a body above the limit before it is read", async () => {
    const large = JSON.stringify({ model: "test-model", pad: "x".repeat(33 * 1024 * 1024) });
    const response = await running.call(key, large).catch(() => undefined);
    // The connection may be closed while the body is still being sent.
    if (response) expect(response.status).toBe(413);
    expect(upstream.seen).toHaveLength(0);
  });
  it("names the field with the wrong type", async () => {
    expect(await rejection({ model: 5, messages })).toMatchObject({ status: 400, param: "model" });
    expect(await rejection({ messages })).toMatchObject({ status: 400, param: "model" });
    expect(await rejection({ model: "test-model" })).toMatchObject({ status: 400, param: "messages" });
    expect(await rejection({ model: "test-model", messages, stream: "yes" })).toMatchObject({
      param: "stream",
    });
  });
  it("names an unknown model", async () => {
    const answer = await rejection({ model: "no-such-model", messages });
    expect(answer).toMatchObject({ status: 404, code: "model_not_found", param: "model" });
    expect(answer.message).toContain("no-such-model");
  });
  it("names a model without a price and sends nothing", async () => {
    const answer = await rejection({ model: "unpriced-model", messages });
    expect(answer).toMatchObject({ status: 403, code: "model_price_missing" });
    expect(answer.message).toContain("unpriced-model");
  });
  it("names an endpoint that does not exist", async () => {
    expect(await rejection({}, { path: "/v1/nothing" })).toMatchObject({ status: 404, code: "not_found" });
  });
  it("does not let the caller choose another upstream", async () => {
    const body = {
      model: "test-model",
      messages,
      api_base: "http://127.0.0.1:1",
      base_url: "http://127.0.0.1:1",
    };
    const response = await running.call(key, body, {
      headers: { "x-portkey-custom-host": "http://127.0.0.1:1" },
    });
    expect(response.status).toBe(200);
    expect(upstream.seen.at(-1)?.path).toBe("/v1/chat/completions");
  });
});

describe("tokens without permission", () => {
  const body = { model: "test-model", messages };

  it("rejects a missing and an unknown key", async () => {
    expect(await rejection(body, { key: "" })).toMatchObject({ status: 401, code: "missing_api_key" });
    expect(await rejection(body, { key: "sk-unknown" })).toMatchObject({
      status: 401,
      code: "invalid_api_key",
    });
  });
  it("rejects an unknown key before the body arrives", async () => {
    const { hostname, port } = new URL(running.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer sk-unknown\r\ncontent-length: 30000000\r\n\r\n{",
    );
    const [answer] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer.toString().toLowerCase()).toContain("connection: close");
  });
  it("rejects an expired token before a channel is chosen", async () => {
    const soon = Math.floor(Date.now() / 1000) + 60;
    const expiring = await running.aToken({ expired_time: soon });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    try {
      expect(await rejection(body, { key: expiring.key })).toMatchObject({
        status: 401,
        code: "token_expired",
      });
    } finally {
      vi.useRealTimers();
    }
  });
  it("rejects a disabled token immediately, although it was used before", async () => {
    expect((await running.call(key, body)).status).toBe(200);
    await running.api("PUT", `/api/token/${tokenId}`, { status: 2 });
    expect(await rejection(body)).toMatchObject({ status: 401, code: "token_disabled" });
    await running.api("PUT", `/api/token/${tokenId}`, { status: 1 });
    expect((await running.call(key, body)).status).toBe(200);
  });
  it("rejects a deleted token immediately", async () => {
    const gone = await running.aToken();
    expect((await running.call(gone.key, body)).status).toBe(200);
    await running.api("DELETE", `/api/token/${gone.id}`);
    expect(await rejection(body, { key: gone.key })).toMatchObject({ status: 401 });
  });
  it("rejects a call that the token's own quota does not cover", async () => {
    const poor = await running.aToken({ unlimited_quota: false, remain_quota: 5 });
    expect(await rejection(body, { key: poor.key })).toMatchObject({
      status: 403,
      code: "token_quota_exhausted",
    });
  });
  it("rejects a model outside the token's list", async () => {
    const narrow = await running.aToken({
      setting: {
        heartbeat: { enabled: false, timeout_seconds: 30 },
        limits: {
          limit_model_setting: { enabled: true, models: ["other"] },
          limits_ip_setting: { enabled: false, whitelist: [] },
        },
      },
    });
    expect(await rejection(body, { key: narrow.key })).toMatchObject({ status: 404, param: "model" });
    const list = await fetch(`${running.url}/v1/models`, {
      headers: { authorization: `Bearer ${narrow.key}` },
    });
    expect(((await list.json()) as { data: unknown[] }).data).toEqual([]);
  });
  it("rejects an address outside the token's list", async () => {
    const far = await running.aToken({
      setting: {
        heartbeat: { enabled: false, timeout_seconds: 30 },
        limits: {
          limit_model_setting: { enabled: false, models: [] },
          limits_ip_setting: { enabled: true, whitelist: ["203.0.113.0/24"] },
        },
      },
    });
    expect(await rejection(body, { key: far.key })).toMatchObject({
      status: 403,
      code: "address_not_allowed",
    });
  });
  it("rejects a call that the balance does not cover", async () => {
    const { balance } = await running.books();
    await running.setBalance(3);
    expect(await rejection(body)).toMatchObject({ status: 402, code: "insufficient_user_quota" });
    await running.setBalance(balance);
    expect((await running.call(key, body)).status).toBe(200);
  });
  it("limits requests per minute by the user's group and returns the retry time", async () => {
    const groups = await running.api<{ data: { id: number; symbol: string }[] }>("GET", "/api/user_group/");
    const group = groups.data.find((entry) => entry.symbol === "default");
    await running.api("PUT", "/api/user_group/", { ...group, api_rate: 3 });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => running.call(key, body)));
    const limited = answers.filter((answer) => answer.status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(Number(limited[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    await running.api("PUT", "/api/user_group/", { ...group, api_rate: 600 });
  });
});
