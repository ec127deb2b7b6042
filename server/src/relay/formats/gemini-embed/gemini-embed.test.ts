import { readFileSync } from "node:fs";
import { GoogleGenAI } from "@google/genai";
import { noUsage } from "@tollgate/contract/cost";
import { afterEach, describe, expect, it, vi } from "vitest";
import { asCall, relayInProcess, renderContext } from "../kit/__fixtures__/relay-in-process.ts";
import { testProvider as provider } from "../openai-embeddings/__fixtures__/test-provider.ts";
import { format } from "./index.ts";

const requests = JSON.parse(
  readFileSync(new URL("__fixtures__/requests.json", import.meta.url), "utf8"),
) as Record<string, { requests: Record<string, unknown>[] }>;
const vectors = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ object: "embedding", index, embedding: [index, 0.5, -1] }));
const path = { model: "requested", version: "v1beta", action: "embedContent", query: "" };

afterEach(() => vi.unstubAllGlobals());

function relay(count: number) {
  const body = JSON.stringify({ data: vectors(count), usage: { prompt_tokens: 9, total_tokens: 9 } });
  const relayed = relayInProcess({ format: asCall(format), provider, path, upstream: () => ({ body }) });
  const urls: string[] = [];
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
    urls.push(input instanceof Request ? input.url : String(input));
    return relayed.fetch(input, init);
  });
  const client = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: "https://gate.test" } });
  return { relayed, client, urls };
}

describe("gemini-embed with the official SDK and an upstream of OpenAI's dialect", () => {
  it("returns a vector for each content", async () => {
    const { relayed, client, urls } = relay(2);
    const config = { taskType: "RETRIEVAL_QUERY", outputDimensionality: 3 };
    const answer = await client.models.embedContent({ model: "requested", contents: ["one", "two"], config });
    expect(answer.embeddings?.map((entry) => entry.values)).toEqual([
      [0, 0.5, -1],
      [1, 0.5, -1],
    ]);
    expect(urls[0]).toContain("/models/requested:batchEmbedContents");
    expect(JSON.parse(String(relayed.sent[0]?.body))).toEqual({
      model: "upstream-model",
      input: ["one", "two"],
      dimensions: 3,
    });
    expect(relayed.dropped).toEqual(["purpose"]);
  });

  it("renders errors that the SDK reads", async () => {
    const { client } = relay(1);
    const inlineData = { mimeType: "image/png", data: "AAAA" };
    const response = client.models.embedContent({
      model: "requested",
      contents: [{ parts: [{ inlineData }] }],
    });
    await expect(response).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("must be text") as string,
    });
  });
});

describe("gemini-embed requests", () => {
  const parse = (body: object) => format.parseRequest(body, "up", path);
  const refused = (body: object): unknown => {
    try {
      format.readHead(body, path);
      parse(body);
      return undefined;
    } catch (error) {
      return (error as { param?: string }).param;
    }
  };

  it.each(Object.keys(requests))("reads field names in %s", (name) => {
    const { call, unread } = parse(requests[name]!);
    expect(call).toEqual({
      model: "up",
      inputs: ["one", "two\nmore"],
      encoding: "float",
      purpose: "search_document",
      title: "T",
      dimensions: 3,
    });
    expect(unread).toEqual([]);
  });

  it("reads one content", () => {
    const { call, unread } = parse({
      content: { parts: [{ text: "a" }] },
      taskType: "FACT_VERIFICATION",
      autoTruncate: true,
    });
    expect(call).toEqual({ model: "up", inputs: ["a"], encoding: "float" });
    expect(unread).toEqual(["autoTruncate", "taskType"]);
  });

  it("rejects wrong fields, and options that differ between requests, by name", () => {
    const content = { parts: [{ text: "a" }] };
    expect(refused({})).toBe("content");
    expect(refused({ requests: [] })).toBe("content");
    expect(refused({ content: { parts: [] } })).toBe("content.parts");
    expect(refused({ requests: [{ content }, 1] })).toBe("requests[1]");
    expect(refused({ requests: [{ content }, {}] })).toBe("requests[1].content");
    expect(refused({ requests: [{ content }, { content: { parts: [{}] } }] })).toBe(
      "requests[1].content.parts[0]",
    );
    expect(refused({ content, outputDimensionality: "3" })).toBe("outputDimensionality");
    expect(refused({ requests: [{ content }, { content, taskType: "CLUSTERING" }] })).toBe(
      "requests[1].taskType",
    );
    expect(refused({ requests: [{ content, title: "a" }, { content }] })).toBeUndefined();
    expect(() => format.readHead({ content }, { query: "" })).toThrow(/must name a model/);
  });

  it("names a title that not all requests have", () => {
    const content = { parts: [{ text: "a" }] };
    expect(parse({ requests: [{ content, title: "a" }, { content }] }).unread).toEqual(["title"]);
  });

  it("measures text, and other parts by count", () => {
    expect(format.measure(requests.camelCase)).toEqual({ tokens: 0, text: "one\ntwo\nmore" });
    expect(format.measure({ content: { parts: [{ inlineData: {} }] } })).toEqual({ tokens: 258, text: "" });
  });
});

describe("gemini-embed responses", () => {
  it("contain one vector or a list, from base64 too", () => {
    const call = { model: "up", inputs: ["a"], encoding: "float" as const };
    const result = { model: "up", vectors: ["AAAAPwAAgL8="], usage: { ...noUsage, input: 4 } };
    const render = (request: object) =>
      JSON.parse(String(format.renderResponse(result, call, renderContext({ request })).body)) as unknown;
    const usageMetadata = { promptTokenCount: 4, totalTokenCount: 4 };
    expect(render({ content: {} })).toEqual({ embedding: { values: [0.5, -1] }, usageMetadata });
    expect(render({ requests: [{}] })).toEqual({ embeddings: [{ values: [0.5, -1] }], usageMetadata });
  });

  it("renders an error in Google's shape", () => {
    const error = {
      status: 429,
      type: "t",
      code: "c",
      message: "Slow. (request id: old)",
      requestId: "r",
      retryAfter: 3,
    };
    const reply = format.renderError(error);
    expect(reply.headers["retry-after"]).toBe("3");
    expect(JSON.parse(reply.body)).toEqual({
      error: { code: 429, message: "Slow. (request id: r)", status: "RESOURCE_EXHAUSTED" },
    });
  });
});

describe("gemini-embed on the native path", () => {
  const rewrite = (body: object, model: string, text = JSON.stringify(body)) => {
    const raw = Buffer.from(text);
    return {
      raw,
      buffer: format.rewriteNative({
        raw,
        body: JSON.parse(text),
        head: format.readHead(body, path),
        model,
        custom: { a: 1 },
      }),
    };
  };

  it("renames the model wherever the body repeats it", () => {
    const { buffer } = rewrite(requests.camelCase!, "other");
    const written = JSON.parse(buffer.toString()) as { requests: { model: string }[] };
    expect(written.requests.map((request) => request.model)).toEqual(["models/other", "models/other"]);
    const single = rewrite({ model: "models/requested", content: {}, x: [1] }, "other").buffer;
    expect(single.toString()).toBe('{"model":"models/other","content":{},"x":[1]}');
  });

  it("returns the same buffer if nothing changes, and a new one if a name is duplicated", () => {
    for (const body of [requests.camelCase!, { content: {} }]) {
      const { raw, buffer } = rewrite(body, "requested");
      expect(buffer).toBe(raw);
    }
    const twice = rewrite(
      { content: {} },
      "requested",
      '{"model":"models/dear","content":{},"model":"models/requested"}',
    );
    expect(twice.buffer.toString()).toBe('{"model":"models/requested","content":{}}');
  });

  it("removes forbidden parameters in any spelling, and leaves the caller's request object unchanged", () => {
    const body = { content: {}, task_type: "CLUSTERING", taskType: "CLUSTERING" };
    const raw = Buffer.from(JSON.stringify(body));
    const custom = { remove_params: ["taskType"] };
    const written = format.rewriteNative({
      raw,
      body,
      head: format.readHead(body, path),
      model: "requested",
      custom,
    });
    expect(written.toString()).toBe('{"content":{}}');
    expect(body).toHaveProperty("taskType");
  });

  it("distinguishes a response from an empty body", () => {
    expect(format.isAnswer({ embedding: { values: [] } })).toBe(true);
    expect(format.isAnswer({ embeddings: [{}] })).toBe(true);
    expect(format.isAnswer({ embeddings: [] })).toBe(false);
  });
});
