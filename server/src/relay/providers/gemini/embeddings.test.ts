import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import type { EmbeddingCall } from "../../canonical/embedding.ts";
import { CannotServe } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { provider } from "./index.ts";

const embeddings = provider.embeddings!;
const call = (more: Partial<EmbeddingCall> = {}): EmbeddingCall => ({
  model: "gemini-embedding-001",
  inputs: ["one"],
  encoding: "float",
  ...more,
});
const build = (more: Partial<EmbeddingCall>) => {
  const request = embeddings.buildRequest(call(more), aChannelView());
  return { url: request.url, body: JSON.parse(String(request.body)) as unknown, dropped: request.dropped };
};
const read = (body: object, more: Partial<EmbeddingCall> = {}) =>
  embeddings.readResponse({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) }, call(more));
const models = "https://upstream.test/v1beta/models/gemini-embedding-001";
const request = (text: string) => ({ model: "models/gemini-embedding-001", content: { parts: [{ text }] } });

describe("embeddings of Gemini", () => {
  it("request one text alone, several together", () => {
    expect(build({})).toEqual({ url: `${models}:embedContent`, body: request("one"), dropped: undefined });
    expect(build({ inputs: ["one", "two"], endUser: "u" })).toEqual({
      url: `${models}:batchEmbedContents`,
      body: { requests: [request("one"), request("two")] },
      dropped: ["user"],
    });
  });

  it.each([
    ["search_document", "RETRIEVAL_DOCUMENT"],
    ["search_query", "RETRIEVAL_QUERY"],
    ["classification", "CLASSIFICATION"],
    ["clustering", "CLUSTERING"],
    ["SEMANTIC_SIMILARITY", "SEMANTIC_SIMILARITY"],
  ])("set their purpose: %s", (purpose, taskType) => {
    expect(build({ purpose, title: "T", dimensions: 3 }).body).toEqual({
      ...request("one"),
      taskType,
      title: "T",
      outputDimensionality: 3,
    });
  });

  it("reject token numbers", () => {
    expect(() => build({ inputs: [[1, 2]] })).toThrow(CannotServe);
  });

  it("are read alone and together, with usage if reported", () => {
    expect(read({ embedding: { values: [0.5, -1] } })).toEqual({
      model: "gemini-embedding-001",
      vectors: [[0.5, -1]],
    });
    const both = { embeddings: [{ values: [1] }, { values: [2] }], usageMetadata: { promptTokenCount: 4 } };
    expect(read(both, { inputs: ["one", "two"] })).toMatchObject({
      vectors: [[1], [2]],
      usage: { ...noUsage, input: 4 },
    });
    for (const body of [{}, { embedding: {} }, { embedding: { values: ["x"] } }, { embeddings: [null] }])
      expect(() => read(body)).toThrow(UnreadableAnswer);
  });
});

describe("the model list of Gemini", () => {
  it("is requested with the key in a header, at the channel's version", () => {
    const list = provider.account!.buildModelList(aChannelView({ other: "v1" }));
    expect(list.url).toBe("https://upstream.test/v1/models?pageSize=1000");
    expect(list.headers).toMatchObject({ "x-goog-api-key": "test-key" });
  });
});
