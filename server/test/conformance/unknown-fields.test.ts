import { describe, expect, it } from "vitest";
import { findProvider } from "../../src/relay/providers/registry.ts";
import { type Collected, collectParts, collectResult } from "./collect-parts.ts";
import { frameLines, readPieces } from "./feed-stream.ts";
import { aChatCall } from "./provider-conformance.ts";
import { type RecordedSource, recordedSources } from "./recorded-sources.ts";
import { recordingsIn, writtenAnswersIn } from "./recordings.ts";

/** Vendors add fields and events without notice: every known response keeps its meaning with them. */
describe.each(recordedSources)("$from as type $type", (source) => {
  const answers = [...writtenAnswersIn(source.from), ...recordingsIn(source.from)];

  it("means the same with unknown fields", () => {
    let read = 0;
    for (const answer of answers) {
      if ("body" in answer) {
        if ((answer.body as { error?: unknown }).error != null) continue;
        expect(readWhole(source, addFields(answer.body)), answer.name).toEqual(
          readWhole(source, answer.body),
        );
      } else {
        const strange = answer.lines.map((line) => JSON.stringify(addFields(JSON.parse(line))));
        expect(readStream(source, strange), answer.name).toEqual(readStream(source, answer.lines));
      }
      read += 1;
    }
    expect(read).toBeGreaterThanOrEqual(answers.length > 0 ? 1 : 0);
  });

  it("means the same with unknown events", () => {
    const unknown = eventOfTomorrow(source);
    for (const answer of answers) {
      if (!("lines" in answer) || unknown === undefined) continue;
      const strange = answer.lines.flatMap((line) => [line, unknown]);
      expect(readStream(source, strange), answer.name).toEqual(readStream(source, answer.lines));
    }
    expect(unknown === undefined).toBe(source.format === "gemini-generate");
  });
});

const callOf = ({ model }: RecordedSource, stream: boolean) => aChatCall({ model, stream });

function readWhole(source: RecordedSource, body: unknown): Partial<Collected> {
  return said(collectResult(findProvider(source.type)!.chat!.readResponse(body, callOf(source, false))));
}

function readStream(source: RecordedSource, lines: readonly string[]): Partial<Collected> {
  const provider = findProvider(source.type)!;
  return said(collectParts(readPieces(provider, callOf(source, true), [frameLines(lines, source.framing)])));
}

/** What a caller reads; opaque content contains the new fields. */
function said({ text, reasoning, refusal, tools, stop, usage, ended }: Collected): Partial<Collected> {
  return { text, reasoning, refusal, tools, stop, usage, ended };
}

/** An event that every client of the dialect ignores; undefined if events have no names. */
function eventOfTomorrow({ framing, format }: RecordedSource): string | undefined {
  if (format === "gemini-generate") return undefined;
  if (framing === "aws-event-stream") return JSON.stringify({ eventOfTomorrow: { contentBlockIndex: 0 } });
  if (format === "openai-chat") return JSON.stringify({ id: "x", object: "chat.event", choices: [] });
  return JSON.stringify({ type: "event.of.tomorrow", index: 0, output_index: 99, delta: { type: "news" } });
}

/** Arguments of the caller's tools must not change. */
const carried = new Set(["input", "args", "arguments", "partialArgs", "action", "operation"]);

function addFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addFields);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [
    key,
    carried.has(key) ? entry : addFields(entry),
  ]);
  return { ...Object.fromEntries(entries), x_tomorrow: { deep: [1, null, "two"] }, x_null: null };
}
