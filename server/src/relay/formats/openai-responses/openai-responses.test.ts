import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import {
  readResponseWithSdk,
  streamResponseWithSdk,
} from "../../../../test/conformance/read-with-responses-sdk.ts";
import type { AssistantBlock, ChatResult, ToolCallBlock } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { RenderContext } from "../format.ts";
import { format } from "./index.ts";

const tools = [
  { type: "function", name: "look", parameters: { type: "object" }, strict: false },
  { type: "custom", name: "patch" },
  { type: "local_shell" },
  { type: "shell" },
  { type: "apply_patch" },
  { type: "tool_search", execution: "client" },
  {
    type: "namespace",
    name: "mail",
    description: "Mail.",
    tools: [
      { type: "function", name: "send" },
      { type: "custom", name: "note" },
    ],
  },
];

const context: RenderContext = {
  requestedModel: "requested",
  requestId: "req-1",
  now: 1_790_000_000,
  wantsStreamUsage: true,
  request: {
    model: "requested",
    input: "Hi",
    instructions: "Be kind.",
    tools,
    temperature: 0.5,
    metadata: { a: "b" },
    store: true,
  },
};

const usage = { ...noUsage, input: 10, cached: 4, cached_read: 6, cached_write: 3, output: 7, reasoning: 2 };

function answerOf(content: AssistantBlock[], more: Partial<ChatResult["choices"][number]> = {}): ChatResult {
  return {
    id: "msg_1",
    model: "upstream",
    usage,
    choices: [{ index: 0, stopReason: "stop", content, ...more }],
  };
}

function render(result: ChatResult, given: RenderContext = context) {
  return JSON.parse(format.renderResponse(result, given)) as Record<string, unknown> & {
    output: Record<string, unknown>[];
  };
}

const call = (id: string, name: string, args: string): ToolCallBlock => ({
  type: "tool-call",
  id,
  name,
  arguments: args,
});

describe("renderResponse", () => {
  it("writes a whole response around the output, with the caller's own options", async () => {
    const { response } = await readResponseWithSdk(
      format.renderResponse(answerOf([{ type: "text", text: "Hello." }]), context),
    );
    expect(response).toMatchObject({
      id: "resp_req1",
      object: "response",
      created_at: 1_790_000_000,
      status: "completed",
      error: null,
      incomplete_details: null,
      model: "requested",
      instructions: "Be kind.",
      tools,
      tool_choice: "auto",
      parallel_tool_calls: true,
      temperature: 0.5,
      top_p: null,
      text: { format: { type: "text" } },
      reasoning: { effort: null, summary: null },
      truncation: "disabled",
      metadata: { a: "b" },
      store: false,
      previous_response_id: null,
      output_text: "Hello.",
      usage: {
        input_tokens: 23,
        input_tokens_details: { cached_tokens: 10, cache_write_tokens: 3 },
        output_tokens: 9,
        output_tokens_details: { reasoning_tokens: 2 },
        total_tokens: 32,
      },
    });
  });

  it("contains the reason for an incomplete response, and the incomplete item", () => {
    const cut = render(answerOf([{ type: "text", text: "Half a" }], { stopReason: "length" }));
    expect(cut).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [{ status: "incomplete" }],
    });
    expect(render(answerOf([], { stopReason: "filter" }))).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "content_filter" },
      output: [],
    });
    expect(render(answerOf([{ type: "refusal", text: "No." }], { stopReason: "refusal" }))).toMatchObject({
      status: "completed",
      output: [{ type: "message", content: [{ type: "refusal", refusal: "No." }] }],
    });
  });

  it("calls tools in the form in which they were declared", () => {
    const { output } = render(
      answerOf([
        call("c1", "look", ""),
        call("c2", "patch", '{"input":"*** Begin\\n\\u00e9"}'),
        call("c3", "local_shell", '{"command":["ls"]}'),
        call("c4", "shell", '{"commands":["pwd"],"timeout_ms":5}'),
        call("c5", "apply_patch", '{"type":"delete_file","path":"a"}'),
        call("c6", "tool_search", '{"query":"mail"}'),
        call("c7", "mail__send", '{"to":"a"}'),
        call("c8", "mail__note", '{"input":"x"}'),
        call("c9", "unknown", "{}"),
      ]),
    );
    expect(output).toMatchObject([
      { type: "function_call", call_id: "c1", name: "look", arguments: "{}" },
      { type: "custom_tool_call", call_id: "c2", name: "patch", input: "*** Begin\né" },
      { type: "local_shell_call", call_id: "c3", action: { type: "exec", command: ["ls"], env: {} } },
      {
        type: "shell_call",
        call_id: "c4",
        action: { commands: ["pwd"], timeout_ms: 5, max_output_length: null },
      },
      { type: "apply_patch_call", call_id: "c5", operation: { type: "delete_file", path: "a" } },
      { type: "tool_search_call", call_id: "c6", execution: "client", arguments: { query: "mail" } },
      { type: "function_call", call_id: "c7", namespace: "mail", name: "send" },
      { type: "custom_tool_call", call_id: "c8", namespace: "mail", name: "note", input: "x" },
      { type: "function_call", call_id: "c9", name: "unknown" },
    ]);
    expect(new Set(output.map((item) => item.id)).size).toBe(output.length);
  });

  it("contains the upstream's namespace, declared or not", async () => {
    const calls = [
      { ...call("c1", "send", "{}"), namespace: "mail" },
      { ...call("c2", "note", '{"input":"x"}'), namespace: "mail" },
      { ...call("c3", "find", "{}"), namespace: "crm" },
    ];
    const expected = [
      { type: "function_call", call_id: "c1", namespace: "mail", name: "send" },
      { type: "custom_tool_call", call_id: "c2", namespace: "mail", name: "note", input: "x" },
      { type: "function_call", call_id: "c3", namespace: "crm", name: "find" },
    ];
    expect(render(answerOf(calls)).output).toMatchObject(expected);
    const renderer = format.streamRenderer(context);
    const parts = calls.flatMap(({ arguments: text, ...named }, block): ChatStreamPart[] => [
      { ...named, choice: 0, block },
      { type: "tool-arguments", choice: 0, block, text },
    ]);
    const text = parts.map((part) => renderer.render(part)).join("") + renderer.finish(undefined);
    expect((await streamResponseWithSdk(text)).response.output).toMatchObject(expected);
  });

  it("sends arguments that do not fit their tool unchanged", () => {
    const { output } = render(
      answerOf([
        call("c1", "shell", '{"commands":'),
        call("c2", "apply_patch", "[]"),
        call("c3", "patch", "plain"),
      ]),
    );
    expect(output).toMatchObject([
      { type: "function_call", name: "shell", arguments: '{"commands":' },
      { type: "function_call", name: "apply_patch", arguments: "[]" },
      { type: "custom_tool_call", input: "plain" },
    ]);
  });

  it("writes images, citations and log probabilities", () => {
    const { output } = render(
      answerOf(
        [
          { type: "text", text: "See " },
          {
            type: "text",
            text: "this.",
            citations: [{ url: "https://e.test", title: "E" }, { title: "a book" }],
          },
          { type: "image", source: { kind: "inline", mediaType: "image/webp", data: "UklGRg==" } },
          { type: "image", source: { kind: "url", url: "https://p.test/a.png" } },
        ],
        { logProbabilities: { content: [{ token: "See" }] } },
      ),
    );
    expect(output).toMatchObject([
      {
        type: "message",
        content: [
          { text: "See ", annotations: [], logprobs: [{ token: "See" }] },
          {
            text: "this.",
            annotations: [
              { type: "url_citation", url: "https://e.test", title: "E", start_index: 0, end_index: 5 },
            ],
          },
        ],
      },
      { type: "image_generation_call", result: "UklGRg==", output_format: "webp", status: "completed" },
      { type: "message", content: [{ text: "![image](https://p.test/a.png)" }] },
    ]);
  });
});

const signatureOf = (dialect: "anthropic-messages" | "gemini-generate", value: string) => ({
  dialect,
  value,
});

/** Reasoning and signatures of every vendor, as in one response. */
const proven: AssistantBlock[] = [
  { type: "encrypted-reasoning", data: "gAAAAA", dialect: "openai-responses", id: "rs_up", summary: "Own." },
  { type: "reasoning", text: "Signed.", signature: signatureOf("anthropic-messages", "sig") },
  { type: "reasoning", text: "", signature: signatureOf("anthropic-messages", "silent") },
  { type: "encrypted-reasoning", data: "redacted", dialect: "anthropic-messages" },
  { type: "reasoning", text: "Plain." },
  { type: "text", text: "Words.", signature: signatureOf("gemini-generate", "after") },
  { ...call("c1", "look", "{}"), signature: signatureOf("gemini-generate", "before") } as AssistantBlock,
];

describe("signatures", () => {
  it("return to their origin when a client sends the output back, even without ids", () => {
    const output = render(answerOf(proven)).output.map(({ id, ...item }) =>
      id === "rs_up" ? { id, ...item } : item,
    );
    const { call: parsed } = format.parseRequest({ model: "requested", input: output }, "m");
    expect(parsed.messages).toEqual([{ role: "assistant", content: proven }]);
  });

  it("return in the same way from a stream", async () => {
    const parts: ChatStreamPart[] = [
      { type: "reasoning-start", choice: 0, id: "rs_up" },
      { type: "reasoning", choice: 0, text: "Own." },
      { type: "encrypted-reasoning", choice: 0, data: "gAAAAA", dialect: "openai-responses", id: "rs_up" },
      { type: "reasoning", choice: 0, text: "Sig" },
      { type: "reasoning", choice: 0, text: "ned." },
      { type: "reasoning-signature", choice: 0, signature: signatureOf("anthropic-messages", "sig") },
      { type: "reasoning-signature", choice: 0, signature: signatureOf("anthropic-messages", "silent") },
      { type: "encrypted-reasoning", choice: 0, data: "redacted", dialect: "anthropic-messages" },
      { type: "reasoning-start", choice: 0 },
      { type: "reasoning", choice: 0, text: "Plain." },
      { type: "text", choice: 0, text: "Words." },
      { type: "text-signature", choice: 0, signature: signatureOf("gemini-generate", "after") },
      {
        type: "tool-call",
        choice: 0,
        block: 0,
        id: "c1",
        name: "look",
        signature: signatureOf("gemini-generate", "before"),
      },
      { type: "tool-arguments", choice: 0, block: 0, text: "{}" },
      { type: "stop", choice: 0, reason: "tool-calls" },
    ];
    const renderer = format.streamRenderer(context);
    const text = parts.map((part) => renderer.render(part)).join("") + renderer.finish(usage);
    const { response } = await streamResponseWithSdk(text);
    const { call: parsed } = format.parseRequest({ model: "requested", input: response.output }, "m");
    expect(parsed.messages).toEqual([{ role: "assistant", content: proven }]);
  });

  it("of another dialect mark a request for translation, others bind it to their origin", () => {
    const output = render(answerOf(proven)).output;
    expect(format.readHead({ model: "m", input: output })).toMatchObject({
      translated: true,
      boundTo: [
        { kind: "history", id: expect.stringMatching(/^rs_/) },
        { kind: "reasoning", id: "gAAAAA" },
      ],
    });
    const own = [
      { type: "reasoning", id: "rs_1", encrypted_content: "one" },
      { type: "compaction", encrypted_content: "two" },
      { type: "item_reference", id: "msg_3" },
      { type: "reasoning", id: "rs_4", summary: [] },
      { type: "reasoning", id: "rs_5", summary: [{ type: "summary_text", text: "So" }] },
      { type: "message", id: "msg_6", role: "assistant", content: "Hi" },
    ];
    const head = format.readHead({
      model: "m",
      input: own,
      previous_response_id: "resp_0",
      conversation: { id: "conv_1" },
    });
    expect(head.translated).toBeUndefined();
    expect(head.boundTo).toEqual([
      { kind: "response", id: "resp_0" },
      { kind: "conversation", id: "conv_1" },
      { kind: "history", id: "rs_5" },
      { kind: "item", id: "rs_4" },
      { kind: "item", id: "msg_3" },
      { kind: "history", id: "two" },
      { kind: "reasoning", id: "one" },
    ]);
  });
});

describe("readHead", () => {
  it("reads what the pipeline needs", () => {
    expect(
      format.readHead({ model: "m", input: "x", stream: true, max_output_tokens: 5, tools: [{}] }),
    ).toEqual({
      model: "m",
      stream: true,
      maxOutputTokens: 5,
      choices: 1,
      hasTools: true,
      wantsStreamUsage: true,
      keepsItems: true,
    });
    expect(format.readHead({ model: "m", input: "x", store: false })).not.toHaveProperty("keepsItems");
    expect(format.readHead({ model: "m", previous_response_id: "resp_1" })).toMatchObject({
      boundTo: [{ kind: "response", id: "resp_1" }],
    });
  });

  it("looks up only the newest part of a long conversation", () => {
    const input = Array.from({ length: 500 }, (_, index) => ({
      type: "reasoning",
      encrypted_content: `e${index}`,
    }));
    const { boundTo } = format.readHead({ model: "m", input });
    expect(boundTo?.length).toBe(200);
    expect(boundTo?.[0]?.id).toBe("e499");
  });

  it.each([
    ["model", { input: "x" }],
    ["input", { model: "m" }],
    ["input", { model: "m", input: 1 }],
    ["Model", { model: "m", Model: "n", input: "x" }],
    ["stream", { model: "m", input: "x", stream: "yes" }],
    ["max_output_tokens", { model: "m", input: "x", max_output_tokens: 0 }],
  ])("rejects a wrong %s", (param, body) => {
    expect(() => format.readHead(body)).toThrow(expect.objectContaining({ kind: "invalid_request", param }));
  });
});

describe("renderError", () => {
  it("writes OpenAI's shape with the request id once", () => {
    const error = {
      status: 429,
      type: "rate_limit_error",
      code: "rate_limit_exceeded",
      message: "Slow down. (request id: x)",
      retryAfter: 3,
      requestId: "req-1",
    };
    const reply = format.renderError(error);
    expect(reply).toMatchObject({ status: 429, headers: { "retry-after": "3" } });
    const body = {
      message: "Slow down. (request id: req-1)",
      type: "rate_limit_error",
      param: null,
      code: "rate_limit_exceeded",
    };
    expect(JSON.parse(reply.body)).toEqual({ error: body });
    const [name, data] = format.renderStreamError(error).trim().split("\n");
    expect(name).toBe("event: error");
    expect(JSON.parse(data?.slice(6) ?? "")).toMatchObject({
      type: "error",
      code: body.code,
      message: body.message,
      error: body,
    });
  });
});
