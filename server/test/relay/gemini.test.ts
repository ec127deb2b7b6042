import { generateKeyPairSync } from "node:crypto";
import { GoogleGenAI } from "@google/genai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
  textAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/**
 * Callers of generateContent: a vendor of another format behind the gateway, Google's own, and Vertex AI with its
 * tokens.
 */
let running: RunningApp;
let upstream: FakeUpstream;
let client: GoogleGenAI;
let key: string;

const models = ["gemini-test", "gemini-vertex", "claude-vertex"];

function keyFile(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return JSON.stringify({
    type: "service_account",
    client_email: "robot@p.iam.gserviceaccount.com",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    project_id: "p",
    token_uri: `${upstream.url}/token`,
  });
}

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  for (const model of models)
    await running.aPrice({ model, type: "tokens", channel_type: 25, input: 1, output: 1 });
  await running.aChannel({ name: "sandbox", type: 1000, key: "none", models: ["sandbox-small"] });
  await running.aChannel({ name: "gemini", type: 25, base_url: upstream.url, models: ["gemini-test"] });
  await running.aChannel({
    name: "vertex",
    type: 42,
    base_url: upstream.url,
    key: keyFile(),
    other: "us-east5",
    models: ["gemini-vertex", "claude-vertex"],
  });
  ({ key } = await running.aToken());
  client = new GoogleGenAI({ apiKey: key, vertexai: false, httpOptions: { baseUrl: running.url } });
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const usageMetadata = {
  promptTokenCount: 9,
  candidatesTokenCount: 4,
  thoughtsTokenCount: 2,
  totalTokenCount: 15,
};
const candidate = (text: string, more: object = {}) => ({
  candidates: [{ content: { parts: [{ text }], role: "model" }, index: 0, of_tomorrow: 1, ...more }],
  modelVersion: "gemini-test",
  responseId: "r",
});
const answer = { ...candidate("Grüezi", { finishReason: "STOP" }), usageMetadata };
const framed = (event: object) => `data: ${JSON.stringify(event)}\r\n\r\n`;
const post = (path: string, body: object) =>
  fetch(`${running.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": key },
    body: JSON.stringify(body),
  });

describe("generateContent from a vendor of another format", () => {
  it("is the same whole and streamed, and is billed", async () => {
    const before = await running.books();
    const request = { model: "sandbox-small", contents: "Hello there" };
    const whole = await client.models.generateContent(request);
    let text = "";
    let last;
    for await (const chunk of await client.models.generateContentStream(request)) {
      text += chunk.text ?? "";
      last = chunk;
    }
    expect(whole).toMatchObject({ modelVersion: "sandbox-small", candidates: [{ finishReason: "STOP" }] });
    expect(text).toBe(whole.text);
    expect(last?.candidates?.[0]?.finishReason).toBe("STOP");
    expect(last?.usageMetadata).toMatchObject({ promptTokenCount: whole.usageMetadata?.promptTokenCount });
    const after = await running.books();
    expect(before.balance).toBeGreaterThan(after.balance);
    expect(after.entries).toBe(after.balance);
  });

  it("calls functions, and accepts their responses", async () => {
    const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const chat = client.chats.create({
      model: "sandbox-small",
      config: {
        tools: [{ functionDeclarations: [{ name: "get_weather", parametersJsonSchema: parameters }] }],
      },
    });
    const requested = await chat.sendMessage({ message: "Please use the tool" });
    const [call] = requested.functionCalls ?? [];
    expect(call).toMatchObject({ name: "get_weather", args: { city: expect.any(String) } });
    const functionResponse = {
      id: call?.id ?? "",
      name: "get_weather",
      response: { output: "Rain in Bern" },
    };
    const reply = await chat.sendMessage({ message: [{ functionResponse }] });
    expect(reply.text).toContain("Rain in Bern");
  });

  it("fails in its own format, and names dropped fields", async () => {
    const request = { model: "sandbox-small", contents: "[error:429] please" };
    await expect(client.models.generateContent(request)).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining("RESOURCE_EXHAUSTED"),
    });
    const wrong = await post("/v1beta/models/sandbox-small:generateContent", { contents: [{ role: "x" }] });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({
      error: { code: 400, status: "INVALID_ARGUMENT", message: expect.stringContaining("contents[0].role") },
    });
    const body = {
      contents: [{ parts: [{ text: "Hi" }] }],
      cachedContent: "cachedContents/1",
      of_tomorrow: 1,
    };
    const reply = await post("/gemini/v1/models/sandbox-small:generateContent", body);
    expect(reply.headers.get("x-tollgate-dropped")).toContain("ofTomorrow");
  });
});

describe("generateContent answered by Google", () => {
  it("passes unchanged in both directions, in the version of its path", async () => {
    upstream.answer(jsonAnswer(answer));
    const body = { contents: [{ parts: [{ text: "Hi" }] }], field_of_tomorrow: { deep: 1 } };
    const response = await post("/v1alpha/models/gemini-test:generateContent", body);
    expect(await response.json()).toEqual(answer);
    expect(upstream.seen[0]).toMatchObject({
      path: "/v1alpha/models/gemini-test:generateContent",
      text: JSON.stringify(body),
      headers: { "x-goog-api-key": "upstream-key" },
    });
  });

  it("passes as a stream byte by byte, and bills reasoning", async () => {
    const before = await running.books();
    const events = [candidate("Grü"), { ...candidate("ezi", { finishReason: "STOP" }), usageMetadata }];
    const text = events.map(framed).join("");
    upstream.answer(streamAnswer([text.slice(0, 50), text.slice(50, 51), text.slice(51)]));
    const response = await post("/v1beta/models/gemini-test:streamGenerateContent?alt=sse", {
      contents: [{ parts: [{ text: "Hi" }] }],
    });
    expect(await response.text()).toBe(text);
    expect(upstream.seen[0]?.path).toBe("/v1beta/models/gemini-test:streamGenerateContent?alt=sse");
    const after = await running.books();
    expect(before.balance - after.balance).toBe(15);
  });

  it("reports a rejected prompt as Google does", async () => {
    const rejected = {
      promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
      usageMetadata: { promptTokenCount: 3 },
    };
    upstream.answer(streamAnswer([framed(rejected)]));
    const response = await post("/v1beta/models/gemini-test:streamGenerateContent?alt=sse", {
      contents: [{ parts: [{ text: "Hi" }] }],
    });
    expect(await response.text()).toBe(framed(rejected));
  });

  it("uses OpenAI's format for OpenAI's callers, streamed and rejected", async () => {
    const events = [candidate("Grüezi"), { ...candidate("", { finishReason: "MAX_TOKENS" }), usageMetadata }];
    upstream.answer(streamAnswer(events.map(framed)));
    const request = { model: "gemini-test", messages: [{ role: "user", content: "Hi" }] };
    const streamed = await running.call(key, {
      ...request,
      stream: true,
      stream_options: { include_usage: true },
    });
    const text = await streamed.text();
    expect(text).toContain('"content":"Grüezi"');
    expect(text).toContain('"finish_reason":"length"');
    expect(text).toContain('"completion_tokens":6');
    expect(upstream.seen[0]?.json).toMatchObject({ contents: [{ role: "user", parts: [{ text: "Hi" }] }] });
    upstream.answer(
      jsonAnswer({ promptFeedback: { blockReason: "SAFETY" }, usageMetadata: { promptTokenCount: 3 } }),
    );
    const rejected = await running.call(key, request);
    expect(await rejected.json()).toMatchObject({ choices: [{ finish_reason: "content_filter" }] });
  });

  it("counts tokens where Google does", async () => {
    upstream.answer(jsonAnswer({ totalTokens: 42 }));
    const counted = await client.models.countTokens({ model: "gemini-test", contents: "Hi" });
    expect(counted.totalTokens).toBe(42);
    expect(upstream.seen[0]?.path).toBe("/v1beta/models/gemini-test:countTokens");
  });

  it("passes a quota error on with its retry time", async () => {
    const error = {
      code: 429,
      status: "RESOURCE_EXHAUSTED",
      message: "You exceeded your current quota.",
      details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "1.5s" }],
    };
    upstream.answer(jsonAnswer({ error }, 429));
    const response = await post("/v1beta/models/gemini-test:generateContent", {
      contents: [{ parts: [{ text: "Hi" }] }],
    });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("2");
  });
});

describe("Vertex AI", () => {
  it("is called with a token that is fetched once, in the format of the model's vendor", async () => {
    const token = jsonAnswer({ access_token: "ya29.fresh", expires_in: 3600 });
    const message = {
      id: "m",
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: "Hi" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    upstream.answer((response, request) => {
      const body =
        request.path === "/token" ? token : jsonAnswer(request.path.includes("claude") ? message : answer);
      body(response, request);
    });
    const native = await post("/v1beta/models/gemini-vertex:generateContent", {
      contents: [{ parts: [{ text: "Hi" }] }],
    });
    expect(await native.json()).toEqual(answer);
    const requestBody = { messages: [{ role: "user", content: "Hi" }] };
    const translated = await running.call(key, { ...requestBody, model: "claude-vertex" });
    expect(await translated.json()).toMatchObject({ choices: [{ message: { content: "Hi" } }] });
    const places = "/v1/projects/p/locations/us-east5/publishers";
    expect(upstream.seen.map((request) => request.path)).toEqual([
      "/token",
      `${places}/google/models/gemini-vertex:generateContent`,
      `${places}/anthropic/models/claude-vertex:rawPredict`,
    ]);
    expect(upstream.seen.slice(1).map((request) => request.headers.authorization)).toEqual([
      "Bearer ya29.fresh",
      "Bearer ya29.fresh",
    ]);
  });
});

it("an HTML page from Google's address is a bad answer", async () => {
  upstream.answer(textAnswer("<html><title>Oops</title></html>", 200, "text/html"));
  const response = await post("/v1beta/models/gemini-test:generateContent", {
    contents: [{ parts: [{ text: "Hi" }] }],
  });
  expect(response.status).toBe(502);
});
