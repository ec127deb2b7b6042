import type { BetaMessage } from "@anthropic-ai/sdk/resources/beta/messages";
import { describe, expect, it } from "vitest";
import { format } from "../../src/relay/formats/anthropic-messages/index.ts";
import type { RenderContext } from "../../src/relay/formats/format.ts";
import type { Provider } from "../../src/relay/providers/provider.ts";
import { findProvider } from "../../src/relay/providers/registry.ts";
import { readMessageStreamWithSdk, readMessageWithSdk } from "./read-with-anthropic-sdk.ts";
import { type Framing, frameLines, readPieces } from "./feed-stream.ts";
import { meaningOf } from "./messages-meaning.ts";
import { aChatCall } from "./provider-conformance.ts";
import { createRandom, cutRandomly } from "./random-cuts.ts";
import { readCohereStream, readCohereWhole } from "./read-cohere-recording.ts";
import { readConverseStream, readConverseWhole } from "./read-converse-recording.ts";
import { type Recorded, readOpenAiStream, readOpenAiWhole } from "./read-recording.ts";
import { hasRecordings, recordingsIn } from "./recordings.ts";

/**
 * Replays recorded responses of real upstreams, which are not part of the project, to a caller of Messages: recording →
 * provider → format → official SDK. A response of Anthropic's must equal the SDK's reading of the recording itself; any
 * other must have the recording's content.
 * TOLLGATE_TRANSCRIPTS names their folder; the default is next to the project.
 */
interface Source {
  /** Folder under the recordings. */
  from: string;
  type: number;
  framing: Framing;
  whole(body: unknown): Recorded;
  stream(lines: readonly string[]): Recorded;
}

const openAi = { framing: "data-done", whole: readOpenAiWhole, stream: readOpenAiStream } as const;
const others: Source[] = [
  { from: "openai/chat", type: 1, ...openAi },
  { from: "deepseek/chat", type: 28, ...openAi },
  { from: "mistral/chat", type: 30, ...openAi },
  { from: "groq/chat", type: 31, ...openAi },
  { from: "xai/chat", type: 56, ...openAi },
  { from: "openai-compatible/chat", type: 8, ...openAi },
  { from: "moonshotai/chat", type: 8, ...openAi },
  { from: "perplexity/chat", type: 8, ...openAi },
  { from: "alibaba/chat", type: 8, ...openAi },
  {
    from: "cohere/chat",
    type: 36,
    framing: "event-and-data",
    whole: readCohereWhole,
    stream: readCohereStream,
  },
  {
    from: "amazon-bedrock/converse",
    type: 32,
    framing: "aws-event-stream",
    whole: readConverseWhole,
    stream: readConverseStream,
  },
];

const context: RenderContext = {
  requestedModel: "requested-model",
  requestId: "req-1",
  now: 1_790_000_000,
  wantsStreamUsage: true,
  request: {},
};

/** Renders what the provider reads from these pieces, like the pipeline. */
function relay(provider: Provider, pieces: Iterable<Uint8Array>): string {
  const renderer = format.streamRenderer(context);
  let usage: Parameters<typeof renderer.finish>[0];
  let text = "";
  for (const part of readPieces(provider, aChatCall({ stream: true }), pieces)) {
    if (part.type === "usage") usage = part.usage;
    text += renderer.render(part);
  }
  return text + renderer.finish(usage);
}

/** The text of the caller's stream, independent of how the upstream's bytes were cut. */
function relayCutAnyhow(provider: Provider, bytes: Buffer): string {
  const text = relay(provider, [bytes]);
  const random = createRandom(bytes.length);
  for (const longest of [1, 50, 3000])
    expect(relay(provider, cutRandomly(bytes, longest, random))).toBe(text);
  return text;
}

const finishes: Record<string, Recorded["finish"]> = {
  end_turn: "stop",
  stop_sequence: "stop",
  tool_use: "tool_calls",
  refusal: "content_filter",
  max_tokens: "length",
};

function expectSame(message: BetaMessage, recorded: Recorded): void {
  const { content, usage } = message;
  expect(message.model).toBe("requested-model");
  expect(content.map((block) => (block.type === "text" ? block.text : "")).join("")).toBe(recorded.text);
  const reasoning = content.map((block) => (block.type === "thinking" ? block.thinking : ""));
  expect(reasoning.join("")).toBe(recorded.reasoning);
  const tools = content.flatMap((block) =>
    block.type === "tool_use" ? [{ name: block.name, arguments: block.input }] : [],
  );
  expect(tools).toEqual(recorded.tools);
  const finish = finishes[message.stop_reason ?? ""];
  expect(finish).toBe(recorded.finish === "stop" && tools.length > 0 ? "tool_calls" : recorded.finish);
  const read = usage.cache_read_input_tokens ?? 0;
  expect({
    prompt: usage.input_tokens + read + (usage.cache_creation_input_tokens ?? 0),
    cached: read,
    completion: usage.output_tokens,
  }).toEqual(recorded.usage ?? { prompt: 0, cached: 0, completion: 0 });
}

describe("recorded responses to a caller of Messages", () => {
  if (!hasRecordings) it.skip("skipped: transcripts not present", () => {});
  for (const recording of recordingsIn("anthropic/messages"))
    it(recording.name, async () => {
      const provider = findProvider(14)!;
      if ("body" in recording) {
        const result = provider.chat!.readResponse(recording.body, aChatCall());
        const relayed = await readMessageWithSdk(format.renderResponse(result, context));
        expect(meaningOf(relayed)).toEqual(meaningOf(recording.body));
        return;
      }
      const bytes = frameLines(recording.lines, "event-and-data");
      const relayed = await readMessageStreamWithSdk(relayCutAnyhow(provider, bytes));
      expect(meaningOf(relayed)).toEqual(meaningOf(await readMessageStreamWithSdk(bytes.toString("utf8"))));
    });

  for (const source of others)
    for (const recording of recordingsIn(source.from))
      it(`${recording.name} as type ${source.type}`, async () => {
        const provider = findProvider(source.type)!;
        if ("body" in recording) {
          const result = provider.chat!.readResponse(recording.body, aChatCall());
          const answer = await readMessageWithSdk(format.renderResponse(result, context));
          expectSame(answer, source.whole(recording.body));
          return;
        }
        const text = relayCutAnyhow(provider, frameLines(recording.lines, source.framing));
        expectSame(await readMessageStreamWithSdk(text), source.stream(recording.lines));
      });
});
