import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import {
  aChannelView,
  aChatCall,
  type ConformanceCase,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCapability, NativeCall, Provider } from "../provider.ts";
import { provider } from "./index.ts";

const stopped: ConformanceCase["stopped"] = (word) => {
  const answer = (text: string, finishReason?: string) => ({
    candidates: [{ content: { parts: [{ text }], role: "model" }, finishReason }],
    responseId: "r",
  });
  return {
    body: answer("Half a", word),
    lines: [answer("Half a"), answer("", word)].map((event) => JSON.stringify(event)),
  };
};

const place = { other: "europe-west1|my-project", token: "ya29.token" };
const native = provider.native!;
const real = provider.chat!;
/** The shared tests use any model name; here the name decides, so it is replaced. */
const named: ChatCapability = {
  ...real,
  buildRequest: (call, channel) =>
    real.buildRequest({ ...call, model: "gemini-2.5-flash" }, { ...channel, ...place }),
};
const forPromises: Provider = { ...provider, chat: named };

describeConformance({
  provider: forPromises,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: { STOP: "stop", MAX_TOKENS: "length", SAFETY: "filter", MODEL_ARMOR: "filter" },
  stopped,
  skip: { "model list": "a channel names its models itself" },
});

const channel = aChannelView({ baseUrl: "https://aiplatform.googleapis.com", ...place });

describe("URLs", () => {
  const urlOf = (other: string, more: object = {}, model = "gemini-2.5-flash") =>
    real.buildRequest(aChatCall({ model }), { ...channel, other, ...more }).url;
  const path = (region: string) =>
    `/v1/projects/my-project/locations/${region}/publishers/google/models/gemini-2.5-flash:generateContent`;

  it("put the region before the host, except `global`", () => {
    expect(urlOf("europe-west1|my-project")).toBe(
      `https://europe-west1-aiplatform.googleapis.com${path("europe-west1")}`,
    );
    expect(urlOf("global|my-project")).toBe(`https://aiplatform.googleapis.com${path("global")}`);
    expect(urlOf("|my-project")).toBe(`https://aiplatform.googleapis.com${path("global")}`);
    expect(urlOf("eu|my-project")).toBe(`https://aiplatform.eu.rep.googleapis.com${path("eu")}`);
  });

  it("keep another base, and fill One API's pattern", () => {
    expect(urlOf("us|my-project", { baseUrl: "https://proxy.test/vertex" })).toBe(
      `https://proxy.test/vertex${path("us")}`,
    );
    const pattern =
      "https://%saiplatform.googleapis.com/v1/projects/%s/locations/%s/publishers/google/models/%s:%s";
    expect(urlOf("us-east5|p", { baseUrl: pattern }, "claude-sonnet-4-5-20250929")).toBe(
      "https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict",
    );
    expect(urlOf("global|p", { baseUrl: pattern })).toBe(
      "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google/models/gemini-2.5-flash:generateContent",
    );
  });

  it("use the key's project if the channel sets none", () => {
    const key = JSON.stringify({ project_id: "from-key" });
    expect(urlOf("us-east5", { key })).toContain("/projects/from-key/locations/us-east5/");
    expect(() => urlOf("us-east5", { key: "token" })).toThrow("has no project");
  });

  it("assign each key one of several regions, always the same", () => {
    const regionOf = (key: string) =>
      /locations\/([^/]+)/.exec(urlOf("us-east5, europe-west1,asia-east1|p", { key }))?.[1];
    const chosen = Array.from({ length: 40 }, (_, index) => regionOf(`key-${index}`));
    expect(new Set(chosen)).toEqual(new Set(["us-east5", "europe-west1", "asia-east1"]));
    expect(Array.from({ length: 40 }, (_, index) => regionOf(`key-${index}`))).toEqual(chosen);
  });

  it("reject models of other vendors", () => {
    expect(() => urlOf("us|p", {}, "llama-4")).toThrow("'llama-4'");
  });

  it("reject an unreadable key file", () => {
    const { token: _token, ...withoutToken } = channel;
    const broken = { ...withoutToken, key: '{"project_id":"p"}' };
    expect(() => real.buildRequest(aChatCall({ model: "gemini-2.5-flash" }), broken)).toThrow(
      "key is invalid",
    );
  });
});

describe("claude", () => {
  it("is called with the version in the body and the model in the path", () => {
    const call = aChatCall({ model: "claude-sonnet-4-5-20250929", stream: true });
    const request = real.buildRequest(call, channel);
    expect(request.url).toMatch(
      /publishers\/anthropic\/models\/claude-sonnet-4-5@20250929:streamRawPredict$/,
    );
    expect(request.headers).toMatchObject({ authorization: "Bearer ya29.token" });
    expect(request.headers).not.toHaveProperty("x-api-key");
    const body = JSON.parse(String(request.body)) as object;
    expect(body).toMatchObject({ anthropic_version: "vertex-2023-10-16", stream: true });
    expect(body).not.toHaveProperty("model");
  });

  it("is parsed in its own format, whole and streamed", () => {
    const call = aChatCall({ model: "claude-opus-4-6" });
    const content = [{ type: "text", text: "Hi" }];
    const message = {
      id: "m",
      content,
      stop_reason: "end_turn",
      usage: { input_tokens: 1, output_tokens: 2 },
    };
    expect(collectResult(real.readResponse(message, call))).toMatchObject({ text: "Hi", stop: "stop" });
    const reader = real.streamReader(call);
    const events = [
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "Hi" } },
      { type: "message_delta", delta: { stop_reason: "end_turn" } },
      { type: "message_stop" },
    ];
    const parts = events.flatMap((event) => reader.read({ event: "", data: JSON.stringify(event) }));
    expect(collectParts(parts)).toMatchObject({ text: "Hi", stop: "stop", ended: true });
  });
});

describe("native calls", () => {
  const call = (more: Partial<NativeCall>): NativeCall => ({
    format: "gemini-generate",
    model: "gemini-2.5-flash",
    stream: true,
    body: Buffer.from("{}"),
    headers: {},
    version: "v1beta",
    ...more,
  });

  it("are accepted in the format of the model's vendor", () => {
    const supports = (format: NativeCall["format"], model: string) => native.supports(format, model, channel);
    expect([
      supports("gemini-generate", "gemini-3.8-flash"),
      supports("gemini-generate", "claude-opus-4-6"),
    ]).toEqual([true, false]);
    expect([
      supports("anthropic-messages", "claude-opus-4-6"),
      supports("anthropic-count-tokens", "claude-opus-4-6"),
      supports("anthropic-messages", "gemini-3.8-flash"),
      supports("openai-chat", "gemini-3.8-flash"),
    ]).toEqual([true, true, false, false]);
  });

  it("forward Gemini's bytes unchanged, at Vertex AI's own version", () => {
    const body = Buffer.from('{"contents" :[]}');
    const request = native.buildRequest(call({ body }), channel);
    expect(request.body).toBe(body);
    expect(request.url).toMatch(
      /aiplatform\.googleapis\.com\/v1\/projects\/.*:streamGenerateContent\?alt=sse$/,
    );
  });

  it("count Claude's tokens at their endpoint, free of charge", () => {
    const model = "claude-haiku-4-5-20251001";
    const body = Buffer.from(JSON.stringify({ model, messages: [] }));
    const counting = call({ format: "anthropic-count-tokens", model, stream: false, body });
    const request = native.buildRequest(counting, channel);
    expect(request.url).toMatch(/publishers\/anthropic\/models\/count-tokens:rawPredict$/);
    expect(JSON.parse(String(request.body))).toMatchObject({ model: "claude-haiku-4-5@20251001" });
    const usage = { usage: { input_tokens: 3 } };
    expect(native.readUsage(usage, undefined, "anthropic-count-tokens")).toBeUndefined();
    expect(native.readUsage(usage, undefined, "anthropic-messages")).toMatchObject({ input: 3 });
  });
});

describe("embeddings", () => {
  const embeddings = provider.embeddings!;
  const call = { model: "gemini-embedding-001", inputs: ["a", "b"], encoding: "float" } as const;
  const answer = (body: object) => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) });

  it("send the purpose in Google's values", () => {
    const purposeful = { ...call, inputs: ["a"], dimensions: 3, purpose: "search_query", title: "T" };
    const request = embeddings.buildRequest(purposeful, channel);
    expect(request.url).toMatch(/models\/gemini-embedding-001:predict$/);
    expect(JSON.parse(String(request.body))).toEqual({
      instances: [{ content: "a", task_type: "RETRIEVAL_QUERY", title: "T" }],
      parameters: { outputDimensionality: 3 },
    });
    expect(() => embeddings.buildRequest({ ...call, inputs: [[1, 2]] }, channel)).toThrow("token IDs");
  });

  it("call newer models with one text by embedContent, and read its vector and tokens", () => {
    const newer = { ...call, model: "gemini-embedding-2", inputs: ["a"] };
    const request = embeddings.buildRequest({ ...newer, dimensions: 3, purpose: "clustering" }, channel);
    expect(request.url).toMatch(/models\/gemini-embedding-2:embedContent$/);
    expect(JSON.parse(String(request.body))).toEqual({
      content: { parts: [{ text: "a" }] },
      embedContentConfig: { taskType: "CLUSTERING", outputDimensionality: 3 },
    });
    const body = {
      embedding: { values: [1, 2] },
      usageMetadata: { promptTokenCount: 4, totalTokenCount: 4 },
      truncated: false,
    };
    expect(embeddings.readResponse(answer(body), newer)).toMatchObject({
      vectors: [[1, 2]],
      usage: { ...noUsage, input: 4 },
    });
    expect(() => embeddings.buildRequest({ ...newer, inputs: ["a", "b"] }, channel)).toThrow("one input");
  });

  it("read vectors in order and add their tokens, if all are reported", () => {
    const entry = (values: number[], count?: number) => ({
      embeddings: { values, statistics: { token_count: count } },
    });
    const all = { predictions: [entry([1, 2], 5), entry([3], 6)] };
    expect(embeddings.readResponse(answer(all), { ...call, inputs: ["a", "b"] })).toEqual({
      model: call.model,
      vectors: [[1, 2], [3]],
      usage: { ...noUsage, input: 11 },
    });
    const some = { predictions: [entry([1], 5), entry([3])] };
    expect(embeddings.readResponse(answer(some), { ...call, inputs: ["a", "b"] })).not.toHaveProperty(
      "usage",
    );
    for (const body of [{}, { predictions: [{}] }, all])
      expect(() => embeddings.readResponse(answer(body), { ...call, inputs: ["a"] })).toThrow();
  });
});
