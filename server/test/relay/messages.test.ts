import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Callers of Messages: a vendor of another format behind the gateway, and Anthropic's own. */
let running: RunningApp;
let upstream: FakeUpstream;
let client: Anthropic;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "claude-test", type: "tokens", channel_type: 14, input: 1, output: 1 });
  await running.aChannel({ name: "sandbox", type: 1000, key: "none", models: ["sandbox-small"] });
  await running.aChannel({ name: "claude", type: 14, base_url: upstream.url, models: ["claude-test"] });
  const { key } = await running.aToken();
  client = new Anthropic({ baseURL: running.url, apiKey: key, maxRetries: 0 });
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const requestBody = (content: Anthropic.MessageParam["content"], model = "sandbox-small") => ({
  model,
  max_tokens: 200,
  messages: [{ role: "user" as const, content }],
});

const usage = { input_tokens: 9, output_tokens: 4, server_tool_use: { web_search_requests: 1 } };
const answer = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-test",
  content: [{ type: "text", text: "Hi", of_tomorrow: 1 }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage,
};
const events = [
  {
    type: "message_start",
    message: { ...answer, content: [], stop_reason: null, usage: { input_tokens: 9, output_tokens: 1 } },
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "ping" },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage },
  { type: "message_stop" },
];
const framed = (event: { type: string }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

describe("Messages from a vendor of another format", () => {
  it("are the same whole and streamed, and are billed", async () => {
    const before = await running.books();
    const whole = await client.messages.create(requestBody("Hello there"));
    const streamed = await client.messages.stream(requestBody("Hello there")).finalMessage();
    expect(whole).toMatchObject({ type: "message", model: "sandbox-small", stop_reason: "end_turn" });
    expect(streamed.content).toEqual(whole.content);
    expect(streamed.usage).toMatchObject({
      input_tokens: whole.usage.input_tokens,
      output_tokens: whole.usage.output_tokens,
    });
    const after = await running.books();
    expect(before.balance).toBeGreaterThan(after.balance);
    expect(after.entries).toBe(after.balance);
  });

  it("call tools, and accept their results", async () => {
    const tools: Anthropic.Tool[] = [
      {
        name: "get_weather",
        input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      },
    ];
    const message = await client.messages
      .stream({ ...requestBody("Please use the tool"), tools })
      .finalMessage();
    expect(message.stop_reason).toBe("tool_use");
    const call = message.content.find((block) => block.type === "tool_use");
    expect(call).toMatchObject({ name: "get_weather", input: { city: expect.any(String) } });
    const result = { type: "tool_result" as const, tool_use_id: call?.id ?? "", content: "Rain in Bern" };
    const next = await client.messages.create({
      ...requestBody("Please use the tool"),
      tools,
      messages: [
        ...requestBody("Please use the tool").messages,
        message,
        { role: "user", content: [result] },
      ],
    });
    expect(JSON.stringify(next.content)).toContain("Rain in Bern");
  });

  it("return errors in their own format", async () => {
    await expect(client.messages.create(requestBody("[error:429] please"))).rejects.toMatchObject({
      status: 429,
      error: { type: "error", error: { type: "rate_limit_error" }, request_id: expect.any(String) },
    });
    const rejected = await client.messages
      .create(requestBody("[error:429] please"))
      .catch((error: unknown) => error);
    expect(rejected).toMatchObject({
      requestID: (rejected as { error: { request_id: string } }).error.request_id,
    });
    await expect(client.messages.stream(requestBody("[cut] please")).finalMessage()).rejects.toThrow();
    await expect(client.messages.create({ ...requestBody("x"), max_tokens: -1 })).rejects.toMatchObject({
      status: 400,
      error: { error: { type: "invalid_request_error", message: expect.stringContaining("max_tokens") } },
    });
  });

  it("have a request id that Anthropic's SDK reads, streams included", async () => {
    const { _request_id: id } = await client.messages.create(requestBody("Hi"));
    expect(id).toMatch(/./);
    const { response } = await client.messages.create({ ...requestBody("Hi"), stream: true }).withResponse();
    expect(response.headers.get("request-id")).toBe(response.headers.get("x-request-id"));
    await response.body?.cancel();
  });

  it("list dropped fields", async () => {
    const { response } = await client.messages
      .create({ ...requestBody("Hi"), inference_geo: "us" })
      .withResponse();
    expect(response.headers.get("x-tollgate-dropped")).toContain("inference_geo");
  });
});

describe("Messages from Anthropic", () => {
  it("pass unchanged in both directions", async () => {
    upstream.answer(jsonAnswer(answer));
    const body = { ...requestBody("Hi", "claude-test"), field_of_tomorrow: { deep: 1.0 } };
    const message = await client.messages.create(body as Anthropic.MessageCreateParamsNonStreaming, {
      headers: { "anthropic-beta": "of-tomorrow-2030-01-01" },
    });
    expect(message).toEqual(answer);
    expect(upstream.seen[0]).toMatchObject({
      path: "/v1/messages",
      json: body,
      headers: {
        "anthropic-beta": "of-tomorrow-2030-01-01",
        "anthropic-version": expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
        "x-api-key": "upstream-key",
      },
    });
  });

  it("pass as a stream byte by byte, and bill searches", async () => {
    const before = await running.books();
    const text = events.map(framed).join("");
    upstream.answer(streamAnswer([text.slice(0, 300), text.slice(300, 301), text.slice(301)]));
    const response = await fetch(`${running.url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": client.apiKey ?? "" },
      body: JSON.stringify({ ...requestBody("Hi", "claude-test"), stream: true }),
    });
    expect(await response.text()).toBe(text);
    const after = await running.books();
    // Thirteen tokens at multiplier 1, and a search at a cent.
    expect(before.balance - after.balance).toBe(13 + 5000);
  });

  it("count tokens at Anthropic", async () => {
    upstream.answer(jsonAnswer({ input_tokens: 42 }));
    const { messages } = requestBody("Hi");
    expect(await client.messages.countTokens({ model: "claude-test", messages })).toEqual({
      input_tokens: 42,
    });
    expect(upstream.seen[0]?.path).toBe("/v1/messages/count_tokens");
  });

  it("report an error in the middle of a stream", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    upstream.answer(
      streamAnswer(
        [...events.slice(0, 4), error].map((event) => framed(event)),
        { pace: 20 },
      ),
    );
    await expect(client.messages.stream(requestBody("Hi", "claude-test")).finalMessage()).rejects.toThrow(
      /upstream|failed/i,
    );
  });
});
