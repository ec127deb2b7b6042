import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { aChannelView, aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import type { AssistantBlock, ChatCall, ChatMessage } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { ChannelView, NativeCall } from "../provider.ts";
import { compatibleMessages } from "./chat.ts";
import { compatibleMessagesNative } from "./native.ts";
import type { MessagesOptions } from "./options.ts";
import { readUsage } from "./read-usage.ts";
import { createMessageStreamReader } from "./stream-reader.ts";
import type { WireRequest } from "./wire.ts";

function translate(
  more: Partial<ChatCall>,
  options: MessagesOptions = {},
  channel: Partial<ChannelView> = {},
) {
  const call = aChatCall({ model: "claude-sonnet-4-5", ...more });
  const request = compatibleMessages(options).buildRequest(call, aChannelView(channel));
  const body = JSON.parse(String(request.body)) as WireRequest;
  return { body, dropped: request.dropped ?? [], headers: request.headers, url: request.url };
}

const own = (fields: Record<string, unknown>) => ({
  extras: { dialect: "anthropic-messages" as const, fields },
});
const user = (...content: (ChatMessage & { role: "user" })["content"]): ChatMessage => ({
  role: "user",
  content,
});
const text = (text: string) => ({ type: "text" as const, text });

/** Path, betas and body of a cloud that has the model in its path. */
const cloud: MessagesOptions = {
  url: ({ model, stream, format }, channel) =>
    `${channel.baseUrl}/models/${model}:${format === "anthropic-count-tokens" ? "count" : stream ? "stream" : "whole"}`,
  headers: (_request, channel) => ({ authorization: `Bearer ${channel.key}` }),
  adjustBody: (body, { betas }) => {
    delete body.model;
    delete body.stream;
    body.anthropic_version = "cloud-1";
    if (betas.length > 0) body.anthropic_beta = betas;
  },
  unsupportedFields: ["service_tier"],
  runsTool: (type) => type === "web_search_20250305",
  files: false,
  countsTokens: false,
};

describe("a vendor's differences", () => {
  it("change URL, authorisation and body of a translated call", () => {
    const { url, headers, body, dropped } = translate({ stream: true, serviceTier: "default" }, cloud, {
      headers: { "anthropic-beta": "one" },
    });
    expect(url).toBe("https://upstream.test/models/claude-sonnet-4-5:stream");
    expect(headers).toEqual({
      "content-type": "application/json",
      accept: "text/event-stream",
      authorization: "Bearer test-key",
    });
    expect(Object.keys(body).sort()).toEqual([
      "anthropic_beta",
      "anthropic_version",
      "max_tokens",
      "messages",
    ]);
    expect(dropped).toEqual(["service_tier"]);
  });

  it("change a native call likewise, and otherwise forward its bytes unchanged", () => {
    const call: NativeCall = {
      format: "anthropic-messages",
      model: "m",
      stream: false,
      body: Buffer.from('{"model":"m", "max_tokens":1}'),
      headers: {
        "anthropic-beta": "two, one",
        "anthropic-version": "2024-01-01",
        "content-type": "text/plain",
      },
    };
    const channel = aChannelView({ headers: { "Anthropic-Beta": "one" } });
    const plain = compatibleMessagesNative().buildRequest(call, channel);
    expect(plain).toEqual({
      method: "POST",
      url: "https://upstream.test/v1/messages",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "x-api-key": "test-key",
        "anthropic-version": "2024-01-01",
        "anthropic-beta": "one,two",
      },
      body: call.body,
    });
    const adjusted = compatibleMessagesNative(cloud).buildRequest(call, channel);
    expect(adjusted.url).toBe("https://upstream.test/models/m:whole");
    expect(adjusted.headers).not.toHaveProperty("anthropic-beta");
    expect(JSON.parse(String(adjusted.body))).toEqual({
      max_tokens: 1,
      anthropic_version: "cloud-1",
      anthropic_beta: ["one", "two"],
    });
  });

  it("decide which formats are native, and where tokens are counted", () => {
    const channel = aChannelView();
    const supports = (options: MessagesOptions) =>
      (["anthropic-messages", "anthropic-count-tokens", "openai-chat"] as const).filter((format) =>
        compatibleMessagesNative(options).supports(format, "m", channel),
      );
    expect(supports({})).toEqual(["anthropic-messages", "anthropic-count-tokens"]);
    expect(supports(cloud)).toEqual(["anthropic-messages"]);
    const counting: NativeCall = {
      format: "anthropic-count-tokens",
      model: "m",
      stream: false,
      body: Buffer.from("{}"),
      headers: {},
    };
    const { url } = compatibleMessagesNative().buildRequest(counting, channel);
    expect(url).toBe("https://upstream.test/v1/messages/count_tokens");
  });

  it("drop unsupported files and tools", () => {
    const file = user({ type: "file", source: { kind: "id", id: "file_1" } }, text("Hi"));
    const hostedTools: ChatCall["hostedTools"] = [
      { kind: "web-search", dialect: "openai-responses", definition: { type: "web_search" } },
      { kind: "code-execution", dialect: "gemini-generate", definition: { codeExecution: {} } },
      { dialect: "openai-responses", definition: { type: "file_search" } },
    ];
    const { body, dropped } = translate({ messages: [file], hostedTools }, cloud);
    expect(body.tools).toEqual([{ type: "web_search_20250305", name: "web_search" }]);
    expect(body.messages).toEqual([{ role: "user", content: [text("Hi")] }]);
    expect(dropped.sort()).toEqual(["messages.file", "tools.code-execution", "tools.hosted"]);
  });
});

describe("a channel with the newest API version", () => {
  it("sends no sampling parameters, which that version rejects for every model", () => {
    const call = { temperature: 0.5, topK: 3 };
    expect(translate(call).body).toMatchObject({ temperature: 0.5, top_k: 3 });
    const newest = translate(call, {}, { headers: { "anthropic-version": "2026-10-21" } });
    expect(newest.headers["anthropic-version"]).toBe("2026-10-21");
    expect(newest.body).not.toHaveProperty("temperature");
    expect(newest.dropped).toEqual(["temperature", "top_k"]);
  });
});

describe("calls of other dialects", () => {
  it("drop and report signatures, blocks, citations and fields of other dialects", () => {
    const signature = { dialect: "gemini-generate", value: "p" } as const;
    const content: AssistantBlock[] = [
      { type: "reasoning", text: "Hm", signature },
      { type: "encrypted-reasoning", data: "d", dialect: "openai-responses" },
      { type: "opaque", dialect: "openai-responses", value: { type: "web_search_call" } },
      { ...text("Hi"), signature, citations: [{ url: "https://a.test" }] },
      { type: "spoken", id: "a", data: "AAAA", transcript: "Said" },
      { type: "tool-call", id: "a", name: "f", arguments: "{}", signature },
    ];
    const extras = { dialect: "openai-chat" as const, fields: { "store\n": true } };
    const { body, dropped } = translate({
      messages: [user(text("?")), { role: "assistant", content }],
      extras,
    });
    expect(body.messages[1]?.content).toEqual([
      text("Hi"),
      text("Said"),
      { type: "tool_use", id: "a", name: "f", input: {} },
    ]);
    expect(dropped.sort()).toEqual([
      "messages.audio",
      "messages.citations",
      "messages.opaque",
      "messages.reasoning_content",
      "messages.reasoning_details",
      "messages.signature",
      "store?",
    ]);
  });

  it("get hosted tools of their kinds", () => {
    const kinds = ["web-search", "url-fetch", "code-execution"] as const;
    const hostedTools = kinds.map((kind) => ({ kind, dialect: "gemini-generate" as const, definition: {} }));
    const types = translate({ hostedTools }).body.tools?.map((tool) => (tool as { type: string }).type);
    expect(types).toEqual(["web_search_20250305", "web_fetch_20250910", "code_execution_20250825"]);
  });
});

describe("calls of this dialect", () => {
  it("keep extra fields, with the betas that they require", () => {
    const { body, headers } = translate(
      own({
        container: "c",
        mcp_servers: [],
        context_management: { edits: [] },
        thinking: { type: "between_tools" },
      }),
    );
    expect(body).toMatchObject({ container: "c", mcp_servers: [], thinking: { type: "between_tools" } });
    expect(headers["anthropic-beta"]).toBe("mcp-client-2025-11-20,context-management-2025-06-27");
  });

  it("request no reasoning text that the caller did not request", () => {
    const call = { model: "claude-opus-5", reasoning: { effort: "low" } };
    expect(translate({ ...call, ...own({}) }).body.thinking).toEqual({ type: "adaptive" });
    expect(translate({ ...call, ...own({ "thinking.display": "omitted" }) }).body.thinking).toEqual({
      type: "adaptive",
      display: "omitted",
    });
    const effortOnly = translate({ ...call, ...own({ thinking: null }) }).body;
    expect(effortOnly).not.toHaveProperty("thinking");
    expect(effortOnly.output_config).toEqual({ effort: "low" });
  });

  it("keep a system message in its place, if the model supports that", () => {
    const messages: ChatMessage[] = [
      { role: "system", content: [text("First")] },
      user(text("Hi")),
      { role: "system", content: [text("Now in French")] },
    ];
    expect(translate({ messages, model: "claude-opus-4-8" }).body).toMatchObject({
      system: "First",
      messages: [{ role: "user" }, { role: "system", content: [text("Now in French")] }],
    });
    expect(translate({ messages }).body).toMatchObject({
      system: [text("First"), text("Now in French")],
      messages: [{ role: "user" }],
    });
    const between: ChatMessage[] = [
      user(text("a")),
      { role: "system", content: [text("b")] },
      user(text("c")),
    ];
    expect(translate({ messages: between, model: "claude-opus-4-8" }).body.system).toBe("b");
  });
});

describe("usage of Messages", () => {
  it("counts searches, and adds compactions to the totals", () => {
    const iteration = {
      type: "compaction",
      input_tokens: 100,
      output_tokens: 10,
      cache_read_input_tokens: 7,
    };
    const given = {
      input_tokens: 5,
      output_tokens: 6,
      cache_read_input_tokens: 1,
      server_tool_use: { web_search_requests: 3, web_fetch_requests: 9 },
      iterations: [iteration, { type: "message", input_tokens: 5, output_tokens: 6 }, null],
    };
    const counts = { ...noUsage, input: 105, output: 16, cached_read: 8, web_search: 3 };
    expect(readUsage(given)).toEqual(counts);
    expect(readUsage({ output_tokens: 20, server_tool_use: null }, counts)).toEqual({
      ...counts,
      output: 20,
    });
  });

  it("is read from whole answers and from both events that contain it", () => {
    const native = compatibleMessagesNative();
    const read = (body: unknown, previous = noUsage) =>
      native.readUsage(body, previous, "anthropic-messages");
    const first = read({ type: "message_start", message: { usage: { input_tokens: 9, output_tokens: 1 } } });
    expect(first).toEqual({ ...noUsage, input: 9, output: 1 });
    expect(read({ type: "message_delta", usage: { output_tokens: 5 } }, first)).toEqual({
      ...noUsage,
      input: 9,
      output: 5,
    });
    expect(read({ type: "message", usage: { input_tokens: 2, output_tokens: 3 } })).toMatchObject({
      input: 2,
      output: 3,
    });
    expect(read({ type: "content_block_delta" })).toBeUndefined();
    expect(
      native.readUsage({ input_tokens: 9, usage: { input_tokens: 9 } }, undefined, "anthropic-count-tokens"),
    ).toBeUndefined();
  });
});

describe("streams of Messages", () => {
  const read = (...events: object[]): ChatStreamPart[] => {
    const reader = createMessageStreamReader();
    return events.flatMap((event) => reader.read({ event: "", data: JSON.stringify(event) }));
  };
  const begin = (index: number, content_block: object) => ({
    type: "content_block_start",
    index,
    content_block,
  });
  const delta = (index: number, value: object) => ({ type: "content_block_delta", index, delta: value });
  const end = (index: number) => ({ type: "content_block_stop", index });

  it("separate consecutive text and reasoning blocks", () => {
    const thinking = { type: "thinking_delta", thinking: "hm" };
    const parts = read(
      begin(0, { type: "thinking", thinking: "" }),
      delta(0, thinking),
      end(0),
      begin(1, { type: "thinking", thinking: "" }),
      delta(1, thinking),
      end(1),
      begin(2, { type: "text", text: "a" }),
      end(2),
      begin(3, { type: "text", text: "", citations: [{ url: "https://a.test" }] }),
      delta(3, { type: "text_delta", text: "b" }),
    );
    expect(parts.map((part) => (part.type === "text" ? part.text : part.type))).toEqual([
      "reasoning",
      "reasoning-start",
      "reasoning",
      "a",
      "",
      "citation",
      "b",
    ]);
  });

  it("emit blocks that only this dialect has as a whole, at their end", () => {
    const call = { type: "server_tool_use", id: "s", name: "web_search", input: {} };
    const parts = read(
      begin(0, call),
      delta(0, { type: "input_json_delta", partial_json: '{"query"' }),
      delta(0, { type: "input_json_delta", partial_json: ':"q"}' }),
      end(0),
      begin(1, { type: "compaction", content: null }),
      delta(1, { type: "compaction_delta", content: "So " }),
      delta(1, { type: "compaction_delta", content: "far", encrypted_content: null }),
      end(1),
      begin(2, { type: "web_search_tool_result", tool_use_id: "s", content: [] }),
      begin(3, { type: "mcp_tool_use", id: "x", input: { a: 1 } }),
      delta(3, { type: "input_json_delta", partial_json: '{"half' }),
      end(3),
      end(2),
    );
    const values = parts.map((part) => (part.type === "opaque" ? part.block.value : part));
    expect(values).toEqual([
      { ...call, input: { query: "q" } },
      { type: "compaction", content: "So far" },
      { type: "mcp_tool_use", id: "x", input: { a: 1 } },
      { type: "web_search_tool_result", tool_use_id: "s", content: [] },
    ]);
  });

  it("ignore unknown events", () => {
    expect(
      read({ type: "tomorrow" }, end(7), delta(7, { type: "x" }), begin(1, {}), {
        type: "content_block_delta",
      }),
    ).toEqual([]);
  });
});
