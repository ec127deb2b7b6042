import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { readStreamWithSdk, readWholeWithSdk } from "../../../../test/conformance/read-with-openai-sdk.ts";
import type { ChatResult } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { RenderContext } from "../format.ts";
import { format } from "./index.ts";

const context: RenderContext = {
  requestedModel: "requested",
  requestId: "req-1",
  now: 1790000000,
  wantsStreamUsage: true,
  request: {},
};
const usage = {
  ...noUsage,
  input: 10,
  cached: 4,
  cached_read: 6,
  cached_write: 3,
  cached_write_1h: 2,
  input_audio: 5,
  output: 7,
  reasoning: 2,
};

const wireUsage = {
  prompt_tokens: 30,
  completion_tokens: 9,
  total_tokens: 39,
  prompt_tokens_details: {
    cached_tokens: 10,
    audio_tokens: 5,
    cached_read_tokens: 6,
    cache_write_tokens: 5,
    cached_write_tokens: 3,
    cached_write_1h_tokens: 2,
  },
  completion_tokens_details: { reasoning_tokens: 2, audio_tokens: 0 },
};

const rich: ChatResult = {
  id: "msg_1",
  model: "upstream-name",
  usage,
  serviceTier: "default",
  choices: [
    {
      index: 0,
      stopReason: "tool-calls",
      content: [
        { type: "reasoning", text: "One. ", signature: { dialect: "openai-chat", value: "s1" } },
        { type: "encrypted-reasoning", data: "blob", dialect: "openai-chat" },
        { type: "reasoning", text: "Two.", signature: { dialect: "openai-chat", value: "s2" } },
        { type: "text", text: "See " },
        {
          type: "text",
          text: "this.",
          citations: [{ url: "https://e.test", title: "E" }, { quote: "three" }],
        },
        { type: "tool-call", id: "a", name: "f", arguments: '{"x":1}' },
        { type: "tool-call", id: "b", name: "g", arguments: "" },
      ],
    },
  ],
};

const richDetails = [
  { type: "reasoning.text", text: "One. ", signature: "s1", index: 0 },
  { type: "reasoning.encrypted", data: "blob", index: 1 },
  { type: "reasoning.text", text: "Two.", signature: "s2", index: 2 },
];

describe("renderResponse", () => {
  it("writes every part of a response", async () => {
    const { completion } = await readWholeWithSdk(format.renderResponse(rich, context));
    expect(completion).toMatchObject({
      id: "msg_1",
      object: "chat.completion",
      created: 1790000000,
      model: "requested",
      service_tier: "default",
      usage: wireUsage,
      choices: [
        {
          finish_reason: "tool_calls",
          message: {
            role: "assistant",
            content: "See this.",
            refusal: null,
            reasoning_content: "One. Two.",
            reasoning_details: richDetails,
            tool_calls: [
              { id: "a", type: "function", function: { name: "f", arguments: '{"x":1}' } },
              { id: "b", type: "function", function: { name: "g", arguments: "{}" } },
            ],
            annotations: [
              {
                type: "url_citation",
                url_citation: { url: "https://e.test", title: "E", start_index: 4, end_index: 9 },
              },
            ],
            citations: [{ quote: "three" }],
          },
        },
      ],
    });
  });

  it("is parsed back unchanged when the client sends it on", () => {
    const answer = JSON.parse(format.renderResponse(rich, context)) as { choices: { message: object }[] };
    const messages = [answer.choices[0]?.message];
    const { call } = format.parseRequest({ model: "requested", messages }, "forwarded");
    expect(call.messages[0]?.content).toEqual([
      { type: "reasoning", text: "One. ", signature: { dialect: "openai-chat", value: "s1" } },
      { type: "encrypted-reasoning", data: "blob", dialect: "openai-chat" },
      { type: "reasoning", text: "Two.", signature: { dialect: "openai-chat", value: "s2" } },
      { type: "text", text: "See this." },
      { type: "tool-call", id: "a", name: "f", arguments: '{"x":1}' },
      { type: "tool-call", id: "b", name: "g", arguments: "{}" },
    ]);
  });

  it("keeps an empty response empty and a refusal a refusal", () => {
    const message = (content: ChatResult["choices"][number]["content"]) => {
      const text = format.renderResponse(
        { ...rich, choices: [{ index: 0, stopReason: "stop", content }] },
        context,
      );
      return (JSON.parse(text) as { choices: { message: object }[] }).choices[0]?.message;
    };
    expect(message([])).toEqual({ role: "assistant", content: "", refusal: null });
    expect(message([{ type: "refusal", text: "No." }])).toEqual({
      role: "assistant",
      content: null,
      refusal: "No.",
    });
  });
});

function stream(parts: ChatStreamPart[], more: Partial<RenderContext> = {}): string {
  const renderer = format.streamRenderer({ ...context, ...more });
  return parts.map((part) => renderer.render(part)).join("") + renderer.finish(usage);
}

const start: ChatStreamPart = { type: "start", id: "chatcmpl-1", model: "upstream-name", created: 5 };
const choice = 0;

describe("streamRenderer", () => {
  it("satisfies the SDK's accumulator", async () => {
    const { completion, chunks } = await readStreamWithSdk(
      stream([
        start,
        { type: "service-tier", tier: "default" },
        { type: "reasoning", choice, text: "One. " },
        { type: "reasoning-signature", choice, signature: { dialect: "openai-chat", value: "s1" } },
        { type: "encrypted-reasoning", choice, data: "blob", dialect: "openai-chat" },
        { type: "reasoning", choice, text: "Tw" },
        { type: "reasoning", choice, text: "o." },
        { type: "reasoning-signature", choice, signature: { dialect: "openai-chat", value: "s2" } },
        { type: "text", choice, text: 'See "' },
        { type: "text", choice, text: "日本\n" },
        { type: "tool-call", choice, block: 0, id: "a", name: "f" },
        { type: "tool-arguments", choice, block: 0, text: '{"x"' },
        { type: "tool-call", choice, block: 1, id: "b", name: "g" },
        { type: "tool-arguments", choice, block: 0, text: ":1}" },
        { type: "tool-arguments", choice, block: 1, text: "{}" },
        { type: "stop", choice, reason: "tool-calls" },
        { type: "usage", usage },
        { type: "end" },
      ]),
    );
    expect(completion).toMatchObject({
      id: "chatcmpl-1",
      created: 5,
      model: "requested",
      service_tier: "default",
      usage: wireUsage,
      choices: [
        {
          finish_reason: "tool_calls",
          message: {
            role: "assistant",
            content: 'See "日本\n',
            tool_calls: [
              { id: "a", type: "function", function: { name: "f", arguments: '{"x":1}' } },
              { id: "b", type: "function", function: { name: "g", arguments: "{}" } },
            ],
          },
        },
      ],
    });
    const details = chunks.flatMap(
      (chunk) =>
        (chunk.choices[0]?.delta as { reasoning_details?: unknown[] } | undefined)?.reasoning_details ?? [],
    );
    expect(details).toEqual(richDetails);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: wireUsage });
    expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true);
  });

  it("writes several choices, each with its role and finish reason", async () => {
    const { completion } = await readStreamWithSdk(
      stream([
        start,
        { type: "text", choice: 0, text: "a" },
        { type: "text", choice: 1, text: "b" },
        { type: "stop", choice: 1, reason: "length" },
        { type: "stop", choice: 0, reason: "stop" },
      ]),
    );
    expect(completion.choices.map((one) => [one.message.content, one.finish_reason])).toEqual([
      ["a", "stop"],
      ["b", "length"],
    ]);
  });

  it("sends usage only on request, and always ends", () => {
    const text = stream([start, { type: "text", choice, text: "x" }], { wantsStreamUsage: false });
    expect(text).not.toContain("usage");
    expect(text.endsWith('"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')).toBe(true);
  });

  it("completes a response even without start or stop parts", async () => {
    const { completion } = await readStreamWithSdk(stream([{ type: "refusal", choice, text: "No." }]));
    expect(completion).toMatchObject({ id: "chatcmpl-req-1", choices: [{ message: { refusal: "No." } }] });
    const empty = await readStreamWithSdk(stream([]));
    expect(empty.completion.choices[0]).toMatchObject({ finish_reason: "stop", message: { content: "" } });
  });

  it("sends an error that the SDK throws", async () => {
    const renderer = format.streamRenderer(context);
    const text =
      renderer.render(start) +
      renderer.fail({
        status: 502,
        type: "server_error",
        code: "upstream_error",
        message: "Broke.",
        requestId: "req-1",
      });
    await expect(readStreamWithSdk(text)).rejects.toThrow("Broke. (request id: req-1)");
  });
});

describe("renderError", () => {
  it("writes OpenAI's shape with the request id once", () => {
    const reply = format.renderError({
      status: 429,
      type: "rate_limit_error",
      code: "rate_limit_exceeded",
      message: "Slow down. (request id: other) (request id: another)",
      retryAfter: 3,
      requestId: "req-1",
    });
    expect(reply).toMatchObject({ status: 429, headers: { "retry-after": "3" } });
    expect(JSON.parse(reply.body)).toEqual({
      error: {
        message: "Slow down. (request id: req-1)",
        type: "rate_limit_error",
        param: null,
        code: "rate_limit_exceeded",
      },
    });
  });
});

describe("nativeStream", () => {
  const head = format.readHead({ model: "m", messages: [1], stream: true });
  it("recognizes the end and hides usage that the caller did not request", () => {
    const native = format.nativeStream(head);
    for (const end of ["[DONE]", " [DONE] "]) expect(native.isEnd(end, undefined)).toBe(true);
    expect(native.isEnd('say "[DONE]"', undefined)).toBe(false);
    expect(native.keeps({ choices: [], usage: { prompt_tokens: 1 } })).toBe(false);
    expect(native.keeps({ choices: [], usage: null, prompt_filter_results: [] })).toBe(true);
    expect(native.keeps({ choices: [{}], usage: { prompt_tokens: 1 } })).toBe(true);
    const withUsage = format.nativeStream({ ...head, wantsStreamUsage: true });
    expect(withUsage.keeps({ choices: [], usage: { prompt_tokens: 1 } })).toBe(true);
  });

  it("ends with [DONE], or when every choice has its finish reason", () => {
    const chunk = (index: number, reason: string | null) => ({
      choices: [{ index, delta: {}, finish_reason: reason }],
    });
    const two = format.nativeStream({ ...head, choices: 2 });
    const ends = (body: object) => two.isEnd(JSON.stringify(body), body);
    expect(ends(chunk(0, null))).toBe(false);
    expect(ends(chunk(0, "stop"))).toBe(false);
    expect(ends(chunk(0, "stop"))).toBe(false);
    expect(ends({ choices: [{ index: 1, delta: { content: "[DONE]" }, finish_reason: "" }] })).toBe(false);
    expect(ends(chunk(1, "length"))).toBe(true);
    expect(two.isEnd("[DONE]", undefined)).toBe(true);
  });

  it("opens with the first choice", () => {
    const native = format.nativeStream(head);
    expect(native.opens({ choices: [{ index: 0 }] })).toBe(true);
    for (const body of [{}, { choices: [] }, { choices: null }]) expect(native.opens(body)).toBe(false);
  });
});
