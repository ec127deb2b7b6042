import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { collectParts } from "../../../../test/conformance/collect-parts.ts";
import { frameLines, readPieces } from "../../../../test/conformance/feed-stream.ts";
import {
  aChannelView,
  aChatCall,
  type ConformanceCase,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall, ChatMessage } from "../../canonical/chat.ts";
import { provider } from "./index.ts";
import { chatToWire } from "./to-wire.ts";

const stopped: ConformanceCase["stopped"] = (word) => {
  const message = { role: "assistant", content: "Half a" };
  return {
    body: { model: "m", message, done: true, done_reason: word },
    lines: [
      { model: "m", message, done: false },
      { model: "m", message: { role: "assistant", content: "" }, done: true, done_reason: word },
    ].map((line) => JSON.stringify(line)),
  };
};

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "ndjson",
  stops: { stop: "stop", length: "length", load: "stop", tomorrow: "stop" },
  stopped,
  skip: { "usage with cached tokens": "Ollama's counts contain no cache" },
});

const chat = provider.chat!;
const translate = (call: Partial<ChatCall>) => chatToWire(aChatCall(call));
const user = (...content: Extract<ChatMessage, { role: "user" }>["content"]): ChatMessage => ({
  role: "user",
  content,
});

function readLines(...lines: object[]) {
  const bytes = frameLines(
    lines.map((line) => JSON.stringify(line)),
    "ndjson",
  );
  return readPieces(provider, aChatCall({ stream: true }), [bytes]);
}

describe("ollama answers", () => {
  it("have usage only if both counts are present", () => {
    const read = (counts: object) =>
      chat.readResponse({ message: { content: "x" }, ...counts }, aChatCall()).usage;
    expect(read({ prompt_eval_count: 3, eval_count: 4 })).toEqual({ ...noUsage, input: 3, output: 4 });
    expect(read({ eval_count: 4 })).toBeUndefined();
    expect(read({ prompt_eval_count: null, eval_count: 4 })).toBeUndefined();
  });

  it("keep the server's ids, and generate equal ones in every mode otherwise", () => {
    const call = (name: string, id?: string) => ({ ...(id && { id }), function: { name, arguments: {} } });
    const time = "2026-07-01T12:00:00.5Z";
    const message = { tool_calls: [call("f", "own"), call("g"), call("h")] };
    const ids = ["own", "call_20260701T1200005Z_1", "call_20260701T1200005Z_2"];
    const whole = chat.readResponse({ created_at: time, message, done_reason: "stop" }, aChatCall());
    expect(whole.choices[0]?.content).toMatchObject(ids.map((id) => ({ id, arguments: "{}" })));
    expect(whole.created).toBe(Date.UTC(2026, 6, 1, 12) / 1000);
    const parts = readLines(
      { created_at: time, message: { tool_calls: message.tool_calls.slice(0, 2) } },
      {
        created_at: time,
        message: { tool_calls: message.tool_calls.slice(2) },
        done: true,
        done_reason: "stop",
      },
    );
    expect(collectParts(parts)).toMatchObject({ tools: ids.map((id) => ({ id })), stop: "tool-calls" });
  });

  it("break off with a problem, and never end without the last line", () => {
    const text = { message: { content: "Hi" }, done: false };
    expect(collectParts(readLines(text))).toMatchObject({ text: "Hi", ended: false });
    expect(readLines(text, { error: "out of memory" }).at(-1)).toMatchObject({
      type: "problem",
      problem: { kind: "server", message: "out of memory" },
    });
  });
});

describe("ollama requests", () => {
  it("contain a conversation with images, reasoning, tool calls and results", () => {
    const png = { kind: "inline" as const, mediaType: "image/png", data: "AA==" };
    const { body, dropped } = translate({
      messages: [
        { role: "system", content: [{ type: "text", text: "Be brief." }] },
        user({ type: "text", text: "One" }, { type: "image", source: png }, { type: "text", text: "Two" }),
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "Look." },
            { type: "tool-call", id: "t", name: "f", arguments: '{"a":1}' },
            { type: "tool-call", id: "u", name: "g", arguments: "half" },
          ],
        },
        user({
          type: "tool-result",
          toolCallId: "t",
          content: [
            { type: "text", text: "sun" },
            { type: "image", source: png },
          ],
        }),
      ],
    });
    expect(body).toEqual({
      model: "test-model",
      stream: false,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "One\nTwo", images: ["AA=="] },
        {
          role: "assistant",
          content: "",
          thinking: "Look.",
          tool_calls: [
            { id: "t", function: { name: "f", arguments: { a: 1 } } },
            { id: "u", function: { name: "g", arguments: { arguments: "half" } } },
          ],
        },
        { role: "tool", content: "sun", tool_call_id: "t", tool_name: "f" },
        { role: "user", content: "", images: ["AA=="] },
      ],
    });
    expect(dropped).toEqual([]);
  });

  it("put limits and sampling into options, only if the call sets them", () => {
    expect(translate({}).body).not.toHaveProperty("options");
    const { body } = translate({
      maxOutputTokens: 9,
      temperature: 0,
      topP: 0.5,
      topK: 3,
      seed: 0,
      frequencyPenalty: 1,
      presencePenalty: 1,
      stop: ["END"],
      logProbabilities: { alternatives: 2 },
    });
    expect(body).toMatchObject({
      options: {
        num_predict: 9,
        temperature: 0,
        top_p: 0.5,
        top_k: 3,
        seed: 0,
        frequency_penalty: 1,
        presence_penalty: 1,
        stop: ["END"],
      },
      logprobs: true,
      top_logprobs: 2,
    });
  });

  it("render tools, thinking and a format as far as supported", () => {
    const tools = [{ name: "f" }, { name: "g", description: "G", parameters: { type: "object" } }];
    const g = { type: "function", function: { name: "g", description: "G", parameters: { type: "object" } } };
    expect(translate({ tools }).body.tools).toHaveLength(2);
    expect(translate({ tools, toolChoice: { type: "none" } })).toMatchObject({ dropped: [] });
    expect(translate({ tools, toolChoice: { type: "none" } }).body).not.toHaveProperty("tools");
    expect(translate({ tools, toolChoice: { type: "tool", name: "g" } })).toMatchObject({
      body: { tools: [g] },
      dropped: ["tool_choice"],
    });
    const think = (reasoning: ChatCall["reasoning"], model = "qwen3") =>
      translate({ model, ...(reasoning && { reasoning }) }).body.think;
    expect([
      think(undefined),
      think({ effort: "none" }),
      think({ effort: "low" }),
      think({ budgetTokens: 0 }),
    ]).toEqual([undefined, false, true, false]);
    expect(think({ effort: "xhigh" }, "gpt-oss:20b")).toBe("high");
    expect(think({ budgetTokens: 4000 }, "gpt-oss:20b")).toBe("medium");
    expect(translate({ responseFormat: { type: "json" } }).body.format).toBe("json");
    const schema = { type: "object" };
    expect(translate({ responseFormat: { type: "json-schema", name: "n", schema } }).body.format).toEqual(
      schema,
    );
  });

  it("report what they do not support", () => {
    const messages = [
      user(
        { type: "text", text: "Hi", cache: {} },
        { type: "file", source: { kind: "inline", mediaType: "application/pdf", data: "AA==" } },
        { type: "image", source: { kind: "url", url: "https://a.test/x.png" } },
        { type: "audio", data: "AA==", format: "wav" },
      ),
    ];
    expect(translate({ choices: 2, parallelToolCalls: false, messages }).dropped).toEqual([
      "cache_control",
      "messages.file",
      "messages.image",
      "messages.input_audio",
      "n",
      "parallel_tool_calls",
    ]);
  });

  it("contain the channel's headers, and its parameters one by one", () => {
    const plugin = {
      headers: { "CF-Access-Client-Id": "id", "bad name": "x", "x-bad": "a\nb", "x-number": 1 },
    };
    const customParameters = { keep_alive: "1h", options: { num_ctx: 8192, temperature: 1 } };
    const build = (custom: Record<string, unknown>) =>
      chat.buildRequest(aChatCall({ temperature: 0 }), aChannelView({ plugin, customParameters: custom }));
    const request = build(customParameters);
    expect(request.url).toBe("https://upstream.test/api/chat");
    expect(request.headers).toEqual({
      "content-type": "application/json",
      accept: "application/json",
      authorization: "Bearer test-key",
      "cf-access-client-id": "id",
    });
    expect(JSON.parse(String(request.body))).toMatchObject({
      keep_alive: "1h",
      options: { num_ctx: 8192, temperature: 0 },
    });
    expect(JSON.parse(String(build({ ...customParameters, overwrite: true }).body))).toMatchObject({
      options: { num_ctx: 8192, temperature: 1 },
    });
    const forbidden = build({ ...customParameters, remove_params: ["options.temperature", "keep_alive"] });
    expect(JSON.parse(String(forbidden.body))).toMatchObject({ options: { num_ctx: 8192 } });
    expect(String(forbidden.body)).not.toMatch(/temperature|keep_alive/);
    expect(chat.buildRequest(aChatCall(), aChannelView({ key: "" })).headers).not.toHaveProperty(
      "authorization",
    );
  });
});

describe("ollama calls other than chat", () => {
  it("forwards OpenAI's calls only if the channel selects it", () => {
    const native = provider.native!;
    const on = aChannelView({ plugin: { use_openai_api: { enable: true }, headers: { "x-a": "b" } } });
    expect(native.supports("openai-chat", "m", on)).toBe(true);
    expect(native.supports("anthropic-messages", "m", on)).toBe(false);
    expect(native.supports("openai-chat", "m", aChannelView())).toBe(false);
    const body = Buffer.from("{}");
    const request = native.buildRequest(
      { format: "openai-chat", model: "m", stream: true, body, headers: {} },
      on,
    );
    expect(request).toMatchObject({
      url: "https://upstream.test/v1/chat/completions",
      headers: { authorization: "Bearer test-key", "x-a": "b" },
      body,
    });
    expect(
      native.readUsage({ usage: { prompt_tokens: 1, completion_tokens: 2 } }, undefined, "openai-chat"),
    ).toEqual({
      ...noUsage,
      input: 1,
      output: 2,
    });
  });

  it("creates embeddings", () => {
    const call = { model: "m", inputs: ["a", "b"], encoding: "float" as const };
    const request = provider.embeddings!.buildRequest(
      { ...call, dimensions: 2, purpose: "clustering" },
      aChannelView(),
    );
    expect(request.url).toBe("https://upstream.test/api/embed");
    expect(JSON.parse(String(request.body))).toEqual({ model: "m", input: ["a", "b"], dimensions: 2 });
    expect(request.dropped).toEqual(["input_type"]);
    const read = (body: object) =>
      provider.embeddings!.readResponse(
        { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) },
        call,
      );
    expect(read({ model: "m2", embeddings: [[1], [2]], prompt_eval_count: 5 })).toEqual({
      model: "m2",
      vectors: [[1], [2]],
      usage: { ...noUsage, input: 5 },
    });
    expect(() => read({ embeddings: [[1]] })).toThrow("1 vectors for 2");
    expect(() => provider.embeddings!.buildRequest({ ...call, inputs: [[1]] }, aChannelView())).toThrow(
      "token IDs",
    );
  });
});
