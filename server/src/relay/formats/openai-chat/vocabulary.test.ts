import { describe, expect, it } from "vitest";
import { readStreamWithSdk } from "../../../../test/conformance/read-with-openai-sdk.ts";
import type { AssistantBlock, ChatCall, StopReason } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { RenderContext } from "../format.ts";
import { format } from "./index.ts";

type Fields = Record<string, unknown>;

function parse(more: object, messages: unknown[] = [{ role: "user", content: "Hello" }]) {
  return format.parseRequest({ model: "requested", messages, ...more }, "forwarded");
}

/** The message that a caller sends back for an earlier response. */
const parseAnswer = (message: object): ChatCall["messages"][number]["content"] | undefined =>
  parse({}, [{ role: "assistant", ...message }]).call.messages[0]?.content;

const contextOf = (request: unknown): RenderContext => ({
  requestedModel: "requested",
  requestId: "req-1",
  now: 1_790_000_000,
  wantsStreamUsage: false,
  request,
});

function whole(content: AssistantBlock[], request: unknown = {}, stopReason: StopReason = "stop") {
  const result = { id: "chatcmpl-1", model: "m", choices: [{ index: 0, stopReason, content }] };
  const answer = JSON.parse(format.renderResponse(result, contextOf(request))) as {
    choices: { message: Fields; finish_reason: string }[];
  };
  return answer.choices[0]!;
}

function streamText(parts: ChatStreamPart[], request: unknown = {}): string {
  const renderer = format.streamRenderer(contextOf(request));
  return parts.map((part) => renderer.render(part)).join("") + renderer.finish(undefined);
}

function deltas(parts: ChatStreamPart[], request: unknown = {}): Fields[] {
  const lines = streamText(parts, request).split("\n\n").filter(Boolean).slice(1, -1);
  return lines.map((line) => {
    const { choices } = JSON.parse(line.slice("data: ".length)) as { choices: { delta: Fields }[] };
    return choices[0]!.delta;
  });
}

const start: ChatStreamPart = { type: "start", id: "chatcmpl-1", model: "m" };
const toolCall = (block: number, name: string): ChatStreamPart => ({
  type: "tool-call",
  choice: 0,
  block,
  id: `id_${block}`,
  name,
});
const toolArguments = (block: number, text: string): ChatStreamPart => ({
  type: "tool-arguments",
  choice: 0,
  block,
  text,
});
const stop: ChatStreamPart = { type: "stop", choice: 0, reason: "tool-calls" };
const calls: AssistantBlock[] = [
  { type: "tool-call", id: "id_0", name: "f", arguments: '{"x":1}' },
  { type: "tool-call", id: "id_1", name: "g", arguments: "" },
];

describe("legacy function callers", () => {
  const request = { functions: [{ name: "f" }, { name: "g" }] };

  it("get the function_call that they expect", async () => {
    expect(whole(calls.slice(0, 1), request, "tool-calls")).toEqual({
      index: 0,
      message: {
        role: "assistant",
        content: null,
        refusal: null,
        function_call: { name: "f", arguments: '{"x":1}' },
      },
      logprobs: null,
      finish_reason: "function_call",
    });
    const parts = [start, toolCall(0, "f"), toolArguments(0, '{"x"'), toolArguments(0, ":1}"), stop];
    const { completion } = await readStreamWithSdk(streamText(parts, request));
    expect(completion.choices[0]).toMatchObject({
      finish_reason: "function_call",
      message: { function_call: { name: "f", arguments: '{"x":1}' } },
    });
  });

  it("get further calls as tool calls, and none twice when the response comes back", () => {
    const { message } = whole(calls, request, "tool-calls");
    expect(message).toMatchObject({
      function_call: { name: "f" },
      tool_calls: [{ id: "id_0" }, { id: "id_1" }],
    });
    expect(parseAnswer(message)).toMatchObject([{ id: "id_0" }, { id: "id_1" }]);
    expect(
      deltas([start, toolCall(0, "f"), toolCall(1, "g"), toolArguments(1, "{}"), stop], request),
    ).toMatchObject([
      { function_call: { name: "f" } },
      { tool_calls: [{ index: 1, id: "id_1" }] },
      { tool_calls: [{ index: 1, function: { arguments: "{}" } }] },
      // Missing arguments are known at the end.
      { function_call: { arguments: "{}" } },
      {},
    ]);
  });

  it("are recognized by `functions` without `tools`", () => {
    expect(whole(calls, { functions: [], tools: [] }, "tool-calls").finish_reason).toBe("tool_calls");
    expect(whole(calls, {}, "tool-calls").message).not.toHaveProperty("function_call");
  });
});

describe("custom tools", () => {
  const request = { tools: [{ type: "custom", custom: { name: "shell", description: "Runs it." } }] };
  const spoken = { id: "id_0", type: "custom", custom: { name: "shell", input: 'ls "a"' } };
  const args = JSON.stringify({ input: 'ls "a"' });

  it("are functions with one argument for every other upstream", () => {
    expect(parse(request).call.tools).toEqual([
      {
        name: "shell",
        description: "Runs it.",
        parameters: { type: "object", properties: { input: { type: "string" } }, required: ["input"] },
      },
    ]);
    expect(parse({ tool_choice: { type: "custom", custom: { name: "shell" } } }).call.toolChoice).toEqual({
      type: "tool",
      name: "shell",
    });
    expect(parseAnswer({ tool_calls: [spoken] })).toEqual([
      { type: "tool-call", id: "id_0", name: "shell", arguments: args },
    ]);
  });

  it("are called with free text, whole and in pieces", () => {
    const block: AssistantBlock = { type: "tool-call", id: "id_0", name: "shell", arguments: args };
    expect(whole([block], request, "tool-calls").message.tool_calls).toEqual([spoken]);
    const strange = whole([{ ...block, arguments: "ls" }], request, "tool-calls").message.tool_calls;
    expect(strange).toMatchObject([{ custom: { input: "ls" } }]);
    const parts = [
      start,
      toolCall(0, "shell"),
      toolArguments(0, args.slice(0, 9)),
      toolArguments(0, args.slice(9)),
      stop,
    ];
    expect(deltas(parts, request)).toEqual([
      { tool_calls: [{ index: 0, id: "id_0", type: "custom", custom: { name: "shell", input: "" } }] },
      { tool_calls: [{ index: 0, custom: { input: 'ls "a"' } }] },
      {},
    ]);
  });
});

describe("reasoning signatures next to texts and tool calls", () => {
  const google = { dialect: "gemini-generate", value: "sig" } as const;
  const other = { dialect: "openai-responses", value: "sig" } as const;

  it("return to the dialect that created them", () => {
    for (const signature of [google, other]) {
      const content: AssistantBlock[] = [
        { type: "text", text: "Hi", signature },
        { type: "tool-call", id: "id_0", name: "f", arguments: "{}", signature },
      ];
      const { message } = whole(content, {}, "tool-calls");
      expect(parseAnswer(message)).toEqual(content);
      const marked = signature === google ? "sig" : "tollgate.openai-responses.sig";
      expect(message.extra_content).toEqual({ google: { thought_signature: marked } });
      expect(message.tool_calls).toMatchObject([
        { extra_content: { google: { thought_signature: marked } } },
      ]);
    }
  });

  it("arrive in the deltas that they sign", () => {
    const parts: ChatStreamPart[] = [
      start,
      { type: "text", choice: 0, text: "Hi" },
      { type: "text-signature", choice: 0, signature: google },
      { type: "tool-call", choice: 0, block: 0, id: "id_0", name: "f", signature: other },
    ];
    expect(deltas(parts)).toMatchObject([
      { content: "Hi" },
      { extra_content: { google: { thought_signature: "sig" } } },
      { tool_calls: [{ extra_content: { google: { thought_signature: "tollgate.openai-responses.sig" } } }] },
      { tool_calls: [{ index: 0, function: { arguments: "{}" } }] },
      {},
    ]);
  });

  it("keep the summary of encrypted reasoning, and its id", () => {
    const reasoning = {
      type: "encrypted-reasoning",
      data: "blob",
      dialect: "openai-responses",
      id: "rs_1",
      summary: "Hm.",
    } as const;
    const { message } = whole([reasoning, { type: "text", text: "Hi" }]);
    expect(message).toMatchObject({ reasoning_content: "Hm." });
    expect(parseAnswer(message)?.[0]).toEqual(reasoning);
    const { summary: _summary, ...streamed } = reasoning;
    expect(
      deltas([start, { type: "reasoning", choice: 0, text: "Hm." }, { ...streamed, choice: 0 }]),
    ).toEqual([
      { reasoning_content: "Hm." },
      {
        reasoning_details: [
          { type: "reasoning.encrypted", data: "tollgate.openai-responses.blob", id: "rs_1", index: 0 },
        ],
      },
      {},
    ]);
  });

  it("contain the upstream's reasoning id", () => {
    const signature = { dialect: "openai-chat", value: "s" } as const;
    const parts: ChatStreamPart[] = [
      start,
      { type: "reasoning", choice: 0, text: "plain" },
      { type: "reasoning-start", choice: 0, id: "r2" },
      { type: "reasoning", choice: 0, text: "Two." },
      { type: "reasoning-signature", choice: 0, signature },
    ];
    const [detail] = deltas(parts).flatMap((delta) => delta.reasoning_details ?? []);
    expect(detail).toEqual({ type: "reasoning.text", text: "Two.", signature: "s", id: "r2", index: 0 });
  });
});

describe("speech and images", () => {
  const speech = { id: "audio_1", data: "AAAA", transcript: "Hi", expires_at: 5 };

  it("are requested", () => {
    const { call } = parse({ modalities: ["text", "audio"], audio: { voice: "alloy", format: "wav" } });
    expect(call).toMatchObject({ modalities: ["text", "audio"], audio: { voice: "alloy", format: "wav" } });
    expect(() => parse({ modalities: ["smell"] })).toThrow(
      expect.objectContaining({ param: "modalities[0]" }),
    );
    expect(() => parse({ audio: { voice: "alloy" } })).toThrow(
      expect.objectContaining({ param: "audio.format" }),
    );
    const own = { voice: { id: "voice_1" }, format: "wav" };
    expect(parse({ audio: own }).call.extras?.fields).toEqual({ audio: own });
  });

  it("arrive whole, in pieces, and back", () => {
    const content: AssistantBlock[] = [
      { type: "image", source: { kind: "inline", mediaType: "image/png", data: "AAAA" } },
      { type: "image", source: { kind: "url", url: "https://p.test/1.png" } },
      { type: "spoken", id: "audio_1", data: "AAAA", transcript: "Hi", expiresAt: 5 },
    ];
    const { message } = whole(content);
    expect(message).toMatchObject({
      content: null,
      audio: speech,
      images: [
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" }, index: 0 },
        { type: "image_url", image_url: { url: "https://p.test/1.png" }, index: 1 },
      ],
    });
    expect(parseAnswer(message)).toEqual(content);
    const parts: ChatStreamPart[] = [
      start,
      { type: "spoken", choice: 0, id: "audio_1", transcript: "H" },
      { type: "spoken", choice: 0, data: "AAAA", transcript: "i" },
      { type: "spoken", choice: 0, expiresAt: 5 },
      { type: "image", choice: 0, source: { kind: "id", id: "unknown" } },
      { type: "image", choice: 0, source: { kind: "url", url: "https://p.test/1.png" } },
    ];
    expect(deltas(parts)).toEqual([
      { audio: { id: "audio_1", transcript: "H" } },
      { audio: { data: "AAAA", transcript: "i" } },
      { audio: { expires_at: 5 } },
      { images: [{ type: "image_url", image_url: { url: "https://p.test/1.png" }, index: 1 }] },
      {},
    ]);
  });
});

describe("fields of this dialect only", () => {
  it("are kept for upstreams of the dialect", () => {
    const fields = {
      logit_bias: { 5: 1 },
      store: true,
      prediction: { type: "content", content: "x" },
      brand_new: [1],
    };
    const { call, unread } = parse({ ...fields, safety_identifier: "u", user: null, __proto: 1 });
    expect(call.extras).toEqual({
      dialect: "openai-chat",
      fields: { ...fields, safety_identifier: "u", __proto: 1 },
    });
    expect(call.endUser).toBe("u");
    expect(unread).toEqual([]);
    expect(parse({ store: false, logit_bias: {}, prediction: null }).call.extras).toBeUndefined();
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field_${index}`, 1]));
    const crowded = parse(many);
    expect(Object.keys(crowded.call.extras?.fields ?? {})).toHaveLength(50);
    expect(crowded.unread).toHaveLength(10);
    const spoilt = JSON.parse(
      '{"model":"m","messages":[{"role":"user","content":"x"}],"__proto__":{"a":1}}',
    ) as unknown;
    expect(format.parseRequest(spoilt, "m")).toMatchObject({ unread: ["__proto__"] });
  });

  it("are kept for tools that the upstream runs", () => {
    const web = { type: "web_search", web_search: { enable: true } };
    const builtin = { type: "builtin_function", function: { name: "$web_search" } };
    const code = { type: "code_interpreter" };
    const { call } = parse({
      web_search_options: { search_context_size: "low" },
      tools: [web, builtin, code],
    });
    expect(call.tools).toBeUndefined();
    expect(call.hostedTools).toEqual([
      { kind: "web-search", dialect: "openai-chat", definition: web },
      { dialect: "openai-chat", definition: builtin },
      { kind: "code-execution", dialect: "openai-chat", definition: code },
      { kind: "web-search", dialect: "openai-chat", definition: { search_context_size: "low" } },
    ]);
  });

  it("are named by their place in a message", () => {
    const echoed = { role: "assistant", content: "x", refusal: null, annotations: [], prefix: true };
    expect(parse({}, [echoed]).unread).toEqual(["messages[0].prefix"]);
  });

  it("are kept for video, which no other dialect accepts", () => {
    const video = { type: "video_url", video_url: { url: "https://v.test/1.mp4" } };
    const { call } = parse({}, [{ role: "user", content: [{ type: "text", text: "x" }, video] }]);
    expect(call.messages[0]?.content[1]).toEqual({ type: "opaque", dialect: "openai-chat", value: video });
  });
});

describe("nativeStream", () => {
  it("recognizes failures without an `error` object", () => {
    const native = format.nativeStream(format.readHead({ model: "m", messages: [1], stream: true }));
    const judge = (body: object) => native.isProblem?.(body);
    for (const body of [
      { error: { message: "x" } },
      { error: "x" },
      { object: "error", message: "x", code: 400 },
      { type: "error", message: "x" },
      { message: "The engine is overloaded" },
    ])
      expect(judge(body), JSON.stringify(body)).toBe(true);
    for (const body of [
      { error: null, choices: [{ delta: {} }] },
      { object: "chat.completion.chunk", choices: [] },
      { choices: [], usage: { prompt_tokens: 1 }, message: "x" },
    ])
      expect(judge(body), JSON.stringify(body)).toBe(false);
  });
});
