import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import { frameAwsMessage, frameLines, readPieces } from "../../../../test/conformance/feed-stream.ts";
import {
  aChannelView,
  aChatCall,
  type ConformanceCase,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import { provider } from "./index.ts";

const stopped: ConformanceCase["stopped"] = (word) => ({
  body: {
    output: { message: { role: "assistant", content: [{ text: "Half a" }] } },
    stopReason: word,
    usage: { inputTokens: 1, outputTokens: 2 },
  },
  lines: [
    { messageStart: { role: "assistant" } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "Half a" } } },
    { messageStop: { stopReason: word } },
    { metadata: { usage: { inputTokens: 1, outputTokens: 2 } } },
  ].map((event) => JSON.stringify(event)),
});

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "aws-event-stream",
  stops: {
    end_turn: "stop",
    max_tokens: "length",
    stop_sequence: "stop-sequence",
    tool_use: "tool-calls",
    guardrail_intervened: "filter",
    content_filtered: "filter",
    model_context_window_exceeded: "context-length",
    tomorrow: "stop",
  },
  stopped,
  skip: {
    "model list":
      "Bedrock lists models at another service, by region, and most of them cannot be called by that name",
  },
});

const call = aChatCall({ model: "amazon.nova-lite-v1:0", stream: true });

function readStream(lines: object[]) {
  const bytes = frameLines(
    lines.map((line) => JSON.stringify(line)),
    "aws-event-stream",
  );
  return readPieces(provider, call, [bytes]);
}

describe("converse streams", () => {
  it("may report usage before the stop, or not at all", () => {
    const text = { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "Hi" } } };
    const stop = { messageStop: { stopReason: "end_turn" } };
    const usage = { metadata: { usage: { inputTokens: 3, outputTokens: 4 } } };
    for (const lines of [
      [text, usage, stop],
      [text, stop, usage],
    ])
      expect(collectParts(readStream(lines))).toMatchObject({
        text: "Hi",
        stop: "stop",
        usage: { ...noUsage, input: 3, output: 4 },
        ended: true,
      });
    expect(collectParts(readStream([text, stop]))).toMatchObject({ usage: undefined, ended: true });
  });

  it("emit nothing of the answer after its stop", () => {
    const text = { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "Hi" } } };
    const stop = { messageStop: { stopReason: "end_turn" } };
    const usage = { metadata: { usage: { inputTokens: 3, outputTokens: 4 } } };
    expect(readStream([text, stop, text, stop, usage, usage, text]).map((part) => part.type)).toEqual([
      "start",
      "text",
      "stop",
      "usage",
      "end",
    ]);
  });

  it("emit an image whole, at the end of its block", () => {
    const piece = (bytes: string) => ({
      contentBlockDelta: { contentBlockIndex: 0, delta: { image: { source: { bytes } } } },
    });
    const parts = readStream([
      { contentBlockStart: { contentBlockIndex: 0, start: { image: { format: "jpeg" } } } },
      piece("aA=="),
      piece("aQ=="),
      { contentBlockStop: { contentBlockIndex: 0 } },
      { messageStop: { stopReason: "end_turn" } },
    ]);
    const source = { kind: "inline", mediaType: "image/jpeg", data: "aGk=" };
    expect(parts[1]).toEqual({ type: "image", choice: 0, source });
    expect(parts.map((part) => part.type)).toEqual(["start", "image", "stop", "end"]);
  });

  it("never end without a stop", () => {
    const text = { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "Hi" } } };
    const usage = { metadata: { usage: { inputTokens: 3, outputTokens: 4 } } };
    expect(collectParts(readStream([text, usage]))).toMatchObject({ text: "Hi", ended: false });
    const whole = frameLines(
      [text, { messageStop: {} }].map((line) => JSON.stringify(line)),
      "aws-event-stream",
    );
    const parts = readPieces(provider, call, [whole.subarray(0, whole.length - 1)]);
    expect(collectParts(parts)).toMatchObject({ text: "Hi", stop: undefined, ended: false });
  });

  it("give a tool without arguments an empty object, closed or not", () => {
    const start = {
      contentBlockStart: { contentBlockIndex: 0, start: { toolUse: { toolUseId: "a", name: "now" } } },
    };
    const nothing = { contentBlockDelta: { contentBlockIndex: 0, delta: { toolUse: { input: "" } } } };
    const close = { contentBlockStop: { contentBlockIndex: 0 } };
    const stop = { messageStop: { stopReason: "tool_use" } };
    for (const lines of [
      [start, nothing, close, stop],
      [start, close, stop],
      [start, stop],
    ])
      expect(collectParts(readStream(lines)).tools).toEqual([{ id: "a", name: "now", arguments: "{}" }]);
  });

  it("break off with a problem at an exception, after any event", () => {
    const text = JSON.stringify({ contentBlockDelta: { contentBlockIndex: 0, delta: { text: "Hi" } } });
    const exception = (name: string, payload: string) =>
      frameAwsMessage({ ":message-type": "exception", ":exception-type": name }, payload);
    const read = (name: string, payload: string) =>
      readPieces(provider, call, [frameLines([text], "aws-event-stream"), exception(name, payload)]).at(-1);
    expect(read("throttlingException", '{"message":"Slow down."}')).toEqual({
      type: "problem",
      problem: { kind: "rate", status: 200, message: "Slow down.", type: "throttlingException" },
    });
    expect(read("modelStreamErrorException", '{"message":"Broken"}')).toMatchObject({
      problem: { kind: "server" },
    });
    expect(read("serviceUnavailableException", "not JSON")).toMatchObject({
      problem: { kind: "overload", message: "not JSON" },
    });
  });

  it("emit citations and drop signatures", () => {
    const citation = {
      title: "Report",
      sourceContent: [{ text: "It " }, { text: "rains." }],
      location: { web: { url: "https://a.test/x" } },
    };
    const parts = readStream([
      { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { signature: "c2ln" } } } },
      {
        contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { redactedContent: "cmVk" } } },
      },
      { contentBlockDelta: { contentBlockIndex: 1, delta: { citation } } },
      { messageStop: { stopReason: "end_turn" } },
    ]);
    expect(parts.map((part) => part.type)).toEqual(["start", "citation", "stop", "end"]);
    expect(parts[1]).toMatchObject({
      citation: { title: "Report", quote: "It rains.", url: "https://a.test/x" },
    });
    const content = [{ citationsContent: { content: [{ text: "Wet." }], citations: [citation] } }];
    const whole = provider.chat!.readResponse(
      { output: { message: { content } }, stopReason: "end_turn" },
      call,
    );
    expect(collectResult(whole).text).toBe("Wet.");
    expect(whole.choices[0]?.content[0]).toMatchObject({ citations: [{ title: "Report" }] });
  });
});

describe("rerank", () => {
  const rerank = provider.rerank!;
  const channel = aChannelView({ baseUrl: provider.descriptor.defaultBaseUrl!, key: "eu-west-1|token" });
  const call = { model: "cohere.rerank-v3-5:0", query: "q", documents: ["a", "b"], returnDocuments: false };

  it("calls the agent runtime, by ARN, and requests no more results than documents", () => {
    const request = rerank.buildRequest({ ...call, top: 5 }, channel);
    expect(request.url).toBe("https://bedrock-agent-runtime.eu-west-1.amazonaws.com/rerank");
    expect(request.headers.authorization).toBe("Bearer token");
    expect(JSON.parse(String(request.body))).toMatchObject({
      queries: [{ type: "TEXT", textQuery: { text: "q" } }],
      sources: [
        { type: "INLINE", inlineDocumentSource: { type: "TEXT", textDocument: { text: "a" } } },
        { type: "INLINE", inlineDocumentSource: { type: "TEXT", textDocument: { text: "b" } } },
      ],
      rerankingConfiguration: {
        type: "BEDROCK_RERANKING_MODEL",
        bedrockRerankingConfiguration: {
          modelConfiguration: {
            modelArn: "arn:aws:bedrock:eu-west-1::foundation-model/cohere.rerank-v3-5:0",
          },
          numberOfResults: 2,
        },
      },
    });
    const own = rerank.buildRequest(call, aChannelView({ baseUrl: "https://mine.test", key: "r|t" }));
    expect(own.url).toBe("https://mine.test/rerank");
  });

  it("reads indices and scores", () => {
    const answer = (body: string) => ({ status: 200, headers: {}, body: Buffer.from(body) });
    expect(
      rerank.readResponse(answer('{"results":[{"index":1,"relevanceScore":0.5},{"index":null},null]}'), call),
    ).toEqual({ model: call.model, results: [{ index: 1, score: 0.5 }] });
    expect(() => rerank.readResponse(answer('{"message":"x"}'), call)).toThrow("no results");
  });
});

describe("embeddings", () => {
  const embeddings = provider.embeddings!;
  const channel = aChannelView({ key: "us-east-1|token" });
  const call = { model: "cohere.embed-v4:0", inputs: ["a", "b"], encoding: "float" as const };

  it("use each vendor's own format", () => {
    const cohere = embeddings.buildRequest({ ...call, dimensions: 256, purpose: "search_query" }, channel);
    expect(cohere.url).toBe("https://upstream.test/model/cohere.embed-v4%3A0/invoke");
    expect(JSON.parse(String(cohere.body))).toEqual({
      texts: ["a", "b"],
      input_type: "search_query",
      embedding_types: ["float"],
      output_dimension: 256,
    });
    const titan = { ...call, model: "amazon.titan-embed-text-v2:0", inputs: ["a"] };
    expect(JSON.parse(String(embeddings.buildRequest({ ...titan, dimensions: 256 }, channel).body))).toEqual({
      inputText: "a",
      dimensions: 256,
    });
    expect(
      embeddings.buildRequest({ ...titan, purpose: "search_query", endUser: "u" }, channel).dropped,
    ).toEqual(["user", "input_type"]);
    expect(() => embeddings.buildRequest({ ...titan, inputs: ["a", "b"] }, channel)).toThrow("one input");
    expect(() => embeddings.buildRequest({ ...titan, inputs: [[1, 2]] }, channel)).toThrow("token IDs");
    expect(() => embeddings.buildRequest({ ...titan, model: "x.y" }, channel)).toThrow(
      "does not support embeddings",
    );
  });

  it("read vectors and count by body or header", () => {
    const answer = (body: object, headers = {}) => ({
      status: 200,
      headers,
      body: Buffer.from(JSON.stringify(body)),
    });
    const two = [
      [1, 2],
      [3, 4],
    ];
    const counted = answer({ embeddings: { float: two } }, { "x-amzn-bedrock-input-token-count": "7" });
    expect(embeddings.readResponse(counted, call)).toEqual({
      model: call.model,
      vectors: two,
      usage: { ...noUsage, input: 7 },
    });
    expect(embeddings.readResponse(answer({ embeddings: two }), call)).toEqual({
      model: call.model,
      vectors: two,
    });
    const titan = answer({ embedding: [0.5], inputTextTokenCount: 3 });
    expect(embeddings.readResponse(titan, { ...call, inputs: ["a"] })).toMatchObject({
      vectors: [[0.5]],
      usage: { input: 3 },
    });
    expect(() => embeddings.readResponse(answer({ embeddings: [[1]] }), call)).toThrow("1 vectors for 2");
  });
});
