import { completionTokens, noUsage, promptTokens } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import type { ChatCall, StopReason, UserBlock } from "../../src/relay/canonical/chat.ts";
import type { ChannelView, ChatCapability, Provider } from "../../src/relay/providers/provider.ts";
import { UnreadableAnswer } from "../../src/relay/canonical/unreadable-answer.ts";
import { type Collected, collectParts, collectResult } from "./collect-parts.ts";
import { type Framing, frameLines, readPieces } from "./feed-stream.ts";
import { createRandom, cutRandomly } from "./random-cuts.ts";
import { describeChat, Fixtures, readProblems } from "./read-fixtures.ts";
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
 * A provider test's input. `fixtures` is its folder: `chat`, `tool-call`, `tool-calls` as `.json` and `.chunks.txt`
 * (data of one event per line), `empty.json`, `errors.json`, `models.json`, and `expected.json` with the meaning of
 * each file.
 */
export interface ConformanceCase {
  provider: Provider;
  fixtures: URL;
  framing: Framing;
  /** The vendor's stop reason, and the canonical one. */
  stops: Record<string, StopReason>;
  /** A whole response and the lines of a streamed one that stopped for this reason. */
  stopped(word: string): { body: unknown; lines: string[] };
  /** Guarantees that do not apply, each with the reason. */
  skip?: Partial<Record<PromiseName, string>>;
}

/** A channel of a test: a base URL and a key, nothing else. */
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

/** Tests the guarantees of every provider with the provider's own fixtures. */
export function describeConformance(given: ConformanceCase): void {
  const { provider } = given;
  const chat = provider.chat;
  if (chat === undefined) throw new Error("conformance is about chat");
  const reader = createFixtureReader(given, chat);
  const promise = (name: PromiseName, check: () => void): void => {
    const reason = given.skip?.[name];
    if (reason !== undefined) it.skip(`${name} (skipped: ${reason})`, check);
    else it(name, check);
  };
  describe(`guarantees of ${provider.descriptor.id}`, () => {
    promise("plain text", () => expectPlainText(reader));
    promise("tool call", () => expectToolCalls(reader, "tool-call", 1));
    promise("several tool calls", () => expectToolCalls(reader, "tool-calls", 2));
    promise("image input", () => expectImageInput(chat));
    promise("stop reasons", () => {
      for (const [word, reason] of Object.entries(given.stops)) {
        const { body, lines } = given.stopped(word);
        expect(reader.readBody(body).stop, word).toBe(reason);
        expect(reader.readStream(lines).stop, `${word} in a stream`).toBe(reason);
      }
    });
    promise("usage with cached tokens", () => {
      const usage = { ...noUsage, ...reader.whole("chat").usage };
      expect(promptTokens(usage)).toBeGreaterThan(usage.input);
      expect(completionTokens(usage)).toBeGreaterThan(0);
    });
    promise("usage in a stream", () => {
      const usage = { ...noUsage, ...reader.stream("chat").usage };
      expect(promptTokens(usage)).toBeGreaterThan(0);
      expect(completionTokens(usage)).toBeGreaterThan(0);
    });
    promise("error kinds", () => {
      for (const { problem, expected } of readProblems(provider, reader.fixtures))
        expect(problem).toMatchObject(expected);
    });
    promise("unknown fields survive", () => expectUnknownFieldsIgnored(reader));
    promise("empty content", () => {
      const answer = reader.whole("empty");
      expect(answer).toMatchObject({ text: "", tools: [], ended: true });
      expect(() => chat.readResponse({}, call)).toThrow();
      expect(() => chat.readResponse("<html>", call)).toThrow();
    });
    promise("spoilt answers", () => expectSpoiltAnswersRead(given, reader, chat));
    promise("model list", () => {
      const names = provider.account?.readModelList(reader.fixtures.readJson("models.json"));
      expect(names).toEqual(reader.fixtures.expected("models.json"));
      expect(names?.length).toBeGreaterThan(1);
      expect(() => provider.account?.readModelList({})).toThrow();
    });
  });
}

const call = aChatCall();

interface FixtureReader {
  fixtures: Fixtures;
  /** Compares a whole response or a stream of the folder with `expected.json`. */
  whole(name: string): Collected;
  stream(name: string): Collected;
  readBody(body: unknown): Collected;
  /** Reads a stream in one piece, then cut at random places, which must make no difference. */
  readStream(lines: readonly string[]): Collected;
}

function createFixtureReader(
  { provider, framing, ...given }: ConformanceCase,
  chat: ChatCapability,
): FixtureReader {
  const fixtures = new Fixtures(given.fixtures);
  const asExpected = (file: string, answer: Collected): Collected => {
    expect(describeChat(answer), file).toEqual(fixtures.expectedChat(file));
    expect(answer.ended, file).toBe(true);
    return answer;
  };
  const reader: FixtureReader = {
    fixtures,
    whole: (name) => asExpected(`${name}.json`, reader.readBody(fixtures.readJson(`${name}.json`))),
    stream: (name) =>
      asExpected(`${name}.chunks.txt`, reader.readStream(fixtures.readLines(`${name}.chunks.txt`))),
    readBody: (body) => collectResult(chat.readResponse(body, call)),
    readStream(lines) {
      const bytes = frameLines(lines, framing);
      const random = createRandom(bytes.length);
      const whole = collectParts(readPieces(provider, call, [bytes]));
      for (const longest of [1, 7, 100, 4000])
        expect(collectParts(readPieces(provider, call, cutRandomly(bytes, longest, random)))).toEqual(whole);
      return whole;
    },
  };
  return reader;
}

/** The text contains non-ASCII characters, so that cutting the stream also cuts characters. */
function expectPlainText(reader: FixtureReader): void {
  for (const answer of [reader.whole("chat"), reader.stream("chat")]) {
    expect(answer).toMatchObject({ stop: "stop", tools: [] });
    expect(answer.text).toMatch(/[^\0-\x7f]/);
  }
}

function expectToolCalls(reader: FixtureReader, name: string, least: number): void {
  for (const { tools, stop } of [reader.whole(name), reader.stream(name)]) {
    expect(stop).toBe("tool-calls");
    expect(tools.length).toBeGreaterThanOrEqual(least);
    if (least === 1) expect(tools).toHaveLength(1);
    expect(tools.every(({ arguments: text }) => Object.keys(JSON.parse(text) as object).length > 0)).toBe(
      true,
    );
    expect(tools.map(({ id }) => id)).not.toContain("");
    expect(new Set(tools.map(({ id }) => id)).size).toBe(tools.length);
  }
}

function expectImageInput(chat: ChatCapability): void {
  const content: UserBlock[] = [
    { type: "text", text: "What is this?" },
    { type: "image", source: { kind: "inline", mediaType: "image/png", data: "iVBORw0KGgo=" } },
  ];
  const url = "https://pictures.test/cat.jpg";
  // If the upstream fetches nothing, the pipeline sends the bytes.
  const fetches = !chat.needsInline?.(url, "image");
  if (fetches) content.push({ type: "image", source: { kind: "url", url } });
  const request = chat.buildRequest(aChatCall({ messages: [{ role: "user", content }] }), aChannelView());
  const body = String(request.body);
  expect(body).toContain("iVBORw0KGgo=");
  if (fetches) expect(body).toContain(url);
  expect(request.dropped ?? []).toEqual([]);
}

function expectUnknownFieldsIgnored({ fixtures, readBody, readStream }: FixtureReader): void {
  const whole = readBody(addStrangeFields(fixtures.readJson("chat.json")));
  expect(whole.text).toBe(fixtures.expectedChat("chat.json").text);
  const lines = fixtures
    .readLines("chat.chunks.txt")
    .map((line) => JSON.stringify(addStrangeFields(JSON.parse(line))));
  expect(readStream(lines).text).toBe(fixtures.expectedChat("chat.chunks.txt").text);
}

/** Damaged responses are read or rejected as unreadable; they never crash the reader. */
function expectSpoiltAnswersRead(
  { provider, framing, skip }: ConformanceCase,
  { fixtures }: FixtureReader,
  chat: ChatCapability,
): void {
  const random = createRandom(99);
  const survives = (act: () => unknown): void => {
    try {
      act();
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
    }
  };
  const names = skip?.["several tool calls"] === undefined ? ["chat", "tool-calls"] : ["chat"];
  for (const name of names) {
    const body = fixtures.readJson(`${name}.json`);
    const lines = fixtures.readLines(`${name}.chunks.txt`);
    for (let round = 0; round < 300; round++) {
      survives(() => chat.readResponse(spoilJson(body, random), call));
      const spoilt = Math.floor(random() * lines.length);
      const stream = lines.map((line, index) =>
        index === spoilt ? JSON.stringify(spoilJson(JSON.parse(line), random)) : line,
      );
      survives(() => readPieces(provider, call, [frameLines(stream, framing)]));
    }
  }
  for (const { sent } of fixtures.errors())
    for (let round = 0; round < 50; round++)
      provider.readProblem(400, JSON.stringify(spoilJson(sent.body, random)) ?? "", {});
}

/** Adds unknown fields to every object of the response. */
function addStrangeFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addStrangeFields);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, addStrangeFields(entry)]);
  return { ...Object.fromEntries(entries), x_strange: { deep: [1, null, "two"] }, x_null: null };
}
