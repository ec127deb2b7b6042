import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { noUsage } from "@tollgate/contract/cost";
import OpenAI from "openai";
import type { Completion } from "openai/resources/completions";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../../test/conformance/random-cuts.ts";
import { spoilJson } from "../../../../test/conformance/spoil-json.ts";
import type { ChatResult } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { RelayError } from "../../relay-error.ts";
import type { RenderContext } from "../format.ts";
import { format } from "./index.ts";

const context: RenderContext = {
  requestedModel: "requested",
  requestId: "req-1",
  now: 1790000000,
  wantsStreamUsage: true,
  request: {},
};
const usage = { ...noUsage, input: 10, cached: 4, output: 5, reasoning: 2 };
const wireUsage = {
  prompt_tokens: 14,
  completion_tokens: 7,
  total_tokens: 21,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 2 },
};
const everySetting = (): string =>
  readFileSync(new URL("./__fixtures__/every-setting.json", import.meta.url), "utf8");

function clientFor(body: string, type: string): OpenAI {
  return new OpenAI({
    apiKey: "unused",
    baseURL: "https://tollgate.test/v1",
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response(body, { headers: { "content-type": type } })),
  });
}

async function readStream(text: string): Promise<Completion[]> {
  const client = clientFor(text, "text/event-stream");
  const pieces: Completion[] = [];
  for await (const piece of await client.completions.create({
    model: "requested",
    prompt: "x",
    stream: true,
  }))
    pieces.push(piece);
  return pieces;
}

function paramOf(body: unknown): string | undefined {
  try {
    format.parseRequest(body, "m");
  } catch (error) {
    if (error instanceof RelayError && error.kind === "invalid_request") return error.param;
    throw error;
  }
  throw new Error("accepted");
}

describe("readHead", () => {
  it("counts the choices of every prompt", () => {
    const head = (more: object) => format.readHead({ model: "m", ...more });
    expect(head({ prompt: "x", max_tokens: 5 })).toMatchObject({
      choices: 1,
      maxOutputTokens: 5,
      stream: false,
    });
    expect(head({ prompt: [1, 2, 3] })).toMatchObject({ choices: 1 });
    expect(head({ prompt: ["a", "b"], n: 3 })).toMatchObject({ choices: 6 });
    expect(head({ prompt: [[1], [2], [3]], n: 1, best_of: 4 })).toMatchObject({ choices: 12 });
  });

  it.each([
    [{ prompt: "x" }, "model"],
    [{ model: "a\nb", prompt: "x" }, "model"],
    [{ model: "m" }, "prompt"],
    [{ model: "m", prompt: [] }, "prompt"],
    [{ model: "m", prompt: 5 }, "prompt"],
    [{ model: "m", prompt: "x", stream: "yes" }, "stream"],
    [{ model: "m", prompt: "x", stream_options: { include_usage: true } }, "stream_options"],
    [{ model: "m", prompt: "x", n: 0 }, "n"],
    [{ model: "m", prompt: "x", Best_Of: 9 }, "Best_Of"],
    [{ model: "m", prompt: "x", temperature: "hot" }, "temperature"],
    [{ model: "m", prompt: "x", stop: [1] }, "stop[0]"],
    [{ model: "m", prompt: ["a", "b"] }, "prompt"],
    [{ model: "m", prompt: [1, 2] }, "prompt"],
  ])("rejects %j for %s", (body, param) => {
    expect(paramOf(body)).toBe(param);
  });

  it("rejects malformed requests and never throws another error", () => {
    const random = createRandom(7);
    for (let round = 0; round < 2000; round++)
      try {
        format.parseRequest(spoilJson(JSON.parse(everySetting()), random), "m");
      } catch (error) {
        expect(error).toBeInstanceOf(RelayError);
      }
  });
});

describe("parseRequest", () => {
  it("reads every setting", () => {
    const { call, unread } = format.parseRequest(JSON.parse(everySetting()), "forwarded");
    expect(unread).toEqual([]);
    expect(call).toEqual({
      model: "forwarded",
      stream: true,
      messages: [{ role: "user", content: [{ type: "text", text: "Say hello." }] }],
      maxOutputTokens: 20,
      temperature: 0.5,
      topP: 0.9,
      frequencyPenalty: 1,
      presencePenalty: -1,
      seed: 7,
      stop: ["END", "\n"],
      choices: 2,
      endUser: "u",
    });
    expect(format.parseRequest({ model: "m", prompt: ["one"] }, "m").call.messages).toMatchObject([
      { content: [{ text: "one" }] },
    ]);
  });

  it("keeps fields of this format only, under their names", () => {
    const body = { model: "m", prompt: "x", suffix: "end", echo: true, best_of: 3, logprobs: 2, "кл юч": 1 };
    const { call, unread } = format.parseRequest(body, "m");
    expect(call.extras).toEqual({
      dialect: "openai-completions",
      fields: { suffix: "end", echo: true, best_of: 3, logprobs: 2 },
    });
    expect(unread).toEqual(["?????"]);
  });
});

const result: ChatResult = {
  id: "chatcmpl-1",
  model: "upstream",
  created: 5,
  usage,
  choices: [
    {
      index: 0,
      stopReason: "length",
      content: [
        { type: "reasoning", text: "hm" },
        { type: "text", text: "Hel" },
      ],
    },
    { index: 1, stopReason: "refusal", content: [{ type: "refusal", text: "No." }] },
  ],
};

describe("rendering", () => {
  it("writes a response that the SDK reads", async () => {
    const client = clientFor(format.renderResponse(result, context), "application/json");
    expect(await client.completions.create({ model: "requested", prompt: "x" })).toEqual({
      id: "chatcmpl-1",
      object: "text_completion",
      created: 5,
      model: "requested",
      choices: [
        { text: "Hel", index: 0, logprobs: null, finish_reason: "length" },
        { text: "No.", index: 1, logprobs: null, finish_reason: "content_filter" },
      ],
      usage: wireUsage,
    });
  });

  const parts: ChatStreamPart[] = [
    { type: "start", id: "chatcmpl-1", model: "upstream", created: 5 },
    { type: "reasoning", choice: 0, text: "hm" },
    { type: "text", choice: 0, text: 'Say "' },
    { type: "text", choice: 1, text: "b" },
    { type: "text", choice: 0, text: "日\n" },
    { type: "stop", choice: 0, reason: "length" },
    { type: "stop", choice: 0, reason: "stop" },
    { type: "usage", usage },
    { type: "end" },
  ];

  it("writes a stream that the SDK reads", async () => {
    const renderer = format.streamRenderer(context);
    const text = parts.map((part) => renderer.render(part)).join("") + renderer.finish(usage);
    const pieces = await readStream(text);
    const textOf = (index: number) =>
      pieces
        .flatMap((piece) => piece.choices.filter((one) => one.index === index).map((one) => one.text))
        .join("");
    expect([textOf(0), textOf(1)]).toEqual(['Say "日\n', "b"]);
    const reasons = pieces.flatMap((piece) => piece.choices.map((one) => [one.index, one.finish_reason]));
    expect(reasons.filter(([, reason]) => reason !== null)).toEqual([
      [0, "length"],
      [1, "stop"],
    ]);
    expect(pieces.at(-1)).toMatchObject({
      id: "chatcmpl-1",
      model: "requested",
      choices: [],
      usage: wireUsage,
    });
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  it("sends usage only on request, and an error that the SDK throws", async () => {
    const renderer = format.streamRenderer({ ...context, wantsStreamUsage: false });
    expect(renderer.finish(usage)).not.toContain("usage");
    const error = {
      status: 502,
      type: "server_error",
      code: "upstream_error",
      message: "Broke.",
      requestId: "r",
    };
    await expect(readStream(renderer.fail(error))).rejects.toThrow("Broke. (request id: r)");
    expect(JSON.parse(format.renderError(error).body)).toMatchObject({ error: { code: "upstream_error" } });
  });
});

describe("native path", () => {
  const rewrite = (text: string, model: string, custom: Record<string, unknown> = {}): string => {
    const body: unknown = JSON.parse(text);
    return format
      .rewriteNative({ raw: Buffer.from(text), body, head: format.readHead(body), model, custom })
      .toString();
  };

  it("changes only the model's value", () => {
    const text = '{ "seed":12345678901234567890, "model" : "one",\n"prompt":["a","b"] }';
    expect(rewrite(text, "two")).toBe(text.replace('"one"', '"two"'));
    const raw = Buffer.from(text);
    expect(
      format.rewriteNative({
        raw,
        body: JSON.parse(text),
        head: format.readHead(JSON.parse(text)),
        model: "one",
        custom: {},
      }),
    ).toBe(raw);
  });

  it("keeps one of a duplicate field, and numbers unchanged", () => {
    const text =
      '{"model":"dear","prompt":"x","seed":12345678901234567890,"n":50,"n":1,"mod\\u0065l":"cheap"}';
    expect(rewrite(text, "cheap")).toBe('{"model":"cheap","prompt":"x","seed":12345678901234567890,"n":1}');
  });

  it("keeps one model if the other's key contains an escape", () => {
    expect(rewrite('{"model":"dear","prompt":"x","mod\\u0065l":"cheap"}', "cheap")).toBe(
      '{"model":"cheap","prompt":"x"}',
    );
  });

  it("requests usage in streams and adds the channel's parameters", () => {
    const text = '{"model":"m","prompt":"x","stream":true,"top_p":1}';
    expect(JSON.parse(rewrite(text, "m", { seed: 1, top_p: 0 }))).toEqual({
      model: "m",
      prompt: "x",
      stream: true,
      top_p: 1,
      seed: 1,
      stream_options: { include_usage: true },
    });
  });

  it("ends with [DONE], or when every choice has its finish reason", () => {
    const native = format.nativeStream(format.readHead({ model: "m", prompt: "x", n: 2, stream: true }));
    const piece = (index: number, reason: string | null) => ({
      choices: [{ index, text: "", finish_reason: reason }],
    });
    const ends = (body: object) => native.isEnd(JSON.stringify(body), body);
    expect([
      ends(piece(0, null)),
      ends(piece(0, "stop")),
      ends(piece(0, "stop")),
      ends(piece(1, "length")),
    ]).toEqual([false, false, false, true]);
    expect(native.isEnd("[DONE]", undefined)).toBe(true);
    expect(native.keeps({ choices: [], usage: { prompt_tokens: 1 } })).toBe(false);
    expect([
      native.isProblem?.({ object: "error", message: "x" }),
      native.isProblem?.(piece(0, null)),
    ]).toEqual([true, false]);
  });
});

/** Recorded responses are not part of the project: see `server/test/conformance/transcripts.test.ts`. */
const recordings = path.join(
  process.env.TOLLGATE_TRANSCRIPTS ??
    path.resolve(import.meta.dirname, "../../../../../../shared/transcripts"),
  "openai/completion",
);

describe.skipIf(!existsSync(recordings))("recorded responses", () => {
  const read = (name: string) => readFileSync(path.join(recordings, name), "utf8");

  it("are valid, and reach their end", () => {
    expect(format.isAnswer(JSON.parse(read("openai-completion-text.json")) as object)).toBe(true);
    const native = format.nativeStream(format.readHead({ model: "m", prompt: "x", stream: true }));
    const lines = read("openai-completion-text.chunks.txt").split("\n").filter(Boolean);
    const bodies = lines.map((line) => JSON.parse(line) as object);
    expect(bodies.some((body) => native.isProblem?.(body))).toBe(false);
    expect(native.opens(bodies[0] ?? {})).toBe(true);
    expect(bodies.map((body) => native.isEnd(JSON.stringify(body), body)).at(-1)).toBe(true);
  });
});
