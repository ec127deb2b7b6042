import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { completionTokens, promptTokens } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { findChatFormat } from "../../src/relay/formats/registry.ts";
import { findProvider } from "../../src/relay/providers/registry.ts";
import { readStreamWithSdk, readWholeWithSdk } from "./read-with-openai-sdk.ts";
import { type Collected, collectParts, collectResult } from "./collect-parts.ts";
import { readPieces } from "./feed-stream.ts";
import { aChatCall } from "./provider-conformance.ts";
import { createRandom, cutRandomly } from "./random-cuts.ts";

/**
 * Replays Google's recorded responses, which are not part of the project (see transcripts.test.ts), through the
 * provider to Google's format and OpenAI's, whose SDK reads the result.
 */
const root = path.resolve(import.meta.dirname, "../../..");
const folder = process.env.TOLLGATE_TRANSCRIPTS ?? path.resolve(root, "../shared/transcripts");
const gemini = path.join(folder, "google/gemini");
const embedding = path.join(folder, "google-vertex/embedding");

const provider = findProvider(25)!;
const chat = provider.chat!;
const openAi = findChatFormat("openai-chat");
const google = findChatFormat("gemini-generate");
const context = {
  requestedModel: "requested",
  requestId: "req-1",
  now: 1,
  wantsStreamUsage: true,
  request: {},
};

interface Part {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { name?: string; args?: unknown };
}

interface Answer {
  candidates?: { content?: { parts?: Part[] }; finishReason?: string }[];
  usageMetadata?: Record<string, number>;
  error?: unknown;
}

/** The expected content of a recording, computed independently of Tollgate. Arguments in pieces have their own test. */
function readRecording(events: readonly Answer[]) {
  const parts = events.flatMap((event) => event.candidates?.[0]?.content?.parts ?? []);
  const usage = events.findLast(
    (event) => event.usageMetadata?.promptTokenCount !== undefined,
  )?.usageMetadata;
  const calls = parts.flatMap((part) => (part.functionCall?.name ? [part.functionCall] : []));
  return {
    text: parts.map((part) => (part.thought ? "" : (part.text ?? ""))).join(""),
    reasoning: parts.map((part) => (part.thought ? (part.text ?? "") : "")).join(""),
    names: calls.map((call) => call.name),
    arguments: calls.map((call) => call.args),
    signatures: parts.filter((part) => part.thoughtSignature).length,
    stop: calls.length > 0 ? "tool-calls" : "stop",
    prompt: usage?.promptTokenCount,
    completion: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
  };
}

function expectSame(read: Collected, events: readonly Answer[]): void {
  const recorded = readRecording(events);
  expect(read).toMatchObject({
    text: recorded.text,
    reasoning: recorded.reasoning,
    stop: recorded.stop,
    ended: true,
  });
  expect(read.tools.map((tool) => tool.name)).toEqual(recorded.names);
  read.tools.forEach((tool, index) => {
    const args = recorded.arguments[index];
    if (args !== undefined) expect(JSON.parse(tool.arguments)).toEqual(args);
  });
  expect(read.usage && promptTokens(read.usage)).toBe(recorded.prompt);
  expect(read.usage && completionTokens(read.usage)).toBe(recorded.completion);
}

function linesOf(file: string): Answer[] {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Answer);
}

/** Framing of Google's streams. */
function frame(events: readonly object[]): Buffer {
  return Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join(""));
}

function relay(bytes: Iterable<Uint8Array>, format: typeof google): string {
  const renderer = format.streamRenderer(context);
  let usage: Collected["usage"];
  let text = "";
  for (const part of readPieces(provider, aChatCall({ stream: true }), bytes)) {
    if (part.type === "usage") usage = part.usage;
    text += renderer.render(part);
  }
  return text + renderer.finish(usage);
}

describe("recorded responses of Google", () => {
  if (!existsSync(gemini)) {
    it.skip("skipped: transcripts not present", () => {});
    return;
  }
  for (const name of readdirSync(gemini).sort()) {
    const file = path.join(gemini, name);
    if (name.endsWith(".json"))
      it(name, async () => {
        const body = JSON.parse(readFileSync(file, "utf8")) as Answer;
        if (body.error !== undefined) {
          const problem = provider.readProblem(429, JSON.stringify(body), {});
          expect(problem).toMatchObject({ kind: "rate", retryAfter: 35 });
          return;
        }
        const result = chat.readResponse(body, aChatCall());
        expectSame(collectResult(result), [body]);
        const again = chat.readResponse(JSON.parse(google.renderResponse(result, context)), aChatCall());
        expect(again.choices).toEqual(result.choices);
        const { completion } = await readWholeWithSdk(openAi.renderResponse(result, context));
        const { message } = completion.choices[0]!;
        expect(message.content ?? "").toBe(readRecording([body]).text);
        expect(message.tool_calls?.length ?? 0).toBe(readRecording([body]).names.length);
      });
    else
      it(name, async () => {
        const events = linesOf(file);
        const bytes = frame(events);
        const random = createRandom(bytes.length);
        const parts = readPieces(provider, aChatCall({ stream: true }), [bytes]);
        expectSame(collectParts(parts), events);
        const signed = parts.filter((part) => "signature" in part).length;
        expect(signed).toBe(readRecording(events).signatures);
        const text = relay([bytes], openAi);
        for (const longest of [1, 50, 3000])
          expect(relay(cutRandomly(bytes, longest, random), openAi)).toBe(text);
        const { completion } = await readStreamWithSdk(text);
        expect(completion.choices[0]?.message.content ?? "").toBe(readRecording(events).text);
        const again = readPieces(provider, aChatCall(), [Buffer.from(relay([bytes], google))]);
        expect(collectParts(again)).toEqual(collectParts(parts));
      });
  }

  it("concatenate arguments that arrive in pieces", () => {
    const name = "google-stream-tool-call-array-arguments-missing-terminal-function-call.chunks.txt";
    if (!existsSync(path.join(gemini, name))) return;
    const parts = readPieces(provider, aChatCall(), [frame(linesOf(path.join(gemini, name)))]);
    const [tool] = collectParts(parts).tools;
    expect(JSON.parse(tool?.arguments ?? "")).toEqual({
      operations: [
        { action: "add", description: "Fresh red apple", itemid: "apple_001", price: 0.5 },
        { action: "add", description: "Ripe yellow banana", itemid: "banana_001", price: 0.3 },
      ],
    });
  });
});

describe("recorded embeddings of Vertex AI", () => {
  if (!existsSync(embedding)) {
    it.skip("skipped: transcripts not present", () => {});
    return;
  }
  for (const name of readdirSync(embedding).sort())
    it(name, () => {
      const bytes = readFileSync(path.join(embedding, name));
      const { predictions } = JSON.parse(bytes.toString()) as {
        predictions: { embeddings: { values: number[]; statistics: { token_count: number } } }[];
      };
      const call = { model: "m", inputs: predictions.map(() => "x"), encoding: "float" } as const;
      const answer = { status: 200, headers: {}, body: bytes };
      const result = findProvider(42)!.embeddings!.readResponse(answer, call);
      expect(result.vectors).toEqual(predictions.map((entry) => entry.embeddings.values));
      const counts = predictions.map((entry) => entry.embeddings.statistics.token_count);
      expect(result.usage?.input).toBe(counts.reduce((sum, count) => sum + count, 0));
    });
});
