import type { ChannelForm } from "@tollgate/contract/channels";
import type { FormatId } from "../../src/relay/format-ids.ts";
import { findProvider } from "../../src/relay/providers/registry.ts";
import type { Framing } from "./feed-stream.ts";
import { aChannelView } from "./provider-conformance.ts";
import { readCohereStream, readCohereWhole } from "./read-cohere-recording.ts";
import { readConverseStream, readConverseWhole } from "./read-converse-recording.ts";
import { readGeminiStream, readGeminiWhole } from "./read-gemini-recording.ts";
import {
  type Recorded,
  readAnthropicStream,
  readAnthropicWhole,
  readOpenAiStream,
  readOpenAiWhole,
} from "./read-recording.ts";
import { readResponsesStream, readResponsesWhole } from "./read-responses-recording.ts";

/** Recordings of chat in one folder, and the channel that they are replayed to. */
export interface RecordedSource {
  /** Folder under the recordings, and their format, if callers have it too. */
  from: string;
  format?: FormatId;
  /** Type of the channel, and the model that it requests. */
  type: number;
  model: string;
  channel?: Partial<ChannelForm>;
  /** The vendor's endpoint. */
  path: RegExp;
  framing: Framing;
  whole(body: unknown): Recorded;
  stream(lines: readonly string[]): Recorded;
}

const openAi = {
  format: "openai-chat",
  path: /\/chat\/completions$/,
  framing: "data-done",
  whole: readOpenAiWhole,
  stream: readOpenAiStream,
} as const;
const anthropic = {
  format: "anthropic-messages",
  path: /^\/v1\/messages(\?beta=true)?$/,
  framing: "event-and-data",
  whole: readAnthropicWhole,
  stream: readAnthropicStream,
} as const;
const gemini = {
  format: "gemini-generate",
  path: /\/models\/gemini-x:(generateContent|streamGenerateContent\?alt=sse)$/,
  framing: "data-crlf",
  whole: readGeminiWhole,
  stream: readGeminiStream,
} as const;
const responses = {
  format: "openai-responses",
  path: /\/responses(\?api-version=[\d-]+(preview)?)?$/,
  framing: "event-and-data",
  whole: readResponsesWhole,
  stream: readResponsesStream,
} as const;
const converse = {
  path: /^\/model\/amazon.nova-x\/converse(-stream)?$/,
  framing: "aws-event-stream",
  whole: readConverseWhole,
  stream: readConverseStream,
} as const;
const vertex = { type: 42, channel: { other: "global|a-project" } };
const bedrock = { type: 32, channel: { key: "eu-west-1|bedrock-api-key" } };

export const recordedSources: readonly RecordedSource[] = [
  { from: "openai/chat", type: 1, model: "gpt-x", ...openAi },
  { from: "deepseek/chat", type: 28, model: "deepseek-x", ...openAi },
  { from: "moonshotai/chat", type: 29, model: "kimi-x", ...openAi },
  { from: "mistral/chat", type: 30, model: "magistral-x", ...openAi },
  { from: "groq/chat", type: 31, model: "qwen-x", ...openAi },
  { from: "xai/chat", type: 56, model: "grok-x", ...openAi },
  { from: "alibaba/chat", type: 17, model: "qwen-x", ...openAi },
  { from: "perplexity/chat", type: 8, model: "sonar", ...openAi },
  { from: "openai-compatible/chat", type: 8, model: "some-model", ...openAi },
  // If the vendor responds to callers of Responses in Responses, another type replays it to them.
  { from: "openai/chat", type: 8, model: "some-model", ...openAi },
  { from: "xai/chat", type: 20, model: "x-ai/some-model", ...openAi },
  { from: "anthropic/messages", type: 14, model: "claude-x", ...anthropic },
  {
    from: "anthropic/messages",
    model: "us.anthropic.claude-x",
    ...anthropic,
    ...bedrock,
    path: /^\/model\/us\.anthropic\.claude-x\/invoke(-with-response-stream)?$/,
    framing: "aws-chunks",
  },
  {
    from: "anthropic/messages",
    model: "claude-x",
    ...anthropic,
    ...vertex,
    path: /\/publishers\/anthropic\/models\/claude-x:(rawPredict|streamRawPredict(\?alt=sse)?)$/,
  },
  { from: "google/gemini", type: 25, model: "gemini-x", ...gemini },
  { from: "google/gemini", model: "gemini-x", ...gemini, ...vertex },
  { from: "amazon-bedrock/converse", model: "amazon.nova-x", ...converse, ...bedrock },
  {
    from: "cohere/chat",
    type: 36,
    model: "command-x",
    path: /^\/v2\/chat$/,
    framing: "event-and-data",
    whole: readCohereWhole,
    stream: readCohereStream,
  },
  // Models that their vendor serves by Responses alone, so every format is translated to it.
  { from: "openai/responses", type: 1, model: "gpt-5.2-codex", ...responses },
  { from: "azure/responses", type: 55, model: "gpt-5.2-codex", ...responses },
  { from: "xai/responses", type: 1, model: "gpt-5.2-pro", ...responses },
  // These serve Responses only to callers of Responses.
  { from: "azure/responses", type: 3, model: "gpt-x", ...responses },
  { from: "xai/responses", type: 56, model: "grok-x", ...responses },
];

/**
 * How a channel handles a caller's format: passes its calls unchanged, translates them, or responds in another format
 * than the recorded one.
 */
export function pathOf(source: RecordedSource, format: FormatId): "native" | "translated" | "elsewhere" {
  const { type, model } = source;
  const speaks = (dialect: FormatId) =>
    findProvider(type)?.native?.supports(dialect, model, aChannelView()) ?? false;
  if (speaks(format)) return source.format === format ? "native" : "elsewhere";
  // Azure and xAI are called by Chat Completions for all but callers of Responses.
  const answersOnlyNatively = source.format === "openai-responses" && speaks("openai-chat");
  return answersOnlyNatively ? "elsewhere" : "translated";
}
