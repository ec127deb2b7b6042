import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Tool } from "openai/resources/responses/responses";
import { describe, expect, it } from "vitest";
import type { RenderContext } from "../../src/relay/formats/format.ts";
import { findChatFormat } from "../../src/relay/formats/registry.ts";
import { createSseSplitter } from "../../src/relay/event-stream/sse-splitter.ts";
import { compatibleResponsesChat } from "../../src/relay/providers/openai-responses-compatible/chat.ts";
import { compatibleResponsesNative } from "../../src/relay/providers/openai-responses-compatible/native.ts";
import { readProblem } from "../../src/relay/providers/openai-responses-compatible/problems.ts";
import { readResponseWithSdk, type SdkResponse, streamResponseWithSdk } from "./read-with-responses-sdk.ts";
import { frameLines } from "./feed-stream.ts";
import { aChatCall } from "./provider-conformance.ts";
import { createRandom, cutRandomly } from "./random-cuts.ts";
import { meaningOf } from "./responses-meaning.ts";

/**
 * Replays recorded responses of real upstreams (see transcripts.test.ts): recording → provider → format → official SDK.
 */
const root = path.resolve(import.meta.dirname, "../../..");
const folder = process.env.TOLLGATE_TRANSCRIPTS ?? path.resolve(root, "../shared/transcripts");

const chat = compatibleResponsesChat();
const native = compatibleResponsesNative();
const format = findChatFormat("openai-responses");

interface Recording {
  output?: { id: unknown }[] | undefined;
  tools?: Tool[];
  error?: { code?: string; message?: string } | null;
}

const contextFor = ({ tools }: Recording): RenderContext => ({
  requestedModel: "requested-model",
  requestId: "req-1",
  now: 1_790_000_000,
  wantsStreamUsage: true,
  request: { tools },
});

function relay(recording: Recording, pieces: Iterable<Uint8Array>): string {
  const renderer = format.streamRenderer(contextFor(recording));
  const splitter = createSseSplitter();
  const reader = chat.streamReader(aChatCall({ stream: true }));
  let usage: Parameters<typeof renderer.finish>[0];
  let text = "";
  let ended = false;
  for (const piece of pieces)
    for (const event of splitter.push(piece))
      for (const part of reader.read(event)) {
        expect(ended).toBe(false);
        if (part.type === "usage") usage = part.usage;
        if (part.type === "end") ended = true;
        text += renderer.render(part);
      }
  expect(ended).toBe(true);
  return text + renderer.finish(usage);
}

/** A response ends with its own event. */
function splitResponses(lines: readonly string[]): string[][] {
  const answers: string[][] = [[]];
  for (const line of lines) {
    answers.at(-1)?.push(line);
    if (/^response\.(completed|incomplete|failed)$/.test(typeOf(line))) answers.push([]);
  }
  return answers.filter((answer) => answer.length > 0);
}

const typeOf = (line: string): string => (JSON.parse(line) as { type: string }).type;

/** In a shortened recording the deltas are shorter than the text: then the deltas count. */
function streamedText(lines: readonly string[]): string {
  const pieces = lines.map((line) => JSON.parse(line) as { type: string; delta?: string });
  return pieces
    .map((piece) => (piece.type === "response.output_text.delta" ? (piece.delta ?? "") : ""))
    .join("");
}

/** Encrypted data differs in every event: a client keeps that of the event that ends an item. */
function withEndedItems(lines: readonly string[], response: Recording): Recording {
  const ended = new Map<unknown, { id: unknown }>();
  for (const line of lines) {
    const event = JSON.parse(line) as { type: string; item?: { id: unknown } };
    if (event.type === "response.output_item.done" && event.item) ended.set(event.item.id, event.item);
  }
  return { ...response, output: response.output?.map((item) => ended.get(item.id) ?? item) };
}

function expectSame({ response }: SdkResponse, recording: Recording, text?: string): void {
  const said = meaningOf(response);
  const recorded = meaningOf(recording);
  expect(response.model).toBe("requested-model");
  expect(response.id).toMatch(/^resp_/);
  expect(said.others.map(withoutMeans)).toEqual(recorded.others.map(withoutMeans));
  expect({ ...said, others: [] }).toEqual({ ...recorded, text: text ?? recorded.text, others: [] });
  const counts = native.readUsage(recording, undefined, "openai-responses");
  expect(counts && counts.input + counts.cached).toBe(recorded.usage?.input);
}

/** Calls that the caller executes have Tollgate's ids and are always finished; everything else is unchanged. */
function withoutMeans(item: unknown): unknown {
  const { id, status, environment, ...rest } = item as Record<string, unknown>;
  return "call_id" in rest && !("output" in rest) ? rest : { id, status, environment, ...rest };
}

describe("recorded responses", () => {
  if (!existsSync(folder)) {
    it.skip("skipped: transcripts not present", () => {});
    return;
  }
  for (const vendor of ["openai", "azure", "xai"]) {
    const directory = path.join(folder, vendor, "responses");
    for (const name of existsSync(directory) ? readdirSync(directory).sort() : []) {
      const content = readFileSync(path.join(directory, name), "utf8");
      it(`${vendor}/${name}`, () => (name.endsWith(".json") ? replayWhole(content) : replayStream(content)));
    }
  }
});

async function replayWhole(content: string): Promise<void> {
  const recording = JSON.parse(content) as Recording;
  if (recording.error) {
    expect(readProblem(200, content, {})).toMatchObject({ message: recording.error.message });
    return;
  }
  const result = chat.readResponse(recording, aChatCall());
  expectSame(await readResponseWithSdk(format.renderResponse(result, contextFor(recording))), recording);
}

async function replayStream(content: string): Promise<void> {
  for (const lines of splitResponses(content.split("\n").filter(Boolean))) {
    const last = JSON.parse(lines.at(-1) ?? "{}") as { type: string; response: Recording };
    if (last.type === "response.failed") {
      const reader = chat.streamReader(aChatCall());
      const parts = lines.flatMap((data) => reader.read({ event: "", data }));
      const problem = { kind: "billing", message: last.response.error?.message };
      expect(parts.find((part) => part.type === "problem")).toMatchObject({ problem });
      continue;
    }
    const recording = withEndedItems(lines, last.response);
    const bytes = frameLines(lines, "event-and-data");
    const text = relay(last.response, [bytes]);
    for (const longest of [1, 3000])
      expect(relay(last.response, cutRandomly(bytes, longest, createRandom(bytes.length)))).toBe(text);
    expectSame(await streamResponseWithSdk(text), recording, streamedText(lines));
  }
}
