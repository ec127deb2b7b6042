import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import { readPieces } from "../../../../test/conformance/feed-stream.ts";
import { aChannelView, aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import { provider } from "./index.ts";

const channel = aChannelView({
  baseUrl: "https://dashscope.aliyuncs.com",
  plugin: { protocol: { legacy: true } },
  other: '{"calculator":{}}',
});
const build = (call: ChatCall) => provider.chat!.buildRequest(call, channel);
const stream = (...events: unknown[]) => [
  Buffer.from(
    events
      .map((data, id) => `id:${id}\nevent:result\n:HTTP_STATUS/200\ndata:${JSON.stringify(data)}\n\n`)
      .join(""),
  ),
];

describe("DashScope's own protocol", () => {
  it("puts messages into `input` and everything else into `parameters`", () => {
    const tools = [{ name: "f", parameters: { type: "object" } }];
    const request = build(
      aChatCall({
        model: "qwen-plus",
        stream: true,
        tools,
        maxOutputTokens: 9,
        topK: 5,
        frequencyPenalty: 1,
      }),
    );
    expect(request.url).toBe(
      "https://dashscope.aliyuncs.com/api/v1/services/aigc/text-generation/generation",
    );
    expect(request.headers).toMatchObject({
      authorization: "Bearer test-key",
      "x-dashscope-sse": "enable",
      "x-dashscope-plugin": '{"calculator":{}}',
    });
    expect(JSON.parse(String(request.body))).toEqual({
      model: "qwen-plus",
      input: { messages: [{ role: "user", content: "Hello" }] },
      parameters: {
        result_format: "message",
        incremental_output: true,
        max_tokens: 9,
        top_k: 5,
        tools: [{ type: "function", function: { name: "f", parameters: { type: "object" } } }],
      },
    });
    expect(request.dropped).toEqual(["frequency_penalty"]);
    expect(build(aChatCall()).headers).not.toHaveProperty("x-dashscope-sse");
  });

  it("sends images to the multimodal endpoint, and reports them as dropped elsewhere", () => {
    const messages: ChatCall["messages"] = [
      {
        role: "user",
        content: [
          { type: "text", text: "What?" },
          { type: "image", source: { kind: "url", url: "https://pictures.test/cat.jpg" } },
        ],
      },
    ];
    const sees = build(aChatCall({ model: "qwen-vl-max", messages }));
    expect(sees.url).toMatch(/multimodal-generation\/generation$/);
    expect(JSON.parse(String(sees.body))).toMatchObject({
      input: { messages: [{ content: [{ text: "What?" }, { image: "https://pictures.test/cat.jpg" }] }] },
    });
    expect(build(aChatCall({ model: "qwen-plus", messages })).dropped).toEqual(["messages.image"]);
  });

  it("is overridden by the One API option for the compatible API", () => {
    const plugin = { protocol: { legacy: true }, use_openai_api: { enable: true } };
    const request = provider.chat!.buildRequest(aChatCall(), { ...channel, plugin });
    expect(request.url).toContain("/compatible-mode/v1/");
  });

  it("reads whole answers of text and of parts", () => {
    const usage = {
      input_tokens: 20,
      output_tokens: 9,
      total_tokens: 29,
      prompt_tokens_details: { cached_tokens: 8 },
      output_tokens_details: { reasoning_tokens: 4 },
    };
    const read = (message: object, reason = "stop") =>
      collectResult(
        provider.chat!.readResponse(
          { request_id: "r1", output: { choices: [{ message, finish_reason: reason }] }, usage },
          aChatCall(),
        ),
      );
    expect(read({ role: "assistant", content: "Hi", reasoning_content: "hm" })).toMatchObject({
      id: "r1",
      text: "Hi",
      reasoning: "hm",
      stop: "stop",
      usage: { ...noUsage, input: 12, cached: 8, output: 5, reasoning: 4 },
    });
    expect(read({ content: [{ text: "A" }, { text: "B" }] }).text).toBe("AB");
    const call = { id: "c", function: { name: "f", arguments: "{}" } };
    expect(read({ content: "", tool_calls: [call] }, "tool_calls")).toMatchObject({
      stop: "tool-calls",
      tools: [{ id: "c", name: "f", arguments: "{}" }],
    });
  });

  it("reads streams, whose last event has the finish reason", () => {
    const event = (content: string, reason: string, tokens: number) => ({
      request_id: "r1",
      output: { choices: [{ message: { role: "assistant", content }, finish_reason: reason }] },
      usage: { input_tokens: 5, output_tokens: tokens, total_tokens: 5 + tokens },
    });
    const parts = readPieces(
      provider,
      aChatCall({ stream: true }),
      stream(event("Hel", "null", 1), event("lo", "null", 2), event("", "stop", 3)),
    );
    expect(collectParts(parts)).toMatchObject({
      id: "r1",
      text: "Hello",
      stop: "stop",
      ended: true,
      usage: { ...noUsage, input: 5, output: 3 },
    });
    const cut = readPieces(provider, aChatCall({ stream: true }), stream(event("Hel", "null", 1)));
    expect(collectParts(cut)).toMatchObject({ text: "Hel", stop: undefined, ended: false });
  });

  it("reads several choices of one stream to the end of the last", () => {
    const event = (index: number, content: string, reason: string) => ({
      output: { choices: [{ index, message: { content }, finish_reason: reason }] },
      usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
    });
    const parts = readPieces(
      provider,
      aChatCall({ stream: true, choices: 2 }),
      stream(event(0, "A", "stop"), event(1, "B", "null"), event(1, "", "stop")),
    );
    expect(parts.filter((part) => part.type === "text").map((part) => part.text)).toEqual(["A", "B"]);
    expect(parts.at(-1)).toEqual({ type: "end" });
  });

  it("reports problems inside answers with status 200, framed or bare", () => {
    const refusal = { code: "Throttling", message: "Too many requests", request_id: "r9" };
    expect(() => provider.chat!.readResponse(refusal, aChatCall())).toThrow("Too many requests");
    for (const bytes of [stream(refusal), [Buffer.from(`\n${JSON.stringify(refusal)}`)]])
      expect(readPieces(provider, aChatCall({ stream: true }), bytes)).toMatchObject([
        { type: "problem", problem: { kind: "rate", code: "Throttling", message: "Too many requests" } },
      ]);
  });
});

describe("ali, embeddings", () => {
  const call = { model: "text-embedding-v4", inputs: ["a", "b"], encoding: "float", dimensions: 64 } as const;
  const answerOf = (body: unknown) => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) });

  it("uses the compatible API by default", () => {
    const request = provider.embeddings!.buildRequest(
      { ...call, inputs: [...call.inputs] },
      aChannelView({ baseUrl: "https://dashscope.aliyuncs.com" }),
    );
    expect(request.url).toBe("https://dashscope.aliyuncs.com/compatible-mode/v1/embeddings");
    expect(JSON.parse(String(request.body))).toEqual({
      model: "text-embedding-v4",
      input: ["a", "b"],
      dimensions: 64,
    });
  });

  it("uses DashScope's own if the channel selects it", () => {
    const embeddingCall = { ...call, inputs: [...call.inputs], purpose: "search_query" };
    const request = provider.embeddings!.buildRequest(embeddingCall, channel);
    expect(request.url).toMatch(/text-embedding\/text-embedding$/);
    expect(JSON.parse(String(request.body))).toEqual({
      model: "text-embedding-v4",
      input: { texts: ["a", "b"] },
      parameters: { dimension: 64, text_type: "query" },
    });
    const output = {
      embeddings: [
        { text_index: 1, embedding: [2] },
        { text_index: 0, embedding: [1] },
      ],
    };
    expect(
      provider.embeddings!.readResponse(answerOf({ output, usage: { total_tokens: 7 } }), embeddingCall),
    ).toEqual({
      model: "text-embedding-v4",
      vectors: [[1], [2]],
      usage: { ...noUsage, input: 7 },
    });
  });
});
