import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asCall, relayInProcess } from "../kit/__fixtures__/relay-in-process.ts";
import { testProvider as provider } from "../openai-embeddings/__fixtures__/test-provider.ts";
import { format } from "./index.ts";

const read = (name: string): string => readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), "utf8");
const documents = ["zero", { text: "one" }, "two"];

function relay(fixture: string, native = false) {
  const relayed = relayInProcess({
    format: asCall(format),
    provider,
    native,
    upstream: () => ({ body: read(fixture) }),
  });
  const post = async (body: object): Promise<{ status: number; answer: Record<string, unknown> }> => {
    const response = await relayed.fetch("https://gate.test/v1/rerank", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  };
  return { relayed, post };
}

describe("cohere-rerank", () => {
  it.each(["jina.json", "voyage.json", "cohere.json"])("ranks documents from %s", async (fixture) => {
    const { relayed, post } = relay(fixture);
    const { answer } = await post({ model: "m", query: "q", documents, top_n: 2 });
    expect(answer.results).toEqual([
      { index: 2, document: { text: "two" }, relevance_score: 0.75 },
      { index: 0, document: { text: "zero" }, relevance_score: -0.5 },
    ]);
    expect(answer.model).toBe("m");
    const tokens = fixture === "cohere.json" ? 1 : 38;
    expect(answer.usage).toEqual({ prompt_tokens: tokens, total_tokens: tokens });
    expect(relayed.sent[0]?.url).toBe("https://upstream.test/v1/rerank");
    expect(JSON.parse(String(relayed.sent[0]?.body))).toEqual({
      model: "upstream-model",
      query: "q",
      documents: ["zero", "one", "two"],
      return_documents: false,
      top_n: 2,
    });
  });

  it("omits the documents if they are not requested", async () => {
    const { answer } = await relay("jina.json").post({
      model: "m",
      query: "q",
      documents,
      return_documents: false,
    });
    expect((answer.results as object[])[0]).toEqual({ index: 2, relevance_score: 0.75 });
  });

  it("omits results for unknown documents", async () => {
    const { answer } = await relay("jina.json").post({ model: "m", query: "q", documents: ["only"] });
    expect(answer.results).toEqual([{ index: 0, document: { text: "only" }, relevance_score: -0.5 }]);
  });

  it("passes the bytes through if both ends use the format", async () => {
    const { relayed, post } = relay("jina.json", true);
    const { answer } = await post({
      model: "m",
      query: "q",
      documents: [{ image: "http://x" }],
      rank_fields: ["a"],
    });
    expect(answer).toEqual(JSON.parse(read("jina.json")));
    expect(relayed.sent[0]?.body?.toString()).toBe(
      '{"model":"upstream-model","query":"q","documents":[{"image":"http://x"}],"rank_fields":["a"]}',
    );
  });

  it("names fields that it drops", async () => {
    const { relayed, post } = relay("jina.json");
    await post({ model: "m", query: "q", documents, rank_fields: ["a"], max_chunks_per_doc: 3 });
    expect(relayed.dropped).toEqual(["rank_fields", "max_chunks_per_doc"]);
  });

  it("renders errors as one sentence", async () => {
    const { post } = relay("jina.json");
    const refusals: [object, string][] = [
      [{ query: "q", documents }, "'model' is required."],
      [{ model: "m", documents }, "'query' is required."],
      [{ model: "m", query: "q", documents: [] }, "'documents' must be a non-empty list."],
      [
        { model: "m", query: "q", documents: ["a", { image: "x" }] },
        "'documents[1]' must be a string, or an object with 'text'.",
      ],
      [{ model: "m", query: "q", documents, top_n: 0 }, "'top_n' must be a whole number"],
    ];
    for (const [body, sentence] of refusals) {
      const { status, answer } = await post(body);
      expect(status).toBe(400);
      expect(answer.detail).toContain(sentence);
      expect(answer.detail).toMatch(/\(request id: req-1\)$/);
    }
  });

  it("measures the query and the documents", () => {
    expect(format.measure({ query: "q", documents })).toEqual({ tokens: 0, text: "q\nzero\none\ntwo" });
  });
});
