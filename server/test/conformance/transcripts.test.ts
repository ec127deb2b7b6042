import { describe, expect, it } from "vitest";
import type { RenderContext } from "../../src/relay/formats/format.ts";
import { findChatFormat } from "../../src/relay/formats/registry.ts";
import { findProvider } from "../../src/relay/providers/registry.ts";
import type { Provider } from "../../src/relay/providers/provider.ts";
import { readStreamWithSdk, readWholeWithSdk, type SdkAnswer } from "./read-with-openai-sdk.ts";
import { type Framing, frameLines, readPieces } from "./feed-stream.ts";
import { aChatCall } from "./provider-conformance.ts";
import { createRandom, cutRandomly } from "./random-cuts.ts";
import { readCohereStream, readCohereWhole } from "./read-cohere-recording.ts";
import { readConverseStream, readConverseWhole } from "./read-converse-recording.ts";
import {
  type Recorded,
  readAnthropicStream,
  readAnthropicWhole,
  readOpenAiStream,
  readOpenAiWhole,
} from "./read-recording.ts";
import { hasRecordings, recordingsIn } from "./recordings.ts";

/**
 * Replays recorded responses of real upstreams, which are not part of the project: recording → provider → format →
 * official SDK must have the recording's content. TOLLGATE_TRANSCRIPTS names their folder; the default is next to the
 * project.
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
const sources: Source[] = [
  { from: "openai/chat", type: 1, ...openAi },
  { from: "deepseek/chat", type: 28, ...openAi },
  { from: "moonshotai/chat", type: 29, ...openAi },
  { from: "mistral/chat", type: 30, ...openAi },
  { from: "groq/chat", type: 31, ...openAi },
  { from: "xai/chat", type: 56, ...openAi },
  ...["openai-compatible", "xai", "mistral", "groq", "moonshotai", "perplexity", "alibaba"].map((name) => ({
    from: `${name}/chat`,
    type: 8,
    ...openAi,
  })),
  {
    from: "anthropic/messages",
    type: 14,
    framing: "event-and-data",
    whole: readAnthropicWhole,
    stream: readAnthropicStream,
  },
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
const format = findChatFormat("openai-chat");

/** Renders what the provider reads from these pieces, like the pipeline. */
function relay(provider: Provider, pieces: Iterable<Uint8Array>): string {
  const renderer = format.streamRenderer(context);
  let usage: Parameters<typeof renderer.finish>[0];
  let text = "";
  let ended = false;
  for (const part of readPieces(provider, aChatCall({ stream: true }), pieces)) {
    if (part.type === "usage") usage = part.usage;
    if (part.type === "end") ended = true;
    text += renderer.render(part);
  }
  expect(ended).toBe(true);
  return text + renderer.finish(usage);
}

/** The SDK keeps only the last value of unknown fields, so reasoning is read from the chunks. */
function reasoningOf({ completion, chunks }: SdkAnswer): { reasoning: string; signatures: number } {
  const deltas: unknown[] =
    chunks.length > 0
      ? chunks.flatMap((chunk) => chunk.choices.map((choice) => choice.delta))
      : [completion.choices[0]?.message];
  let reasoning = "";
  let signatures = 0;
  for (const delta of deltas as {
    reasoning_content?: string;
    reasoning_details?: { signature?: string }[];
  }[]) {
    reasoning += delta.reasoning_content ?? "";
    signatures += delta.reasoning_details?.filter((detail) => detail.signature).length ?? 0;
  }
  return { reasoning, signatures };
}

function expectSame(answer: SdkAnswer, recorded: Recorded): void {
  const choice = answer.completion.choices[0]!;
  expect(answer.completion.model).toBe("requested-model");
  expect(choice.message.content ?? "").toBe(recorded.text);
  expect(reasoningOf(answer)).toEqual({ reasoning: recorded.reasoning, signatures: recorded.signatures });
  const tools = (choice.message.tool_calls ?? []).map((call) => {
    if (call.type !== "function") throw new Error(`a ${call.type} call`);
    return { name: call.function.name, arguments: JSON.parse(call.function.arguments) as unknown };
  });
  expect(tools).toEqual(recorded.tools);
  expect(choice.finish_reason).toBe(recorded.finish);
  // A stream without usage leaves null.
  const usage = answer.completion.usage ?? undefined;
  expect(
    usage && {
      prompt: usage.prompt_tokens,
      cached: usage.prompt_tokens_details?.cached_tokens,
      completion: usage.completion_tokens,
    },
  ).toEqual(recorded.usage);
  if (usage) expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
}

describe("recorded responses", () => {
  if (!hasRecordings) {
    it.skip("skipped: transcripts not present", () => {});
    return;
  }
  for (const source of sources) {
    const provider = findProvider(source.type)!;
    for (const recording of recordingsIn(source.from))
      it(`${recording.name} as type ${source.type}`, async () => {
        if ("body" in recording) {
          const result = provider.chat!.readResponse(recording.body, aChatCall());
          const answer = await readWholeWithSdk(format.renderResponse(result, context));
          expectSame(answer, source.whole(recording.body));
          return;
        }
        const bytes = frameLines(recording.lines, source.framing);
        const random = createRandom(bytes.length);
        const text = relay(provider, [bytes]);
        for (const longest of [1, 50, 3000])
          expect(relay(provider, cutRandomly(bytes, longest, random))).toBe(text);
        expectSame(await readStreamWithSdk(text), source.stream(recording.lines));
      });
  }
});
