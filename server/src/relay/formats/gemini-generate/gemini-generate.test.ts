import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import type { ChatResult } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { PathParams, RenderContext } from "../format.ts";
import { format } from "./index.ts";
import { createStreamRenderer } from "./render-stream.ts";

const context: RenderContext = {
  requestedModel: "requested",
  requestId: "req-1",
  now: 1790000000,
  wantsStreamUsage: true,
  request: {},
};
const path: PathParams = { model: "requested", query: "alt=sse" };
const usage = { ...noUsage, input: 10, cached: 4, input_image: 6, output: 7, reasoning: 2, output_image: 3 };
const wireUsage = {
  promptTokenCount: 20,
  candidatesTokenCount: 10,
  totalTokenCount: 32,
  cachedContentTokenCount: 4,
  thoughtsTokenCount: 2,
  promptTokensDetails: [
    { modality: "TEXT", tokenCount: 14 },
    { modality: "IMAGE", tokenCount: 6 },
  ],
  candidatesTokensDetails: [
    { modality: "TEXT", tokenCount: 7 },
    { modality: "IMAGE", tokenCount: 3 },
  ],
};
const own = (value: string) => ({ dialect: "gemini-generate" as const, value });

const rich: ChatResult = {
  id: "msg_1",
  model: "upstream-name",
  usage,
  choices: [
    {
      index: 0,
      stopReason: "tool-calls",
      content: [
        { type: "reasoning", text: "Hm.", signature: { dialect: "anthropic-messages", value: "s1" } },
        {
          type: "encrypted-reasoning",
          data: "blob",
          dialect: "openai-responses",
          id: "rs_1",
          summary: "Sum.",
        },
        { type: "text", text: "Voilà ", signature: own("s2") },
        {
          type: "text",
          text: "a page.",
          citations: [{ url: "https://e.test", title: "E" }, { quote: "no page" }],
        },
        { type: "image", source: { kind: "inline", mediaType: "image/png", data: "AAAA" } },
        { type: "tool-call", id: "a", name: "f", arguments: '{"x":1}', signature: own("s3") },
        { type: "tool-call", id: "b", name: "g", arguments: "" },
        { type: "tool-call", id: "c", name: "h", arguments: "[1]" },
        { type: "tool-call", id: "d", name: "i", arguments: '{"cut' },
      ],
    },
  ],
};

describe("renderResponse", () => {
  const answer = JSON.parse(format.renderResponse(rich, context)) as { candidates: { content: object }[] };

  it("writes every part of a response", () => {
    expect(answer).toEqual({
      candidates: [
        {
          content: {
            role: "model",
            parts: [
              { text: "Hm.", thought: true, thoughtSignature: btoa("tollgate.anthropic-messages.s1") },
              {
                text: "Sum.",
                thought: true,
                thoughtSignature: btoa("tollgate.openai-responses.encrypted:rs_1:blob"),
              },
              { text: "Voilà ", thoughtSignature: "s2" },
              { text: "a page." },
              { inlineData: { mimeType: "image/png", data: "AAAA" } },
              { functionCall: { id: "a", name: "f", args: { x: 1 } }, thoughtSignature: "s3" },
              { functionCall: { id: "b", name: "g", args: {} } },
              { functionCall: { id: "c", name: "h", args: { value: [1] } } },
              { functionCall: { id: "d", name: "i", args: { arguments: '{"cut' } } },
            ],
          },
          finishReason: "STOP",
          index: 0,
          groundingMetadata: {
            groundingChunks: [{ web: { uri: "https://e.test", title: "E" } }],
            // Bytes: the accented letter takes two.
            groundingSupports: [
              { segment: { startIndex: 7, endIndex: 14, text: "a page." }, groundingChunkIndices: [0] },
            ],
          },
        },
      ],
      usageMetadata: wireUsage,
      modelVersion: "requested",
      responseId: "msg_1",
    });
  });

  it("is parsed back unchanged when the client sends it on", () => {
    const contents = [{ parts: [{ text: "Hi" }] }, answer.candidates[0]?.content];
    const { call } = format.parseRequest({ contents }, "m", path);
    const sent = rich.choices[0]!.content.map((block) => {
      if (block.type !== "tool-call")
        return block.type === "text" ? { ...block, citations: undefined } : block;
      return {
        ...block,
        arguments: { b: "{}", c: '{"value":[1]}', d: '{"arguments":"{\\"cut"}' }[block.id] ?? block.arguments,
      };
    });
    expect(call.messages[1]?.content).toEqual(sent);
  });

  it.each([
    ["stop", "STOP"],
    ["stop-sequence", "STOP"],
    ["length", "MAX_TOKENS"],
    ["context-length", "MAX_TOKENS"],
    ["filter", "SAFETY"],
    ["refusal", "SAFETY"],
    ["pause", "STOP"],
  ] as const)("contains the finish reason for %s", (stopReason, finishReason) => {
    const result: ChatResult = { id: "", model: "m", choices: [{ index: 1, content: [], stopReason }] };
    expect(JSON.parse(format.renderResponse(result, context))).toEqual({
      candidates: [{ content: { parts: [{ text: "" }], role: "model" }, finishReason, index: 1 }],
      modelVersion: "requested",
      responseId: "req-1",
    });
  });

  it("accepts `null` arguments as none", () => {
    const content = [{ type: "tool-call" as const, id: "a", name: "f", arguments: "null" }];
    const choices = [{ index: 0, stopReason: "stop" as const, content }];
    const text = format.renderResponse({ id: "", model: "", choices }, context);
    expect(JSON.parse(text)).toMatchObject({
      candidates: [{ content: { parts: [{ functionCall: { id: "a", name: "f", args: {} } }] } }],
    });
    expect(text).not.toContain("value");
  });

  it("keeps an upstream's own fields next to the content", () => {
    const candidate = { groundingMetadata: { webSearchQueries: ["q"] }, finishReason: "RECITATION" };
    const result: ChatResult = {
      id: "r",
      model: "m",
      choices: [
        {
          index: 0,
          stopReason: "filter",
          logProbabilities: {
            content: [{ token: "a", logprob: -1, bytes: [97], top_logprobs: [{ token: "b", logprob: -2 }] }],
          },
          content: [
            { type: "text", text: "Hi", citations: [{ url: "https://e.test" }] },
            { type: "opaque", dialect: "gemini-generate", value: { executableCode: { code: "1" } } },
            { type: "opaque", dialect: "anthropic-messages", value: { candidate: {} } },
            { type: "opaque", dialect: "gemini-generate", value: { candidate } },
          ],
        },
      ],
    };
    expect(JSON.parse(format.renderResponse(result, context))).toMatchObject({
      candidates: [
        {
          content: { parts: [{ text: "Hi" }, { executableCode: { code: "1" } }] },
          ...candidate,
          logprobsResult: {
            chosenCandidates: [{ token: "a", logProbability: -1 }],
            topCandidates: [{ candidates: [{ token: "b", logProbability: -2 }] }],
          },
        },
      ],
    });
  });
});

const parts: ChatStreamPart[] = [
  { type: "start", id: "msg_1", model: "m" },
  { type: "reasoning", choice: 0, text: "Hm." },
  { type: "reasoning-signature", choice: 0, signature: { dialect: "anthropic-messages", value: "s1" } },
  { type: "text", choice: 0, text: 'Say "hi"\n' },
  { type: "text-signature", choice: 0, signature: own("s2") },
  { type: "tool-call", choice: 0, block: 0, id: "a", name: "f" },
  { type: "tool-call", choice: 0, block: 1, id: "b", name: "g", signature: own("s3") },
  { type: "tool-arguments", choice: 0, block: 1, text: '{"y":' },
  { type: "tool-arguments", choice: 0, block: 0, text: '{"x":1}' },
  { type: "tool-arguments", choice: 0, block: 1, text: "2}" },
  { type: "text", choice: 0, text: "more" },
  { type: "tool-call", choice: 0, block: 2, id: "c", name: "h" },
  { type: "stop", choice: 0, reason: "tool-calls" },
  { type: "usage", usage },
  { type: "end" },
];

const frame = { modelVersion: "requested", responseId: "msg_1" };
const event = (...written: object[]) => ({
  candidates: [{ content: { parts: written, role: "model" }, index: 0 }],
  ...frame,
});
const events = [
  event({ text: "Hm.", thought: true }),
  event({ text: "", thought: true, thoughtSignature: btoa("tollgate.anthropic-messages.s1") }),
  event({ text: 'Say "hi"\n' }),
  event({ text: "", thoughtSignature: "s2" }),
  event(
    { functionCall: { id: "a", name: "f", args: { x: 1 } } },
    { functionCall: { id: "b", name: "g", args: { y: 2 } }, thoughtSignature: "s3" },
  ),
  event({ text: "more" }),
  event({ functionCall: { id: "c", name: "h", args: {} } }),
  {
    candidates: [{ content: { parts: [{ text: "" }], role: "model" }, finishReason: "STOP", index: 0 }],
    usageMetadata: wireUsage,
    ...frame,
  },
];

describe("streamRenderer", () => {
  const render = (given: readonly ChatStreamPart[], renderer: ReturnType<typeof createStreamRenderer>) =>
    given.map((part) => renderer.render(part)).join("") + renderer.finish(usage);

  it("writes one whole object per event, complete calls, stop reason and usage last", () => {
    const renderer = format.streamRenderer(context);
    const text = render(parts, renderer);
    expect(renderer.contentType).toMatch(/^text\/event-stream/);
    expect(text.endsWith("\r\n\r\n")).toBe(true);
    const data = text
      .split("\r\n\r\n")
      .slice(0, -1)
      .map((one) => JSON.parse(one.replace(/^data: /, "")) as object);
    expect(data).toEqual(events);
  });

  it("writes the same as one JSON list without alt=sse", () => {
    const renderer = createStreamRenderer({ ...context, path: { query: "" } });
    expect(renderer.contentType).toMatch(/^application\/json/);
    expect(JSON.parse(render(parts, renderer))).toEqual(events);
  });

  it("closes the list after an error, started or not", () => {
    const error = { status: 503, type: "server_error", code: "x", message: "Gone.", requestId: "req-1" };
    const begun = createStreamRenderer({ ...context, path: { query: "" } });
    const list = JSON.parse(begun.render(parts[1]!) + begun.fail(error)) as object[];
    expect(list).toMatchObject([{ candidates: [{}] }, { error: { code: 503, status: "UNAVAILABLE" } }]);
    const fresh = createStreamRenderer({ ...context, path: { query: "" } });
    expect(JSON.parse(fresh.fail(error))).toHaveLength(1);
    expect(format.streamRenderer(context).fail(error)).toMatch(/^data: {"error".*\r\n\r\n$/);
  });

  it("ends every choice, even if the upstream sent no stop reason", () => {
    const renderer = format.streamRenderer(context);
    const last = render([{ type: "text", choice: 1, text: "x" }], renderer)
      .split("\r\n\r\n")
      .at(-2);
    expect(JSON.parse(String(last).slice(6))).toMatchObject({
      candidates: [{ index: 1, finishReason: "STOP" }],
    });
    const empty = JSON.parse(format.streamRenderer(context).finish(undefined).slice(6)) as object;
    expect(empty).toMatchObject({ candidates: [{ index: 0, finishReason: "STOP" }] });
  });

  it("starts with the stop if a response contains nothing else", () => {
    const renderer = format.streamRenderer(context);
    expect(renderer.render({ type: "start", id: "r", model: "m" })).toBe("");
    expect(renderer.render({ type: "stop", choice: 0, reason: "filter" })).toContain('"text":""');
    expect(renderer.finish(undefined)).toContain('"finishReason":"SAFETY"');
  });

  it("returns cited pages, and their positions if the caller requested a search", () => {
    const citation = { url: "https://e.test", start: 2, end: 6 };
    const given: ChatStreamPart[] = [
      { type: "text", choice: 0, text: "é " },
      { type: "text", choice: 0, text: "page" },
      { type: "citation", choice: 0, citation },
    ];
    const grounding = (request: object) => {
      const last = render(given, format.streamRenderer({ ...context, request }))
        .split("\r\n\r\n")
        .at(-2);
      const { candidates } = JSON.parse(String(last).slice(6)) as {
        candidates: { groundingMetadata: object }[];
      };
      return candidates[0]?.groundingMetadata;
    };
    const groundingChunks = [{ web: { uri: "https://e.test" } }];
    expect(grounding({ tools: [{ google_search: {} }] })).toEqual({
      groundingChunks,
      groundingSupports: [
        { segment: { startIndex: 3, endIndex: 7, text: "page" }, groundingChunkIndices: [0] },
      ],
    });
    expect(grounding({ tools: [{ function_declarations: [] }] })).toEqual({ groundingChunks });
  });
});

describe("renderError", () => {
  const error = { type: "t", code: "rate_limit_exceeded", message: "Slow down.", requestId: "req-1" };

  it("writes Google's shape with code, field and request id in its details", () => {
    const reply = format.renderError({ ...error, status: 429, retryAfter: 3, param: "contents" });
    expect(reply).toMatchObject({ status: 429, headers: { "retry-after": "3" } });
    expect(JSON.parse(reply.body)).toEqual({
      error: {
        code: 429,
        message: "Slow down.",
        status: "RESOURCE_EXHAUSTED",
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "RATE_LIMIT_EXCEEDED",
            domain: "tollgate",
            metadata: { request_id: "req-1" },
          },
          {
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            fieldViolations: [{ field: "contents", description: "Slow down." }],
          },
          { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "3s" },
        ],
      },
    });
  });

  it.each([
    [400, "INVALID_ARGUMENT"],
    [401, "UNAUTHENTICATED"],
    [403, "PERMISSION_DENIED"],
    [404, "NOT_FOUND"],
    [413, "INVALID_ARGUMENT"],
    [500, "INTERNAL"],
    [504, "DEADLINE_EXCEEDED"],
    [529, "INTERNAL"],
  ])("has Google's status for %i", (status, word) => {
    expect(JSON.parse(format.renderError({ ...error, status }).body)).toMatchObject({
      error: { status: word },
    });
  });
});
