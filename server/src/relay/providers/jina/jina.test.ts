import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import {
  describeEmbeddings,
  describeRanking,
  readProblems,
  Fixtures,
} from "../../../../test/conformance/read-fixtures.ts";
import { provider } from "./index.ts";

const channel = aChannelView();
const fixtures = new Fixtures(new URL("./__fixtures__/", import.meta.url));
const answered = (name: string) => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: fixtures.read(name),
});

describe("jina", () => {
  it("sends the purpose of embeddings in the vendor's field", () => {
    const call = { model: "jina-embeddings-v3", inputs: ["a", "b"], encoding: "base64" as const };
    const request = provider.embeddings!.buildRequest(
      { ...call, purpose: "search_query", dimensions: 2 },
      channel,
    );
    expect(request.url).toBe("https://upstream.test/v1/embeddings");
    expect(request.headers.authorization).toBe("Bearer test-key");
    expect(JSON.parse(String(request.body))).toEqual({
      model: "jina-embeddings-v3",
      input: ["a", "b"],
      embedding_type: "base64",
      dimensions: 2,
      task: "retrieval.query",
    });
    const result = provider.embeddings!.readResponse(answered("embeddings.json"), call);
    expect(result.vectors).toEqual(["AACAPwAAAL8=", "AAAAAAAAgL8="]);
    expect(describeEmbeddings(result)).toEqual(fixtures.expected("embeddings.json"));
  });

  it("ranks documents", () => {
    const call = { model: "m", query: "q", documents: ["a", "b"], returnDocuments: true };
    expect(provider.rerank!.buildRequest(call, channel).url).toBe("https://upstream.test/v1/rerank");
    const result = provider.rerank!.readResponse(answered("rerank.json"), call);
    expect(result.results[0]).toEqual({ index: 1, score: 0.9 });
    expect(describeRanking(result)).toEqual(fixtures.expected("rerank.json"));
  });

  it("forwards rerank and translates embeddings", () => {
    expect(provider.native!.supports("cohere-rerank", "m", channel)).toBe(true);
    expect(provider.native!.supports("openai-embeddings", "m", channel)).toBe(false);
    const usage = provider.native!.readUsage(fixtures.readJson("rerank.json"), undefined, "cohere-rerank");
    expect(usage?.input).toBe(38);
  });

  it("reports the problem", () => {
    for (const { problem, expected } of readProblems(provider, fixtures))
      expect(problem).toMatchObject(expected);
  });
});
