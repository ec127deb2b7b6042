import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { markFinderOf } from "../../event-stream/mark-finder.ts";
import { readMessageWithSdk } from "../../../../test/conformance/read-with-anthropic-sdk.ts";
import type { AssistantBlock, ChatChoice, ChatResult } from "../../canonical/chat.ts";
import type { RenderContext } from "../format.ts";
import { format } from "./index.ts";

const context: RenderContext = {
  requestedModel: "requested-model",
  requestId: "req-1",
  now: 1_790_000_000,
  wantsStreamUsage: true,
  request: {},
};
const usage = {
  ...noUsage,
  input: 10,
  input_image: 5,
  cached: 2,
  cached_read: 3,
  cached_write: 4,
  cached_write_1h: 6,
  output: 20,
  reasoning: 8,
  web_search: 2,
};

function render(content: AssistantBlock[], more: Partial<ChatChoice> = {}, result: Partial<ChatResult> = {}) {
  const choices = [{ index: 0, content, stopReason: "stop" as const, ...more }];
  return format.renderResponse({ id: "msg_1", model: "upstream-model", choices, usage, ...result }, context);
}

const foreign = (value: string) => ({ dialect: "gemini-generate", value }) as const;
const own = (value: string) => ({ dialect: "anthropic-messages", value }) as const;

describe("Messages responses", () => {
  it("contain id, content, stop reason and usage, and pass the official SDK", async () => {
    const message = await readMessageWithSdk(render([{ type: "text", text: "Grüße" }]));
    expect(message).toEqual({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "requested-model",
      content: [{ type: "text", text: "Grüße" }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: {
        input_tokens: 15,
        cache_creation_input_tokens: 10,
        cache_read_input_tokens: 5,
        cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 6 },
        output_tokens: 28,
        output_tokens_details: { thinking_tokens: 8 },
        server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 },
      },
    });
  });

  it("contain every kind of block", () => {
    const { content } = JSON.parse(
      render([
        { type: "reasoning", text: "Hm", signature: own("s") },
        { type: "reasoning", text: "unsigned" },
        { type: "encrypted-reasoning", data: "d", dialect: "anthropic-messages" },
        {
          type: "text",
          text: "Hi",
          citations: [{ source: { dialect: "anthropic-messages", value: { type: "page_location" } } }],
        },
        {
          type: "text",
          text: "Web",
          citations: [{ url: "https://a.test", quote: "q" }, { title: "no address" }],
        },
        { type: "tool-call", id: "a", name: "f", arguments: '{"n":1}' },
        {
          type: "tool-call",
          id: "b",
          name: "g",
          arguments: "",
          signature: own('{"caller":{"type":"code_execution_20250825","tool_id":"t"}}'),
        },
        { type: "tool-call", id: "c", name: "h", arguments: "not json" },
        { type: "image", source: { kind: "inline", mediaType: "image/png", data: "AAAA" } },
        { type: "spoken", id: "x", data: "AAAA", transcript: "Said" },
        { type: "opaque", dialect: "anthropic-messages", value: { type: "server_tool_use", id: "s" } },
        { type: "opaque", dialect: "openai-responses", value: { type: "web_search_call" } },
      ]),
    ) as { content: unknown };
    expect(content).toEqual([
      { type: "thinking", thinking: "Hm", signature: "s" },
      { type: "thinking", thinking: "unsigned", signature: "" },
      { type: "redacted_thinking", data: "d" },
      { type: "text", text: "Hi", citations: [{ type: "page_location" }] },
      {
        type: "text",
        text: "Web",
        citations: [
          {
            type: "web_search_result_location",
            url: "https://a.test",
            title: null,
            cited_text: "q",
            encrypted_index: "",
          },
        ],
      },
      { type: "tool_use", id: "a", name: "f", input: { n: 1 } },
      {
        type: "tool_use",
        id: "b",
        name: "g",
        input: {},
        caller: { type: "code_execution_20250825", tool_id: "t" },
      },
      { type: "tool_use", id: "c", name: "h", input: { arguments: "not json" } },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
      { type: "text", text: "Said" },
      { type: "server_tool_use", id: "s" },
    ]);
  });

  it("accept `null` arguments as none", () => {
    const { content } = JSON.parse(
      render([{ type: "tool-call", id: "a", name: "f", arguments: "null" }]),
    ) as { content: object[] };
    expect(content).toEqual([{ type: "tool_use", id: "a", name: "f", input: {} }]);
  });

  it("return other vendors' signatures unchanged when they are echoed", () => {
    const blocks: AssistantBlock[] = [
      { type: "reasoning", text: "Hm", signature: foreign("r") },
      { type: "encrypted-reasoning", data: "d1", dialect: "openai-responses", id: "rs_1", summary: "Short" },
      { type: "encrypted-reasoning", data: "d2", dialect: "openai-responses" },
      { type: "text", text: "Hi", signature: foreign("t") },
      { type: "tool-call", id: "a", name: "f", arguments: "{}", signature: foreign("c") },
    ];
    const { content } = JSON.parse(render(blocks)) as { content: unknown };
    const body = { model: "m", max_tokens: 1, messages: [{ role: "assistant", content }] };
    expect(format.parseRequest(body, "m").call.messages[0]?.content).toEqual(blocks);
  });

  it("map each stop reason", () => {
    const stopOf = (...[content, choice]: Parameters<typeof render>) => {
      const { stop_reason, stop_sequence, stop_details } = JSON.parse(render(content, choice)) as Record<
        string,
        unknown
      >;
      return { stop_reason, stop_sequence, stop_details };
    };
    const plain = (stop_reason: string) => ({ stop_reason, stop_sequence: null, stop_details: undefined });
    expect(stopOf([], { stopReason: "length" })).toEqual(plain("max_tokens"));
    expect(stopOf([], { stopReason: "context-length" })).toEqual(plain("model_context_window_exceeded"));
    expect(stopOf([], { stopReason: "pause" })).toEqual(plain("pause_turn"));
    expect(stopOf([], { stopReason: "tool-calls" })).toEqual(plain("tool_use"));
    expect(stopOf([], { stopReason: "stop-sequence", stopSequence: "END" })).toEqual({
      ...plain("stop_sequence"),
      stop_sequence: "END",
    });
    const call: AssistantBlock = { type: "tool-call", id: "a", name: "f", arguments: "{}" };
    expect(stopOf([call])).toEqual(plain("tool_use"));
    expect(stopOf([{ ...call, signature: own('{"caller":{}}') }])).toEqual(plain("end_turn"));
    const refused = (explanation: string | null) => ({
      ...plain("refusal"),
      stop_details: { type: "refusal", category: null, explanation },
    });
    expect(stopOf([], { stopReason: "filter" })).toEqual(refused(null));
    expect(stopOf([{ type: "refusal", text: "No." }], { stopReason: "refusal" })).toEqual(refused("No."));
    expect(stopOf([{ type: "refusal", text: "No." }])).toEqual(refused("No."));
  });

  it("have an id, usage and a tier in every case", () => {
    const bare = JSON.parse(format.renderResponse({ id: "", model: "", choices: [] }, context)) as Record<
      string,
      unknown
    >;
    expect(bare).toMatchObject({
      id: "msg_req-1",
      content: [],
      usage: { input_tokens: 0, output_tokens: 0 },
    });
    const tier = (serviceTier: string) =>
      (JSON.parse(render([], {}, { serviceTier })) as { usage: { service_tier: string } }).usage.service_tier;
    expect([tier("default"), tier("priority")]).toEqual(["standard", "priority"]);
  });
});

describe("Messages errors", () => {
  const error = { type: "x", code: "y", message: "Too much.", requestId: "req-9" };

  it("have the type of their status, and the request id", () => {
    const typeOf = (status: number) => {
      const { body } = format.renderError({ ...error, status });
      return (JSON.parse(body) as { error: { type: string } }).error.type;
    };
    const types: Record<number, string> = {
      400: "invalid_request_error",
      401: "authentication_error",
      402: "billing_error",
      403: "permission_error",
      404: "not_found_error",
      413: "request_too_large",
      422: "invalid_request_error",
      429: "rate_limit_error",
      500: "api_error",
      502: "api_error",
      503: "overloaded_error",
      504: "timeout_error",
      529: "overloaded_error",
    };
    for (const [status, type] of Object.entries(types)) expect(typeOf(Number(status)), status).toBe(type);
    expect(format.renderError({ ...error, status: 429, retryAfter: 7 })).toEqual({
      status: 429,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "request-id": "req-9",
        "retry-after": "7",
      },
      body: '{"type":"error","error":{"type":"rate_limit_error","message":"Too much."},"request_id":"req-9"}',
    });
  });

  it("end a stream as an event", () => {
    expect(format.renderStreamError({ ...error, status: 503 })).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Too much."},"request_id":"req-9"}\n\n',
    );
  });
});

describe("native Messages streams", () => {
  const stream = () => format.nativeStream(format.readHead({ model: "m", max_tokens: 1, messages: [{}] }));

  it("open at the first content, not at an event that an error may still follow", () => {
    const opens = (body: object) => stream().opens(body);
    for (const silent of [
      { type: "ping" },
      { type: "message_start", message: { content: [] } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
      { type: "message_delta", delta: { stop_reason: null } },
      { type: "error", error: {} },
      {},
    ])
      expect(opens(silent), JSON.stringify(silent)).toBe(false);
    for (const speaking of [
      { type: "message_start", message: { content: [{ type: "text", text: "x" }] } },
      { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "a" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "x" } },
      { type: "message_delta", delta: { stop_reason: "refusal" } },
    ])
      expect(opens(speaking), JSON.stringify(speaking)).toBe(true);
  });

  it("end at message_stop and recognize an error by its type", () => {
    const { isEnd, isProblem, marks, keeps } = stream();
    expect(isEnd("", { type: "message_stop" })).toBe(true);
    expect(isEnd("", { type: "message_delta", delta: { stop_reason: "end_turn" } })).toBe(false);
    expect(isEnd("[DONE]", undefined)).toBe(false);
    expect(isProblem?.({ type: "error" })).toBe(true);
    expect(isProblem?.({ type: "content_block_delta" })).toBe(false);
    for (const marked of [{ type: "message_stop" }, { type: "message_delta", usage: {} }])
      expect(markFinderOf(marks).find(JSON.stringify(marked), 0, false)).not.toBe(-1);
    expect(markFinderOf(marks).find(JSON.stringify({ type: "content_block_stop", index: 0 }), 0, false)).toBe(
      -1,
    );
    expect(keeps({ usage: {} })).toBe(true);
  });

  it("recognize a whole response by its content", () => {
    expect(format.isAnswer({ type: "message", content: [] })).toBe(true);
    expect(format.isAnswer({ type: "message" })).toBe(false);
  });
});
