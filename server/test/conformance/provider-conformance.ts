import { readFileSync } from "node:fs";
import { completionTokens, promptTokens, type UsageCounts } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import type { ChatCall, StopReason, UserBlock } from "../../src/relay/canonical/chat.ts";
import type { ProblemKind } from "../../src/relay/canonical/problem.ts";
import { type ChannelView, type Provider } from "../../src/relay/providers/provider.ts";
import { UnreadableAnswer } from "../../src/relay/canonical/unreadable-answer.ts";
import { collectParts, collectResult } from "./collect-parts.ts";
import { type Framing, frameLines, readPieces } from "./feed-stream.ts";
import { createRandom, cutRandomly } from "./random-cuts.ts";
import { spoilJson } from "./spoil-json.ts";

export type PromiseName =
  | "plain text"
  | "tool call"
  | "several tool calls"
  | "image input"
  | "stop reasons"
  | "usage with cached tokens"
  | "usage in a stream"
  | "error kinds"
  | "unknown fields survive"
  | "empty content"
  | "spoilt answers"
  | "model list";

/**
 * What a provider's test brings. `fixtures` is its folder: `chat`, `tool-call`, `tool-calls` as `.json` and `.chunks.txt` (data of
 * one event per line), `empty.json`, `errors.json`, `models.json`. All say the same things: see `told` below.
 */
export interface ConformanceCase {
  provider: Provider;
  fixtures: URL;
  framing: Framing;
  /** Usage of `chat.json`, which has cached tokens in it, and of `chat.chunks.txt`. */
  usage: { whole: UsageCounts; stream: UsageCounts };
  /** The vendor's word for why it stopped, and ours. */
  stops: Record<string, StopReason>;
  /** A whole answer and the lines of a streamed one that stopped for this reason. */
  stopped(word: string): { body: unknown; lines: string[] };
  /** Promises not made, each with the reason. */
  skip?: Partial<Record<PromiseName, string>>;
}

/** What every provider's fixtures say. */
const told = {
  text: "Grüße aus Genf — 日内瓦 🏔️.",
  calls: [
    { name: "get_weather", arguments: { city: "Genève", days: 2 } },
    { name: "get_time", arguments: { zone: "Europe/Zurich" } },
  ],
};

/** A channel of a test: an address and a key, nothing else. */
export function aChannelView(more: Partial<ChannelView> = {}): ChannelView {
  return {
    baseUrl: "https://upstream.test",
    key: "test-key",
    headers: {},
    other: "",
    plugin: {},
    customParameters: {},
    ...more,
  };
}

/** A call of a test. */
export function aChatCall(more: Partial<ChatCall> = {}): ChatCall {
  const messages: ChatCall["messages"] = [{ role: "user", content: [{ type: "text", text: "Hello" }] }];
  return { model: "test-model", stream: false, messages, ...more };
}

/** Runs the promises that every provider makes on the provider's own fixtures. */
export function describeConformance(given: ConformanceCase): void {
  const { provider, framing } = given;
  const chat = provider.chat;
  if (chat === undefined) throw new Error("conformance is about chat");
  const call = aChatCall();

  const read = (name: string): string => readFileSync(new URL(name, given.fixtures), "utf8");
  const readWhole = (name: string) =>
    collectResult(chat.readResponse(JSON.parse(read(`${name}.json`)), call));
  const readLines = (name: string): string[] => read(`${name}.chunks.txt`).split("\n").filter(Boolean);
  const readStream = (lines: readonly string[]) => {
    const bytes = frameLines(lines, framing);
    const random = createRandom(bytes.length);
    const whole = collectParts(readPieces(provider, call, [bytes]));
    for (const longest of [1, 7, 100, 4000])
      expect(collectParts(readPieces(provider, call, cutRandomly(bytes, longest, random)))).toEqual(whole);
    return whole;
  };
  const promise = (name: PromiseName, check: () => void): void => {
    const reason = given.skip?.[name];
    if (reason !== undefined) it.skip(`${name} (skipped: ${reason})`, check);
    else it(name, check);
  };
  const parsed = (tools: { name: string; arguments: string }[]) =>
    tools.map((tool) => ({ name: tool.name, arguments: JSON.parse(tool.arguments) as unknown }));

  describe(`promises of ${provider.descriptor.id}`, () => {
    promise("plain text", () => {
      for (const answer of [readWhole("chat"), readStream(readLines("chat"))])
        expect(answer).toMatchObject({ text: told.text, stop: "stop", tools: [], ended: true });
    });

    promise("tool call", () => {
      for (const answer of [readWhole("tool-call"), readStream(readLines("tool-call"))]) {
        expect(parsed(answer.tools)).toEqual(told.calls.slice(0, 1));
        expect(answer.stop).toBe("tool-calls");
        expect(answer.tools[0]?.id).not.toBe("");
      }
    });

    promise("several tool calls", () => {
      for (const answer of [readWhole("tool-calls"), readStream(readLines("tool-calls"))]) {
        expect(parsed(answer.tools)).toEqual(told.calls);
        expect(new Set(answer.tools.map((tool) => tool.id)).size).toBe(2);
      }
    });

    promise("image input", () => {
      const content: UserBlock[] = [
        { type: "text", text: "What is this?" },
        { type: "image", source: { kind: "inline", mediaType: "image/png", data: "iVBORw0KGgo=" } },
      ];
      const url = "https://pictures.test/cat.jpg";
      // Where the upstream fetches nothing, the pipeline sends the bytes.
      const fetches = !chat.needsInline?.(url, "image");
      if (fetches) content.push({ type: "image", source: { kind: "url", url } });
      const request = chat.buildRequest(aChatCall({ messages: [{ role: "user", content }] }), aChannelView());
      const body = String(request.body);
      expect(body).toContain("iVBORw0KGgo=");
      if (fetches) expect(body).toContain(url);
      expect(request.dropped ?? []).toEqual([]);
    });

    promise("stop reasons", () => {
      for (const [word, reason] of Object.entries(given.stops)) {
        const { body, lines } = given.stopped(word);
        expect(collectResult(chat.readResponse(body, call)).stop, word).toBe(reason);
        expect(readStream(lines).stop, `${word} in a stream`).toBe(reason);
      }
    });

    promise("usage with cached tokens", () => {
      const { usage } = readWhole("chat");
      expect(usage).toEqual(given.usage.whole);
      expect(promptTokens(given.usage.whole)).toBeGreaterThan(given.usage.whole.input);
      expect(completionTokens(given.usage.whole)).toBeGreaterThan(0);
    });

    promise("usage in a stream", () => {
      expect(readStream(readLines("chat")).usage).toEqual(given.usage.stream);
    });

    promise("error kinds", () => {
      const errors = JSON.parse(read("errors.json")) as {
        status: number;
        body: unknown;
        headers?: Record<string, string>;
        kind: ProblemKind;
        message: string;
        retryAfter?: number;
      }[];
      for (const { status, body, headers, ...expected } of errors) {
        const text = typeof body === "string" ? body : JSON.stringify(body);
        expect(provider.readProblem(status, text, headers ?? {})).toMatchObject({ status, ...expected });
      }
    });

    promise("unknown fields survive", () => {
      const body = JSON.parse(read("chat.json")) as object;
      const strange = addStrangeFields(body);
      expect(collectResult(chat.readResponse(strange, call)).text).toBe(told.text);
      const lines = readLines("chat").map((line) => JSON.stringify(addStrangeFields(JSON.parse(line))));
      expect(readStream(lines).text).toBe(told.text);
    });

    promise("empty content", () => {
      const answer = readWhole("empty");
      expect(answer).toMatchObject({ text: "", tools: [], ended: true });
      expect(() => chat.readResponse({}, call)).toThrow();
      expect(() => chat.readResponse("<html>", call)).toThrow();
    });

    promise("spoilt answers", () => {
      const random = createRandom(99);
      const survives = (act: () => unknown): void => {
        try {
          act();
        } catch (error) {
          if (!(error instanceof UnreadableAnswer)) throw error;
        }
      };
      const names = given.skip?.["several tool calls"] === undefined ? ["chat", "tool-calls"] : ["chat"];
      for (const name of names) {
        const body: unknown = JSON.parse(read(`${name}.json`));
        const lines = readLines(name);
        for (let round = 0; round < 300; round++) {
          survives(() => chat.readResponse(spoilJson(body, random), call));
          const spoilt = Math.floor(random() * lines.length);
          const stream = lines.map((line, index) =>
            index === spoilt ? JSON.stringify(spoilJson(JSON.parse(line), random)) : line,
          );
          survives(() => readPieces(provider, call, [frameLines(stream, framing)]));
        }
      }
      for (const { body } of JSON.parse(read("errors.json")) as { body: unknown }[])
        for (let round = 0; round < 50; round++)
          provider.readProblem(400, JSON.stringify(spoilJson(body, random)) ?? "", {});
    });

    promise("model list", () => {
      expect(provider.account?.readModelList(JSON.parse(read("models.json")))).toEqual([
        "model-a",
        "model-b",
      ]);
      expect(() => provider.account?.readModelList({})).toThrow();
    });
  });
}

/** Every object of the answer gets fields that nobody has heard of. */
function addStrangeFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addStrangeFields);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, addStrangeFields(entry)]);
  return { ...Object.fromEntries(entries), x_strange: { deep: [1, null, "two"] }, x_null: null };
}
