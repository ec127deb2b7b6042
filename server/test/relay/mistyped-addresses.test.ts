import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FakeUpstream, jsonAnswer, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Misspelt URLs, and what the client shows. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "llama3:8b", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await running.aChannel({ name: "sandbox", type: 1000, key: "none", models: ["sandbox-small"] });
  await running.aChannel({ name: "gemini", type: 25, base_url: upstream.url, models: ["llama3:8b"] });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(() => {
  upstream.seen.length = 0;
});

interface Seen {
  status: number;
  type: string;
  allow: string | null;
  requestId: string | null;
  text: string;
}

async function requestBody(request: string, headers: Record<string, string> = {}): Promise<Seen> {
  const [method = "", path = ""] = request.split(" ");
  const response = await fetch(running.url + path, {
    method,
    headers,
    ...(method === "POST" && { body: "{}" }),
  });
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    allow: response.headers.get("allow"),
    requestId: response.headers.get("x-request-id"),
    text: await response.text(),
  };
}

const openai = { error: { message: expect.any(String), type: "invalid_request_error" } };
const anthropic = { type: "error", error: { type: "not_found_error", message: expect.any(String) } };
const gemini = { error: { code: 404, status: "NOT_FOUND", message: expect.any(String) } };

describe("a misspelt URL", () => {
  it.each([
    ["GET /models", "GET /v1/models", openai],
    ["GET /models/gpt-5", "GET /v1/models/gpt-5", openai],
    ["POST /chat/completions", "POST /v1/chat/completions", openai],
    ["POST //v1/chat/completions", "POST /v1/chat/completions", openai],
    ["GET //v1/models", "GET /v1/models", openai],
    ["POST /v1/v1/chat/completions", "POST /v1/chat/completions", openai],
    ["POST /v1//chat/completions", "POST /v1/chat/completions", openai],
    ["POST /v1/chat/completions/", "POST /v1/chat/completions", openai],
    ["GET /v1/models/", "GET /v1/models", openai],
    ["POST /v1/chat/completions/chat/completions", "POST /v1/chat/completions", openai],
    ["POST /v1/responses/responses", "POST /v1/responses", openai],
    ["POST /v1/chat/completion", "POST /v1/chat/completions", openai],
    ["POST /v1/Chat/Completions", "POST /v1/chat/completions", openai],
    ["POST /v1/embedding", "POST /v1/embeddings", openai],
    ["POST /api/v1/chat/completions", "POST /v1/chat/completions", openai],
    ["GET /api/v1/models", "GET /v1/models", openai],
    ["POST /api/chat/completions", "POST /v1/chat/completions", openai],
    ["POST /openai/v1/responses", "POST /v1/responses", openai],
    ["POST /openai/deployments/gpt-5/chat/completions", "POST /v1/chat/completions", openai],
    ["POST /v1beta/openai/chat/completions", "POST /v1/chat/completions", openai],
    ["GET /chat/completions", "POST /v1/chat/completions", openai],
    ["POST /v1/v1/messages", "POST /v1/messages", anthropic],
    ["POST /anthropic/v1/messages", "POST /v1/messages", anthropic],
    ["POST /v1/messages/v1/messages", "POST /v1/messages", anthropic],
    ["POST /messages", "POST /v1/messages", anthropic],
    ["POST /v1/message", "POST /v1/messages", anthropic],
    ["POST /v1beta/v1beta/models/m:generateContent", "POST /v1beta/models/m:generateContent", gemini],
    ["POST /v1/v1beta/models/m:countTokens", "POST /v1beta/models/m:countTokens", gemini],
    ["POST /models/m:generateContent", "POST /v1beta/models/m:generateContent", gemini],
    [
      "POST /api/gemini/v1beta/models/m:generateContent",
      "POST /gemini/v1beta/models/m:generateContent",
      gemini,
    ],
    ["GET /v1", "GET /v1/models", openai],
    ["GET /v1/", "GET /v1/models", openai],
    ["GET /openai/v1", "GET /v1/models", openai],
    ["POST /v1/messages/batches", "POST /v1/messages", anthropic],
    ["GET /v1/messages/batches/msgbatch_1/results", "POST /v1/messages", anthropic],
    ["POST /v1beta/models/m:predict", "generateContent", gemini],
  ])(
    "is answered in the nearest format with the correct one, without a key: %s",
    async (wrong, right, shape) => {
      const seen = await requestBody(wrong);
      expect(seen).toMatchObject({ status: 404, type: expect.stringContaining("application/json") });
      expect(seen.requestId).toBeTruthy();
      const body = JSON.parse(seen.text) as { error: { message: string } };
      expect(body).toMatchObject(shape);
      expect(body.error.message.replace(`There is no endpoint ${wrong}.`, "")).toContain(right);
    },
  );

  it("gets an error in the format of the client's headers", async () => {
    const version = { "anthropic-version": "2023-06-01" };
    for (const path of ["/models", "/v1/skills", "/v1/files/file_1"])
      expect(JSON.parse((await requestBody(`GET ${path}`, version)).text)).toMatchObject({ type: "error" });
    expect(JSON.parse((await requestBody("GET /models", { "x-goog-api-key": "x" })).text)).toMatchObject(
      gemini,
    );
    expect((await requestBody("GET /models", { "x-goog-api-key": "x" })).text).toContain("/v1beta/models");
  });

  it("never includes a path of the console or its API", async () => {
    const sitePage = (await requestBody("GET /")).text;
    for (const path of [
      "/panel/token",
      "/login",
      "/price",
      "/playground",
      "/user/reset",
      "/about",
      "/chat",
      "/openai",
    ])
      expect([path, (await requestBody(`GET ${path}`)).text]).toEqual([path, sitePage]);
    for (const request of [
      "GET /api/nothing",
      "GET /api/user/unknown",
      "POST /api/user/unknown",
      "GET /api/v1",
      "GET /api/v1/nothing",
      "PUT /api/status",
      "GET /api/channel/none/of/this",
    ]) {
      const seen = await requestBody(request);
      expect([request, seen.status, seen.type]).toEqual([request, 404, "application/json; charset=utf-8"]);
      if (request !== "GET /api/v1")
        expect(JSON.parse(seen.text)).toMatchObject({ success: false, code: "request.not_found" });
    }
    expect((await requestBody("GET /api/status")).status).toBe(200);
  });

  it("costs little, however long or unusual it is", async () => {
    for (const path of [
      `/${"v1/".repeat(5000)}models`,
      `/v1/${"a:".repeat(8000)}`,
      "/v1/%",
      "/v1/__proto__",
    ]) {
      const seen = await requestBody(`POST ${path}`);
      expect([path.slice(0, 40), seen.status]).toEqual([path.slice(0, 40), 404]);
      expect(seen.text.length).toBeLessThan(1000);
    }
  });
});

describe("an unsupported method of a path", () => {
  it.each([
    ["GET /v1/chat/completions", "POST, OPTIONS"],
    ["PUT /v1/chat/completions", "POST, OPTIONS"],
    ["HEAD /v1/messages", "POST, OPTIONS"],
    ["POST /v1/models", "GET, HEAD, OPTIONS"],
    ["GET /v1/responses", "POST, OPTIONS"],
    ["GET /v1/responses/compact", "POST, OPTIONS"],
    ["GET /v1/responses/input_tokens", "POST, OPTIONS"],
    ["PATCH /v1/responses/resp_1", "GET, DELETE, OPTIONS"],
    ["DELETE /v1/responses/resp_1/cancel", "POST, OPTIONS"],
    ["PUT /v1/files", "GET, POST, DELETE, OPTIONS"],
    ["PATCH /v1/models/gpt-5", "GET, HEAD, DELETE, OPTIONS"],
    ["GET /v1beta/models/m:generateContent", "POST, OPTIONS"],
    ["POST /v1beta/models", "GET, HEAD, OPTIONS"],
  ])("is rejected with the allowed ones: %s", async (request, allow) => {
    const seen = await requestBody(request);
    expect(seen).toMatchObject({ status: 405, allow });
    if (request.startsWith("HEAD")) return;
    expect(JSON.parse(seen.text)).toMatchObject({
      error: { message: expect.stringContaining("does not take") },
    });
  });

  it("excludes HEAD for lists, which omits the body", async () => {
    const authorization = `Bearer ${key}`;
    for (const path of [
      "/v1/models",
      "/v1/models/sandbox-small",
      "/v1beta/models",
      "/v1/dashboard/billing/usage",
    ]) {
      const got = await fetch(running.url + path, { headers: { authorization } });
      const head = await fetch(running.url + path, { method: "HEAD", headers: { authorization } });
      expect([path, head.status, await head.text()]).toEqual([path, 200, ""]);
      const length = got.headers.get("content-length");
      expect(Number(length)).toBe((await got.text()).length);
      expect(head.headers.get("content-length")).toBe(length);
    }
    expect((await fetch(`${running.url}/v1/models`, { method: "HEAD" })).status).toBe(401);
  });
});

describe("the official SDKs with a wrong base URL", () => {
  const messages = [{ role: "user" as const, content: "Hi" }];

  it.each([
    "",
    "/",
    "/v1/v1",
    "//v1",
    "/api",
    "/api/v1",
    "/openai/v1",
    "/v1/chat/completions",
    "/v1beta",
    "/anthropic",
  ])("OpenAI's shows the correct URL: %s", async (wrong) => {
    const client = new OpenAI({ baseURL: running.url + wrong, apiKey: key, maxRetries: 0 });
    const failure = await client.chat.completions
      .create({ model: "sandbox-small", messages })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OpenAI.NotFoundError);
    expect((failure as Error).message).toContain("Use POST /v1/chat/completions.");
    expect((failure as Error).message).toContain("followed by /v1");
    // Model lists exist there, of the console and of Google's clients.
    if (wrong === "/api" || wrong === "/v1beta") return;
    const list = await client.models.list().catch((error: unknown) => error);
    expect((list as Error).message).toContain("Use GET /v1/models.");
  });

  it.each(["/v1", "/v1/messages", "/anthropic", "/api/v1", "/openai"])(
    "Anthropic's shows the correct URL: %s",
    async (wrong) => {
      const client = new Anthropic({ baseURL: running.url + wrong, apiKey: key, maxRetries: 0 });
      const failure = await client.messages
        .create({ model: "sandbox-small", max_tokens: 10, messages })
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Anthropic.NotFoundError);
      expect((failure as Error).message).toContain("Use POST /v1/messages.");
      expect((failure as Error).message).toContain("without a path");
    },
  );

  it.each(["/v1beta", "/v1", "/google", "/gemini/v1beta"])(
    "Google's shows the correct URL: %s",
    async (wrong) => {
      const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: running.url + wrong } });
      const failure = await client.models
        .generateContent({ model: "sandbox-small", contents: "Hi" })
        .catch((error: unknown) => error);
      expect((failure as { status: number }).status).toBe(404);
      expect((failure as Error).message).toMatch(/Use POST \/v1\/models\/sandbox-small:generateContent\./);
      expect((failure as Error).message).toContain("without a path");
    },
  );

  it("Anthropic's reads the error of a batch", async () => {
    const client = new Anthropic({ baseURL: running.url, apiKey: key, maxRetries: 0 });
    for (const call of [
      () => client.messages.batches.list(),
      () => client.messages.batches.create({ requests: [] }),
      () => client.messages.batches.retrieve("msgbatch_1"),
      () => client.messages.batches.delete("msgbatch_1"),
    ]) {
      const failure = (await Promise.resolve(call()).catch((error: unknown) => error)) as InstanceType<
        typeof Anthropic.NotFoundError
      >;
      expect(failure).toBeInstanceOf(Anthropic.NotFoundError);
      expect(failure.error).toMatchObject({ type: "error", error: { type: "not_found_error" } });
      expect(failure.message).toContain("POST /v1/messages");
      expect(failure.requestID).toBeTruthy();
    }
  });
});

describe("a model whose name has a colon", () => {
  it("is called, counted and found by Google's SDK", async () => {
    const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: running.url } });
    const content = { role: "model", parts: [{ text: "Hello" }] };
    upstream.answer(
      jsonAnswer({
        candidates: [{ content, finishReason: "STOP" }],
        usageMetadata: { promptTokenCount: 2, candidatesTokenCount: 1, totalTokenCount: 3 },
      }),
    );
    const answer = await client.models.generateContent({ model: "llama3:8b", contents: "Hi" });
    expect(answer.text).toBe("Hello");
    expect(decodeURIComponent(upstream.seen[0]?.path ?? "")).toBe("/v1/models/llama3:8b:generateContent");
    expect((await running.books()).logs.at(-1)?.model_name).toBe("llama3:8b");
    upstream.answer(jsonAnswer({ totalTokens: 7 }));
    expect((await client.models.countTokens({ model: "llama3:8b", contents: "Hi" })).totalTokens).toBe(7);
    expect((await client.models.get({ model: "llama3:8b" })).name).toBe("models/llama3:8b");
  });
});
