import { describe, expect, it } from "vitest";
import type { RenderContext } from "../../src/relay/formats/format.ts";
import { findChatFormat } from "../../src/relay/formats/registry.ts";
import { findProvider } from "../../src/relay/providers/registry.ts";
import type { Provider } from "../../src/relay/providers/provider.ts";
import { readResponseWithSdk, type SdkResponse, streamResponseWithSdk } from "./read-with-responses-sdk.ts";
import { type Framing, frameLines, readPieces } from "./feed-stream.ts";
import { aChatCall } from "./provider-conformance.ts";
import {
  type Recorded,
  readAnthropicStream,
  readAnthropicWhole,
  readOpenAiStream,
  readOpenAiWhole,
} from "./read-recording.ts";
import { hasRecordings, recordingsIn } from "./recordings.ts";
import { meaningOf } from "./responses-meaning.ts";

/**
 * Replays other vendors' responses (see transcripts.test.ts) to a caller of Responses: recording → provider → format →
 * official SDK.
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
const anthropic = {
  framing: "event-and-data",
  whole: readAnthropicWhole,
  stream: readAnthropicStream,
} as const;
const sources: Source[] = [
  { from: "openai/chat", type: 1, ...openAi },
  { from: "deepseek/chat", type: 28, ...openAi },
  { from: "mistral/chat", type: 30, ...openAi },
  { from: "groq/chat", type: 31, ...openAi },
  { from: "anthropic/messages", type: 14, ...anthropic },
];

const context: RenderContext = {
  requestedModel: "requested-model",
  requestId: "req-1",
  now: 1_790_000_000,
  wantsStreamUsage: true,
  request: {},
};
const format = findChatFormat("openai-responses");

const statuses = {
  stop: "completed",
  tool_calls: "completed",
  length: "incomplete",
  content_filter: "incomplete",
};

/** Calls and texts may have signatures as well. */
const ofSomethingElse = /^tollgate\.[a-z-]+\.(call|text):/;

function expectSame({ response }: SdkResponse, recorded: Recorded): void {
  const said = meaningOf(response);
  expect(said.text).toBe(recorded.text);
  expect(said.reasoning.map((item) => item.text).join("")).toBe(recorded.reasoning);
  const signatureValues = said.reasoning.filter(
    ({ encrypted }) => encrypted !== undefined && !ofSomethingElse.test(encrypted as string),
  );
  expect(signatureValues).toHaveLength(recorded.signatures);
  expect(said.calls.map((call) => ({ name: call.name, arguments: call.input }))).toEqual(recorded.tools);
  // A refusal with text is a whole response.
  expect(said.status).toBe(said.refusal === "" ? statuses[recorded.finish] : "completed");
  expect(
    said.usage && { prompt: said.usage.input, cached: said.usage.cached, completion: said.usage.output },
  ).toEqual(recorded.usage);
}

function relay(provider: Provider, lines: readonly string[], framing: Framing): string {
  const renderer = format.streamRenderer(context);
  let usage: Parameters<typeof renderer.finish>[0];
  let text = "";
  for (const part of readPieces(provider, aChatCall({ stream: true }), [frameLines(lines, framing)])) {
    if (part.type === "usage") usage = part.usage;
    text += renderer.render(part);
  }
  return text + renderer.finish(usage);
}

describe("other vendors' responses in the Responses format", () => {
  if (!hasRecordings) {
    it.skip("skipped: transcripts not present", () => {});
    return;
  }
  for (const source of sources) {
    const provider = findProvider(source.type)!;
    for (const recording of recordingsIn(source.from))
      it(recording.name, async () => {
        if ("body" in recording) {
          const result = provider.chat!.readResponse(recording.body, aChatCall());
          const answer = await readResponseWithSdk(format.renderResponse(result, context));
          expectSame(answer, source.whole(recording.body));
          return;
        }
        const text = relay(provider, recording.lines, source.framing);
        expectSame(await streamResponseWithSdk(text), source.stream(recording.lines));
      });
  }
});
