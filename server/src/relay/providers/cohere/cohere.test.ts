import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import { readPieces } from "../../../../test/conformance/feed-stream.ts";
import {
  aChannelView,
  aChatCall,
  type ConformanceCase,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import { provider } from "./index.ts";

const billed = { billed_units: { input_tokens: 3, output_tokens: 4 } };

const stopped: ConformanceCase["stopped"] = (word) => ({
  body: { id: "x", message: { content: [{ type: "text", text: "Half a" }] }, finish_reason: word },
  lines: [
    { type: "message-start", id: "x", delta: { message: { role: "assistant" } } },
    { type: "content-delta", index: 0, delta: { message: { content: { text: "Half a" } } } },
    { type: "message-end", delta: { finish_reason: word, usage: billed } },
  ].map((event) => JSON.stringify(event)),
});

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "event-and-data",
  stops: {
    COMPLETE: "stop",
    STOP_SEQUENCE: "stop-sequence",
    MAX_TOKENS: "length",
    TOOL_CALL: "tool-calls",
    ERROR: "filter",
    ERROR_TOXIC: "filter",
    ERROR_LIMIT: "context-length",
    TOMORROW: "stop",
  },
  stopped,
  skip: {
    "usage with cached tokens": "billed units contain no cache; see the tests below",
  },
});

const chat = provider.chat!;
const call = aChatCall({ stream: true });

function readStream(events: object[], tail = "data: [DONE]\n\n") {
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  return readPieces(provider, call, [Buffer.from(text + tail)]);
}

const message = (value: object) => ({ message: value });

describe("cohere answers", () => {
  it("count billed units, and tokens if there are none", () => {
    const read = (usage: unknown) =>
      chat.readResponse({ message: {}, finish_reason: "COMPLETE", usage }, call).usage;
    const tokens = { input_tokens: 500, output_tokens: 15 };
    expect(read({ ...billed, tokens, cached_tokens: 448 })).toEqual({ ...noUsage, input: 3, output: 4 });
    expect(read({ tokens, cached_tokens: 448 })).toEqual({ ...noUsage, input: 52, cached: 448, output: 15 });
    expect(read({ tokens, cached_tokens: 900 })).toMatchObject({ input: 0, cached: 500 });
    expect(read({ billed_units: {}, tokens })).toEqual({ ...noUsage, input: 500, output: 15 });
    for (const none of [undefined, null, {}, { billed_units: null }]) expect(read(none)).toBeUndefined();
  });

  it("read a plan before tool calls as reasoning, and missing arguments as an empty object", () => {
    for (const text of ["null", "", " "]) {
      const fn = { name: "now", arguments: text };
      const body = { message: { tool_plan: "Look.", tool_calls: [{ id: "a", function: fn }] } };
      expect(collectResult(chat.readResponse(body, call))).toMatchObject({
        reasoning: "Look.",
        tools: [{ id: "a", name: "now", arguments: "{}" }],
      });
    }
    const start = (index: number) => ({
      type: "tool-call-start",
      index,
      delta: message({ tool_calls: { id: `t${index}`, function: { name: "now", arguments: "" } } }),
    });
    const piece = (index: number, text: string) => ({
      type: "tool-call-delta",
      index,
      delta: message({ tool_calls: { function: { arguments: text } } }),
    });
    const close = (index: number) => ({ type: "tool-call-end", index });
    const parts = readStream([
      { type: "tool-plan-delta", delta: message({ tool_plan: "Look." }) },
      start(0),
      close(0),
      start(1),
      piece(1, "nu"),
      piece(1, "ll"),
      close(1),
      start(2),
      piece(2, "n"),
      piece(2, "one"),
      close(2),
      // Never closed.
      start(3),
      { type: "message-end", delta: { finish_reason: "TOOL_CALL", usage: billed } },
    ]);
    expect(collectParts(parts)).toMatchObject({
      reasoning: "Look.",
      tools: [{ arguments: "{}" }, { arguments: "{}" }, { arguments: "none" }, { arguments: "{}" }],
      stop: "tool-calls",
      ended: true,
    });
  });

  it("read a call in a list as the call", () => {
    const event = (type: string, fn: object) => ({
      type,
      index: 0,
      delta: message({ tool_calls: [{ id: "a", function: fn }] }),
    });
    const parts = readStream([
      event("tool-call-start", { name: "f", arguments: "" }),
      event("tool-call-delta", { arguments: '{"a":1}' }),
      { type: "message-end", delta: { finish_reason: "TOOL_CALL", usage: billed } },
    ]);
    expect(collectParts(parts).tools).toEqual([{ id: "a", name: "f", arguments: '{"a":1}' }]);
  });

  it("place citations in the whole text", () => {
    const citation = {
      start: 1,
      end: 3,
      text: "ul",
      sources: [{ type: "document", id: "d", document: { title: "T", url: "https://a.test", snippet: "s" } }],
      type: "TEXT_CONTENT",
      content_index: 2,
    };
    const read = { start: 6, end: 8, quote: "ul", title: "T", url: "https://a.test" };
    const content = [
      { type: "thinking", thinking: "Hm" },
      { type: "text", text: "First" },
      { type: "text", text: "null" },
    ];
    const plan = { ...citation, type: "PLAN" };
    const whole = chat.readResponse({ message: { content, citations: [citation, plan] } }, call);
    const { start: _start, end: _end, ...placeless } = read;
    expect(whole.choices[0]?.content[2]).toEqual({
      type: "text",
      text: "null",
      citations: [read, placeless],
    });

    const delta = (index: number, value: object) => ({
      type: "content-delta",
      index,
      delta: message({ content: value }),
    });
    const parts = readStream([
      delta(0, { thinking: "Hm" }),
      delta(1, { text: "Fi" }),
      delta(1, { text: "rst" }),
      delta(2, { text: "null" }),
      { type: "citation-start", index: 0, delta: message({ citations: citation }) },
      { type: "citation-end", index: 0 },
      { type: "message-end", delta: { finish_reason: "COMPLETE" } },
    ]);
    expect(parts.filter((part) => part.type === "citation")).toEqual([
      { type: "citation", choice: 0, citation: read },
    ]);
  });

  it("end with message-end only, and with a problem if the upstream gave up", () => {
    const text = { type: "content-delta", index: 0, delta: message({ content: { text: "Hi" } }) };
    expect(collectParts(readStream([text]))).toMatchObject({ text: "Hi", ended: false });
    const broken = readStream([
      text,
      { type: "message-end", delta: { finish_reason: "ERROR", error: "Out of luck" } },
    ]);
    expect(broken.at(-1)).toEqual({
      type: "problem",
      problem: { kind: "server", status: 200, message: "Out of luck" },
    });
    expect(readStream([{ id: "x", message: "internal error" }], "").at(-1)).toMatchObject({
      problem: { kind: "server", message: "internal error" },
    });
  });

  it("keep log probabilities", () => {
    const logprobs = { token_ids: [1], text: "Hi", logprobs: [-0.5] };
    const parts = readStream([
      { type: "content-delta", index: 0, delta: message({ content: { text: "Hi" } }), logprobs },
    ]);
    expect(parts).toContainEqual({ type: "log-probabilities", choice: 0, value: logprobs });
  });
});

describe("cohere rerank", () => {
  const call = { model: "rerank-v3.5", query: "q", documents: ["a", "b"], returnDocuments: true, top: 1 };
  const answer = {
    id: "r",
    results: [{ index: 1, relevance_score: 0.9 }],
    meta: { billed_units: { search_units: 2 } },
  };
  const channel = aChannelView();

  it("calls v2 and counts search units as prompt tokens", () => {
    const request = provider.rerank!.buildRequest(call, channel);
    expect(request.url).toBe("https://upstream.test/v2/rerank");
    expect(JSON.parse(String(request.body))).toEqual({
      model: "rerank-v3.5",
      query: "q",
      documents: ["a", "b"],
      top_n: 1,
    });
    const read = (body: object) =>
      provider.rerank!.readResponse(
        { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) },
        call,
      );
    expect(read(answer)).toEqual({
      id: "r",
      results: [{ index: 1, score: 0.9 }],
      usage: { ...noUsage, input: 2 },
    });
    expect(read({ results: [null, {}] })).toEqual({ results: [] });
    expect(() => read({ message: "x" })).toThrow("no results");
  });

  it("forwards the caller's own bytes if the format is the same", () => {
    const native = provider.native!;
    expect(native.supports("cohere-rerank", "rerank-v3.5", channel)).toBe(true);
    expect(native.supports("openai-chat", "command-a-03-2025", channel)).toBe(false);
    const body = Buffer.from('{"model":"rerank-v3.5"}');
    const request = native.buildRequest(
      {
        format: "cohere-rerank",
        model: "rerank-v3.5",
        stream: false,
        body,
        headers: { authorization: "x", a: "b" },
      },
      channel,
    );
    expect(request).toMatchObject({ url: "https://upstream.test/v2/rerank", headers: { a: "b" } });
    expect(request.headers.authorization).toBe("Bearer test-key");
    expect(request.body).toBe(body);
    expect(native.readUsage(answer, undefined, "cohere-rerank")).toEqual({ ...noUsage, input: 2 });
    expect(native.readUsage({}, undefined, "cohere-rerank")).toBeUndefined();
  });
});

describe("cohere embeddings", () => {
  const call = { model: "embed-v4.0", inputs: ["a", "b"], encoding: "float" as const };

  it("set the purpose of the vectors", () => {
    const build = (more: object) => provider.embeddings!.buildRequest({ ...call, ...more }, aChannelView());
    expect(JSON.parse(String(build({}).body))).toEqual({
      model: "embed-v4.0",
      texts: ["a", "b"],
      input_type: "search_document",
      embedding_types: ["float"],
    });
    const request = build({ purpose: "clustering", dimensions: 256, title: "t", endUser: "u" });
    expect(request.url).toBe("https://upstream.test/v2/embed");
    expect(JSON.parse(String(request.body))).toMatchObject({
      input_type: "clustering",
      output_dimension: 256,
    });
    expect(request.dropped).toEqual(["title", "user"]);
    expect(() => build({ inputs: [[1, 2]] })).toThrow("token IDs");
  });

  it("read one vector for each input", () => {
    const read = (body: object) =>
      provider.embeddings!.readResponse(
        { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) },
        call,
      );
    const float = [
      [1, 2],
      [3, 4],
    ];
    expect(read({ embeddings: { float }, meta: { billed_units: { input_tokens: 10 } } })).toEqual({
      model: "embed-v4.0",
      vectors: float,
      usage: { ...noUsage, input: 10 },
    });
    expect(() => read({ embeddings: { float: [[1]] } })).toThrow("1 vectors for 2");
  });
});
