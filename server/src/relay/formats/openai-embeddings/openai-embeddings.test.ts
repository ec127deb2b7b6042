import { readFileSync } from "node:fs";
import { noUsage } from "@tollgate/contract/cost";
import fc from "fast-check";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import {
  asCall,
  relayInProcess,
  renderContext,
  upstreamModel,
} from "../kit/__fixtures__/relay-in-process.ts";
import { readBase64, writeBase64 } from "../kit/convert-vector.ts";
import { testProvider as provider } from "./__fixtures__/test-provider.ts";
import { format } from "./index.ts";

const read = (name: string): string => readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), "utf8");
const vectors = [
  [-1.5, 0, 0.125],
  [0.5, -0.25, 1],
];

function relay(fixture: string, native: boolean) {
  const relayed = relayInProcess({
    format: asCall(format),
    provider,
    native,
    upstream: () => ({ body: read(fixture) }),
  });
  const client = new OpenAI({
    apiKey: "k",
    baseURL: "https://gate.test/v1",
    maxRetries: 0,
    fetch: relayed.fetch,
  });
  return { relayed, client };
}

describe("openai-embeddings with the official SDK", () => {
  it.each(["numbers.json", "base64.json"])("returns the SDK's default numbers from %s", async (fixture) => {
    const { relayed, client } = relay(fixture, false);
    const answer = await client.embeddings.create({ model: "m", input: ["one", "two"], dimensions: 3 });
    expect(answer.data.map((entry) => entry.embedding)).toEqual(vectors);
    expect(answer.data.map((entry) => entry.index)).toEqual([0, 1]);
    expect(answer.model).toBe("m");
    expect(answer.usage).toEqual({ prompt_tokens: 7, total_tokens: 7 });
    expect(JSON.parse(String(relayed.sent[0]?.body))).toEqual({
      model: upstreamModel,
      input: ["one", "two"],
      encoding_format: "base64",
      dimensions: 3,
    });
    expect(relayed.sent[0]?.url).toBe("https://upstream.test/v1/embeddings");
  });

  it.each(["numbers.json", "base64.json"])("returns numbers on request, from %s", async (fixture) => {
    const { relayed, client } = relay(fixture, false);
    const answer = await client.embeddings.create({
      model: "m",
      input: ["1", "2"],
      encoding_format: "float",
    });
    expect(answer.data.map((entry) => entry.embedding)).toEqual(vectors);
    expect(String(relayed.sent[0]?.body)).not.toContain("encoding_format");
  });

  it("passes the bytes through if both ends use the format", async () => {
    const { relayed, client } = relay("base64.json", true);
    const answer = await client.embeddings.create({ model: "m", input: ["1", "2"] });
    expect(answer.data.map((entry) => entry.embedding)).toEqual(vectors);
    expect(answer.model).toBe("upstream-model-001");
    expect(relayed.sent[0]?.body?.toString()).toBe(
      '{"model":"upstream-model","input":["1","2"],"encoding_format":"base64"}',
    );
  });

  it("renders errors in which the SDK finds the field", async () => {
    const { client } = relay("numbers.json", false);
    await expect(client.embeddings.create({ model: "m", input: [] })).rejects.toMatchObject({
      status: 400,
      param: "input",
      message: expect.stringContaining("(request id: req-1)") as string,
    });
  });
});

describe("openai-embeddings requests", () => {
  const parse = (body: object) => format.parseRequest(body, "up");
  const refused = (body: object): unknown => {
    try {
      format.readHead(body);
      parse(body);
      return undefined;
    } catch (error) {
      return (error as { param?: string }).param;
    }
  };

  it("accepts a text, texts, token numbers and lists of them", () => {
    const inputs = (input: unknown) => parse({ model: "m", input }).call.inputs;
    expect(inputs("a")).toEqual(["a"]);
    expect(inputs(["a", "b"])).toEqual(["a", "b"]);
    expect(inputs([1, 2])).toEqual([[1, 2]]);
    expect(inputs([[1], [2, 3], "c"])).toEqual([[1], [2, 3], "c"]);
  });

  it("names unsupported fields, and no others", () => {
    const { call, unread } = parse({ model: "m", input: "a", user: "u", input_type: "query", tail: null });
    expect(unread).toEqual(["input_type"]);
    expect(call.endUser).toBe("u");
  });

  it("rejects wrong fields by name", () => {
    expect(refused({ input: "a" })).toBe("model");
    expect(refused({ model: "m" })).toBe("input");
    expect(refused({ model: "m", input: {} })).toBe("input");
    expect(refused({ model: "m", input: ["a", 1] })).toBe("input[1]");
    expect(refused({ model: "m", input: [[1.5]] })).toBe("input[0]");
    expect(refused({ model: "m", input: "a", encoding_format: "int8" })).toBe("encoding_format");
    expect(refused({ model: "m", input: "a", dimensions: 0 })).toBe("dimensions");
    expect(refused({ model: "a\nb", input: "a" })).toBe("model");
    expect(refused({ model: "m", Model: "dear", input: "a" })).toBe("Model");
    expect(refused({ model: "m", input: "a" })).toBeUndefined();
  });

  it("measures text and token numbers", () => {
    expect(format.measure({ input: ["ab", [1, 2, 3]] })).toEqual({ tokens: 3, text: "ab" });
    expect(format.measure({ input: [1, 2] })).toEqual({ tokens: 2, text: "" });
    expect(format.measure({ input: "ab" })).toEqual({ tokens: 0, text: "ab" });
    expect(format.readHead({ model: "m", input: "a" }).maxOutputTokens).toBe(0);
  });
});

describe("openai-embeddings responses", () => {
  it("convert 32-bit floats to base64 and back without loss", () => {
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: true }), { maxLength: 50 }), (vector) => {
        expect(readBase64(writeBase64(vector))).toEqual(vector);
        const bytes = Buffer.from(new Float32Array(vector).buffer).toString("base64");
        expect(writeBase64(vector)).toBe(bytes);
      }),
    );
  });

  it("contain no usage if the upstream reported none", () => {
    const call = { model: "up", inputs: ["a"], encoding: "float" as const };
    const result = { model: "up", vectors: [[1]] };
    expect(format.renderResponse(result, call, renderContext()).body).toBe(
      '{"object":"list","data":[{"object":"embedding","index":0,"embedding":[1]}],"model":"requested-model"}',
    );
    const counted = { ...result, usage: { ...noUsage, input: 3, cached: 2 } };
    expect(format.renderResponse(counted, call, renderContext()).body).toContain('"prompt_tokens":5');
  });

  it("are distinguished from an empty body", () => {
    expect(format.isAnswer(JSON.parse(read("numbers.json")) as object)).toBe(true);
    expect(format.isAnswer({ data: [] })).toBe(false);
    expect(format.isAnswer({})).toBe(false);
  });
});
