import OpenAI from "openai";
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type FakeUpstream, jsonAnswer, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { blocked } from "../support/blocked-answer.ts";
import { passTime } from "../support/pass-time.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
let channelId: number;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  channelId = (await running.aChannel({ base_url: upstream.url })).id;
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(async () => {
  await running.books();
  await running.app.database.queries.deleteFrom("logs").execute();
});
afterEach(() => void vi.restoreAllMocks());

const client = (suffix: string) =>
  new OpenAI({ baseURL: `${running.url}/v1`, apiKey: `${key}${suffix}`, maxRetries: 0 });

describe("calls that pass unchanged", () => {
  it("reach the channel that an administrator names, whole, and cost nothing", async () => {
    const file = {
      id: "file-1",
      object: "file",
      bytes: 3,
      created_at: 1,
      filename: "a.jsonl",
      purpose: "batch",
    };
    upstream.answer(jsonAnswer(file));
    const before = await running.books();
    const made = await client(`#${channelId}`).files.create({
      file: new File(["{}\n"], "a.jsonl"),
      purpose: "batch",
    });
    expect(made).toMatchObject(file);
    const [seen] = upstream.seen;
    expect(seen?.path).toBe("/v1/files");
    expect(seen?.headers["content-type"]).toContain("multipart/form-data; boundary=");
    expect(seen?.text).toContain("a.jsonl");
    expect(seen?.headers.authorization).not.toContain(key);

    upstream.answer(jsonAnswer({ object: "list", data: [file] }));
    await client(`#${channelId}#ignore`).files.list({ purpose: "batch", limit: 5 });
    expect(upstream.seen[0]?.path).toBe("/v1/files?purpose=batch&limit=5");
    upstream.answer(jsonAnswer({ id: "file-1", object: "file", deleted: true }));
    await client(`#${channelId}`).files.delete("file-1");
    expect(upstream.seen[0]).toMatchObject({ method: "DELETE", path: "/v1/files/file-1" });

    const after = await running.books();
    expect(after.balance).toBe(before.balance);
    expect(after.logs.map((log) => [log.content, log.quota, log.channel_id])).toEqual([
      ["relay:/v1/files", 0, channelId],
      ["relay:/v1/files", 0, channelId],
      ["relay:/v1/files/file-1", 0, channelId],
    ]);
  });

  it("need a channel to be named", async () => {
    await expect(client("").files.list()).rejects.toMatchObject({
      status: 403,
      code: "channel_pin_required",
    });
    await expect(client("#9999").files.list()).rejects.toMatchObject({ status: 503 });
    await expect(client("").responses.retrieve("resp_of_no_user")).rejects.toMatchObject({ status: 404 });
  });

  it("reach Recraft at the price of their own models", async () => {
    const model = "recraft_vectorize";
    const channel = await running.aChannel({
      type: 51,
      models: [model],
      key: "recraft-key-0123456789",
      base_url: upstream.url,
    });
    upstream.answer(jsonAnswer({ image: { url: "https://img.recraft.test/1" } }));
    const answer = await fetch(`${running.url}/recraftAI/v1/images/vectorize`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: "{}",
    });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { image: { url: "https://img.recraft.test/1" } },
    ]);
    expect(upstream.seen[0]).toMatchObject({ method: "POST", path: "/v1/images/vectorize" });
    expect(upstream.seen[0]?.headers.authorization).toBe("Bearer recraft-key-0123456789");
    const { logs } = await running.books();
    expect(logs.map((log) => [log.content, log.quota, log.channel_id, log.model_name])).toEqual([
      ["relay:/recraftAI/v1/images/vectorize", 5000, channel.id, model],
    ]);
  });

  it("do not send the caller's key in the upstream URL", async () => {
    await running.aChannel({ type: 51, models: ["recraft_styles"], base_url: upstream.url });
    upstream.answer(jsonAnswer({ id: "style-1" }));
    const addresses = ["/v1/files?limit=5&key=", "/recraftAI/v1/styles?key="];
    for (const address of addresses) {
      const named = encodeURIComponent(`${key}#${channelId}`);
      const method = address.startsWith("/v1") ? "GET" : "POST";
      expect((await fetch(`${running.url}${address}${named}`, { method })).status).toBe(200);
    }
    expect(upstream.seen.map((seen) => seen.path)).toEqual(["/v1/files?limit=5", "/v1/styles"]);
  });

  it("are not free if the price of a vendor's own call is per token", async () => {
    const model = "recraft_removeBackground";
    await running.aChannel({ type: 51, models: [model], base_url: upstream.url });
    const price = { model, type: "tokens", channel_type: 51, input: 5, output: 5, locked: false };
    await running.api("PUT", `/api/prices/single/${model}`, { ...price, extra_ratios: {} });
    upstream.answer(jsonAnswer({}));
    const answer = await fetch(`${running.url}/recraftAI/v1/images/removeBackground`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
    });
    expect([answer.status, upstream.seen]).toEqual([403, []]);
  });

  it("are charged if the caller stops reading until the timeout", async () => {
    const model = "recraft_clarityUpscale";
    const base_url = upstream.url;
    await running.aChannel({ type: 51, models: [model], base_url, total_timeout: 100 });
    let sending: ServerResponse | undefined;
    upstream.answer((response) => {
      sending = response;
      response.writeHead(200, { "content-type": "image/png" });
      // In pieces: of a single write, `blocked` sees no progress.
      for (let piece = 0; piece < 1024; piece++) response.write(Buffer.alloc(64 * 1024));
      response.end();
    });
    const answer = await fetch(`${running.url}/recraftAI/v1/images/clarityUpscale`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    await blocked(sending);
    passTime(101);
    const { logs } = await running.books();
    await answer.body?.cancel();
    expect(logs.map((log) => [log.quota, log.metadata.end_reason])).toEqual([[2000, "client_closed"]]);
  });

  it("return the upstream's error without internal details", async () => {
    upstream.answer(
      jsonAnswer(
        { error: { message: "No such file: file-9 (key upstream-key)", type: "invalid_request_error" } },
        404,
      ),
    );
    const rejected = client(`#${channelId}`).files.retrieve("file-9");
    await expect(rejected).rejects.toMatchObject({ status: 404 });
    await expect(rejected).rejects.not.toThrow(/upstream-key/);
  });
});
