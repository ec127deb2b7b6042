import type { Channel, ChannelEvent } from "@tollgate/contract/channels";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import {
  type Answer,
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Upstreams that lack the endpoint that the gateway calls first. */
const postgresUrl = await postgresOrSkip();
const databases: [string, () => DatabaseLocation | undefined][] = [["SQLite", () => undefined]];
if (postgresUrl) databases.push(["PostgreSQL", () => ({ kind: "postgres", url: postgresUrl })]);

const notFound = jsonAnswer({ detail: "Not Found" }, 404);

describe.each(databases)("missing endpoints on %s", (_name, location) => {
  let running: RunningApp;
  let upstream: FakeUpstream;
  let key: string;
  let channelId: number;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    running = await startApp(location());
    for (const model of ["gpt-test", "claude-test"])
      await running.aPrice({ model, type: "tokens", channel_type: 1, input: 2, output: 3 });
    key = (await running.aToken()).key;
  }, 120_000);
  afterAll(async () => {
    await running?.stop();
    await upstream?.stop();
  });

  async function aChannel(form: Parameters<RunningApp["aChannel"]>[0] = {}): Promise<void> {
    const models = ["gpt-test", "gpt-5-codex"];
    channelId = (await running.aChannel({ base_url: upstream.url, models, ...form })).id;
  }
  beforeEach(async () => {
    await running.books();
    await running.app.database.queries.deleteFrom("logs").execute();
    await aChannel();
  });
  afterEach(async () => {
    await running.books();
    const { data } = await running.api<{ data: { id: number }[] }>("GET", "/api/channel/?size=100");
    for (const { id } of data) await running.api("DELETE", `/api/channel/${id}`);
  });

  /** A server with Chat Completions only; `missing` is its response to other paths. */
  const chatOnly =
    (missing: Answer = notFound, chat: Answer = jsonAnswer(chatAnswer())): Answer =>
    (response, request) =>
      (request.path === "/v1/chat/completions" ? chat : missing)(response, request);
  const paths = (): string[] => upstream.seen.map(({ path }) => path);
  const responses = (more: object = {}) =>
    running.call(key, { model: "gpt-test", input: "Say hello", ...more }, { path: "/v1/responses" });
  const channel = () => running.api<Channel>("GET", `/api/channel/${channelId}`);
  const learnt = (list: string[]) =>
    vi.waitFor(async () => expect((await channel()).unsupported_endpoints).toEqual(list));

  it("are replaced by translation in the same call, learned for the next ones and billed once", async () => {
    upstream.answer(chatOnly());
    const before = await running.books();
    const first = await responses();
    expect(first.status).toBe(200);
    expect(await first.json()).toMatchObject({
      object: "response",
      output: [{ content: [{ type: "output_text", text: "Hello there." }] }],
    });
    expect(paths()).toEqual(["/v1/responses", "/v1/chat/completions"]);
    const after = await running.books();
    expect(before.balance - after.balance).toBe(39);
    expect(after.entries).toBe(after.balance);
    expect(after.logs).toMatchObject([
      {
        quota: 39,
        metadata: {
          native: false,
          attempts: [
            { channel_id: channelId, status: 404, reason: "request", cause: "no_such_endpoint" },
            { channel_id: channelId, status: 200, reason: "" },
          ],
        },
      },
    ]);
    await learnt(["openai-responses"]);
    upstream.answer(chatOnly());
    await vi.waitFor(async () => {
      upstream.seen.length = 0;
      expect((await responses()).status).toBe(200);
      expect(paths()).toEqual(["/v1/chat/completions"]);
    });
    const events = await running.api<{ data: ChannelEvent[] }>("GET", `/api/channel/${channelId}/events`);
    expect(events.data).toMatchObject([{ kind: "endpoint_unsupported", reason: "openai-responses" }]);
  });

  it("are replaced in streams, and for callers that name the channel", async () => {
    const page: Answer = (response) => response.writeHead(404, { "content-type": "text/html" }).end("<html>");
    upstream.answer(chatOnly(page, streamAnswer(chatFrames(["Hel", "lo"]))));
    const pinned = `${key}#${channelId}`;
    const response = await running.call(
      pinned,
      { model: "gpt-test", input: "Hi", stream: true },
      {
        path: "/v1/responses",
      },
    );
    expect(await response.text()).toContain("response.completed");
    expect(paths()).toEqual(["/v1/responses", "/v1/chat/completions"]);
    await learnt(["openai-responses"]);
  });

  it("are reset when the channel is edited", async () => {
    upstream.answer(chatOnly(jsonAnswer({ detail: "Method Not Allowed" }, 405)));
    await responses();
    await learnt(["openai-responses"]);
    const { key_count: _count, ...form } = await channel();
    await running.api("PUT", "/api/channel/", { ...form, key: "" });
    expect((await channel()).unsupported_endpoints).toEqual([]);
    await vi.waitFor(async () => {
      upstream.seen.length = 0;
      await responses();
      expect(paths()[0]).toBe("/v1/responses");
    });
  });

  it("of models that only have Responses elsewhere become chats if the server has nothing else", async () => {
    upstream.answer(chatOnly());
    const body = { model: "gpt-5-codex", messages: [{ role: "user", content: "Hi" }] };
    expect((await running.call(key, body)).status).toBe(200);
    expect(paths()).toEqual(["/v1/responses", "/v1/chat/completions"]);
    await learnt(["openai-responses"]);
    const messages = { ...body, max_tokens: 50 };
    await vi.waitFor(async () => {
      upstream.seen.length = 0;
      expect((await running.call(key, messages, { path: "/v1/messages" })).status).toBe(200);
      expect(paths()).toEqual(["/v1/chat/completions"]);
    });
  });

  it("of chats are replaced by Responses", async () => {
    const output = [
      { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "Hi" }] },
    ];
    const answer = { id: "resp_1", object: "response", status: "completed", model: "gpt-test", output };
    const served = jsonAnswer({ ...answer, usage: { input_tokens: 12, output_tokens: 5, total_tokens: 17 } });
    upstream.answer((response, request) =>
      (request.path === "/v1/responses" ? served : notFound)(response, request),
    );
    const response = await running.call(key, {
      model: "gpt-test",
      messages: [{ role: "user", content: "Hi" }],
    });
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: "Hi" } }] });
    await learnt(["openai-chat"]);
  });

  it("are not learned from an unknown model or object: the caller gets that response, after one call", async () => {
    for (const error of [
      { message: "The model `gpt-test` does not exist", code: "model_not_found" },
      { message: "Item with id 'Not Found' not found." },
    ]) {
      upstream.answer(jsonAnswer({ error }, 404));
      const response = await responses();
      expect(response.status).toBe(404);
      expect(await response.text()).toContain(error.message.slice(0, 10));
      expect(paths()).toEqual(["/v1/responses"]);
    }
    expect((await channel()).unsupported_endpoints).toEqual([]);
  });

  it("double few calls if the repetition fails, charge nothing and are not learned", async () => {
    upstream.answer(notFound);
    const before = await running.books();
    const statuses = new Set<number>();
    for (let i = 0; i < 12; i++) statuses.add((await responses()).status);
    expect([...statuses]).toEqual([404]);
    expect(paths().filter((path) => path === "/v1/responses")).toHaveLength(12);
    expect(paths().filter((path) => path === "/v1/chat/completions")).toHaveLength(5);
    const after = await running.books();
    expect(after.balance).toBe(before.balance);
    expect(after.logs.every(({ quota }) => quota === 0)).toBe(true);
    expect((await channel()).unsupported_endpoints).toEqual([]);
  });

  it("let another channel serve if the repetition fails, without using up a retry", async () => {
    const other = await startFakeUpstream();
    try {
      await running.api("PUT", `/api/channel/${channelId}`, { priority: 5 });
      await running.aChannel({ base_url: other.url, models: ["gpt-test"], type: 8 });
      await running.api("PUT", "/api/option/", { key: "RetryTimes", value: "1" });
      const failure = jsonAnswer({ error: { message: "internal" } }, 500);
      await vi.waitFor(async () => {
        upstream.answer(chatOnly(notFound, failure));
        const before = await running.books();
        expect((await responses()).status).toBe(200);
        expect(paths()).toEqual(["/v1/responses", "/v1/chat/completions"]);
        expect(before.balance - (await running.books()).balance).toBe(39);
      });
      expect((await channel()).unsupported_endpoints).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it("charge concurrent calls once each", async () => {
    upstream.answer(chatOnly());
    const before = await running.books();
    const answers = await Promise.all(Array.from({ length: 20 }, () => responses()));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const after = await running.books();
    expect(before.balance - after.balance).toBe(20 * 39);
    expect(after.entries).toBe(after.balance);
    await learnt(["openai-responses"]);
  });

  it("for counting tokens are replaced by our own count, and not called again", async () => {
    await aChannel({ type: 14, models: ["claude-test"] });
    upstream.answer(notFound);
    const count = async (): Promise<number> => {
      const body = { model: "claude-test", messages: [{ role: "user", content: "Hello there" }] };
      const response = await running.call(key, body, { path: "/v1/messages/count_tokens" });
      return ((await response.json()) as { input_tokens: number }).input_tokens;
    };
    expect(await count()).toBeGreaterThan(0);
    await learnt(["anthropic-count-tokens"]);
    await vi.waitFor(async () => {
      upstream.seen.length = 0;
      expect(await count()).toBeGreaterThan(0);
      expect(paths()).toEqual([]);
    });
  });
});
