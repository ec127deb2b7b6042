import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RenderContext } from "../../src/relay/formats/format.ts";
import { findChatFormat } from "../../src/relay/formats/registry.ts";
import { UnreadableAnswer } from "../../src/relay/canonical/unreadable-answer.ts";
import { findProvider } from "../../src/relay/providers/registry.ts";
import { RelayError } from "../../src/relay/relay-error.ts";
import { answers, requests } from "./chat-arbitraries.ts";
import { addUpChunks, type Answer, streamAnswer } from "./chat-streams.ts";
import { frameLines, readPieces } from "./feed-stream.ts";
import { aChannelView, aChatCall } from "./provider-conformance.ts";
import { createRandom, cutRandomly } from "./random-cuts.ts";
import { spoilJson } from "./spoil-json.ts";

const format = findChatFormat("openai-chat");
/** A provider that accepts every field of the dialect. */
const provider = findProvider(8)!;
const chat = provider.chat!;
const context: RenderContext = {
  requestedModel: "requested",
  requestId: "req-1",
  now: 1_790_000_000,
  wantsStreamUsage: true,
  request: {},
};

const runs = { numRuns: 300, seed: 20_261_121 };

type Fields = Record<string, unknown>;

function translate(request: Fields): { body: Fields; lost: string[] } {
  const { call, unread } = format.parseRequest(request, "m");
  const built = chat.buildRequest(call, aChannelView());
  return { body: JSON.parse(String(built.body)) as Fields, lost: [...unread, ...(built.dropped ?? [])] };
}

/** The same request in other forms that clients use. */
function rephrase(request: Fields): Fields {
  const messages = (request.messages as Fields[]).map((message) => {
    const { content } = message;
    if (typeof content === "string") return { ...message, content: [{ type: "text", text: content }] };
    return content === null ? { ...message, content: [] } : message;
  });
  const { max_tokens, stop, reasoning_effort, ...rest } = request;
  return {
    ...rest,
    messages,
    ...(max_tokens !== undefined && { max_completion_tokens: max_tokens }),
    ...(stop !== undefined && { stop: typeof stop === "string" ? [stop] : stop }),
    ...(reasoning_effort !== undefined && { reasoning: { effort: reasoning_effort } }),
    parallel_tool_calls: null,
  };
}

describe("a Chat Completions request through the canonical call and back", () => {
  it("is the same request, and no field is reported as dropped", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { body, lost } = translate(request);
        expect(body).toEqual(request);
        expect(lost).toEqual([]);
      }),
      { ...runs, numRuns: 500 },
    );
  });

  it("is the same request, whichever form the client uses", () => {
    fc.assert(
      fc.property(requests, (request) => {
        expect(translate(rephrase(request)).body).toEqual(request);
      }),
      runs,
    );
  });

  it("requests a stream and its usage if the client does", () => {
    const { body } = translate({ model: "m", messages: [{ role: "user", content: "x" }], stream: true });
    expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });
});

describe("malformed Chat Completions", () => {
  it("are rejected as requests, or become a request whose dropped fields fit into a header", () => {
    const random = createRandom(11);
    for (const request of fc.sample(requests, { numRuns: 400, seed: runs.seed }))
      for (let round = 0; round < 5; round++)
        try {
          // As on the wire: no list has holes.
          const spoilt = JSON.parse(JSON.stringify(spoilJson(request, random)) ?? "null") as Fields;
          for (const name of translate(spoilt).lost) expect(name).toMatch(/^[\w.$[\]?-]+$/);
        } catch (error) {
          if (!(error instanceof RelayError)) throw error;
        }
  });

  it("are read as responses, or rejected as unreadable", () => {
    const random = createRandom(12);
    for (const answer of fc.sample(answers, { numRuns: 300, seed: runs.seed }))
      for (let round = 0; round < 5; round++)
        try {
          const result = chat.readResponse(spoilJson(answer, random), aChatCall());
          JSON.parse(format.renderResponse(result, context));
          const lines = streamAnswer(answer as unknown as Answer, (text) => [text]);
          const reader = chat.streamReader(aChatCall());
          const renderer = format.streamRenderer(context);
          for (const line of lines)
            for (const part of reader.read({
              event: "",
              data: JSON.stringify(spoilJson(JSON.parse(line), random)),
            }))
              renderer.render(part);
        } catch (error) {
          if (!(error instanceof UnreadableAnswer)) throw error;
        }
  });
});

describe("a Chat Completions response through the canonical call and back", () => {
  it("is the same response when it arrives whole", () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const result = chat.readResponse(answer, aChatCall());
        expect(JSON.parse(format.renderResponse(result, context))).toEqual(answer);
      }),
      { ...runs, numRuns: 500 },
    );
  });

  it("is the same response when it arrives in pieces", () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 2 ** 31 }), (answer, seed) => {
        const random = createRandom(seed);
        const lines = streamAnswer(answer as unknown as Answer, (text) => cutText(text, random));
        const pieces = cutRandomly(frameLines(lines, "data-done"), 200, random);
        const renderer = format.streamRenderer(context);
        let usage: Parameters<typeof renderer.finish>[0];
        let text = "";
        for (const part of readPieces(provider, aChatCall({ stream: true }), pieces)) {
          if (part.type === "usage") usage = part.usage;
          text += renderer.render(part);
        }
        expect(withEmptyText(addUpChunks(text + renderer.finish(usage)))).toEqual(
          withEmptyText({ ...answer, object: undefined } as unknown as Answer),
        );
      }),
      runs,
    );
  });
});

/** In pieces, no text and an empty text are equal. */
function withEmptyText(answer: Answer): Answer {
  for (const { message } of answer.choices) message.content ??= "";
  return answer;
}

function cutText(text: string, random: () => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + 1 + Math.floor(random() * 5);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}
