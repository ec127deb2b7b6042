import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import {
  asFilledText,
  asList,
  asObject,
  asText,
  type JsonObject,
  needObject,
  parseJson,
} from "../kit/read-json.ts";
import { onlyText, RepeatedEvent } from "../kit/repeated-event.ts";
import { createToolCallAssembler, type ToolCallAssembler } from "../kit/tool-call-assembler.ts";
import type { StreamReader } from "../provider.ts";
import type { UpstreamEvent } from "../../event-stream/upstream-event.ts";
import { createFreeTextCalls, type FreeTextCalls } from "./free-text-calls.ts";
import { errorInChoice, readArguments, readCallId, readStopReason, readThinkingPart } from "./from-wire.ts";
import type { CompatibleOptions } from "./options.ts";
import { readCitation, readRootCitations } from "./read-citation.ts";
import { readImages, readImage, readSignatureOf, readReasoningDetail } from "./read-extras.ts";
import { readUsage } from "./read-usage.ts";

interface ChoiceState {
  tools: ToolCallAssembler;
  freeText: FreeTextCalls;
  calledTools: boolean;
  stopped: boolean;
  /** Pieces have arrived, so a message next to or after them is cumulative. */
  inPieces: boolean;
  /** Reasoning arrived as plain text, so the entries next to it are read for their signatures only. */
  hasPlainReasoning: boolean;
}

/**
 * Reads a streamed Chat Completions answer. `[DONE]` ends it; without one, the answer is complete when each choice has
 * its finish reason. `readProblem` parses error events.
 */
export function createChatStreamReader(
  options: CompatibleOptions,
  readProblem: (data: string) => UpstreamProblem,
): StreamReader {
  let ended = false;
  let id: string | undefined;
  let tier: string | undefined;
  let citations = 0;
  const choices = new Map<number, ChoiceState>();
  const repeated = new RepeatedEvent();

  function stateOf(index: number): ChoiceState {
    let state = choices.get(index);
    if (state === undefined) {
      const tools = createToolCallAssembler(index, `call_${id ?? ""}`);
      const freeText = createFreeTextCalls(tools);
      state = {
        tools,
        freeText,
        calledTools: false,
        stopped: false,
        inPieces: false,
        hasPlainReasoning: false,
      };
      choices.set(index, state);
    }
    return state;
  }

  function readChunk(chunk: JsonObject, parts: ChatStreamPart[]): void {
    if (id === undefined) {
      id = asText(chunk.id) ?? "";
      const start: ChatStreamPart = { type: "start", id, model: asText(chunk.model) ?? "" };
      if (typeof chunk.created === "number") start.created = Math.trunc(chunk.created);
      parts.push(start);
    }
    readTier(chunk, parts);
    for (const entry of asList(chunk.choices)) {
      const choice = asObject(entry);
      if (choice) readChoice(choice, chunk, parts);
    }
    const usage = readUsage(chunk, options.usage);
    if (usage) parts.push({ type: "usage", usage });
  }

  /** Some vendors send the tier only at the end. */
  function readTier(chunk: JsonObject, parts: ChatStreamPart[]): void {
    const named = asFilledText(chunk.service_tier);
    if (named === undefined || named === tier) return;
    tier = named;
    parts.push({ type: "service-tier", tier });
  }

  function readChoice(choice: JsonObject, chunk: JsonObject, parts: ChatStreamPart[]): void {
    const index = typeof choice.index === "number" ? choice.index : 0;
    const state = stateOf(index);
    const piece = asObject(choice.delta);
    state.inPieces ||= piece !== undefined;
    const delta = piece ?? (state.inPieces ? undefined : asObject(choice.message));
    if (delta) readDelta(delta, index, state, parts);
    const words = asFilledText(choice.text);
    if (words && !delta) parts.push({ type: "text", choice: index, text: words });
    if (choice.logprobs != null)
      parts.push({ type: "log-probabilities", choice: index, value: choice.logprobs });
    readCitations(chunk, delta, index, parts);
    if (choice.finish_reason == null || choice.finish_reason === "" || state.stopped) return;
    state.stopped = true;
    parts.push(...state.freeText.end());
    const reason = readStopReason(choice.finish_reason);
    const known = choice.finish_reason === "stop" || reason !== "stop";
    parts.push({ type: "stop", choice: index, reason: !known && state.calledTools ? "tool-calls" : reason });
  }

  function readDelta(delta: JsonObject, choice: number, state: ChoiceState, parts: ChatStreamPart[]): void {
    readThinking(delta, choice, state, parts);
    if (typeof delta.content === "string") {
      if (delta.content !== "") parts.push({ type: "text", choice, text: delta.content });
    } else if (Array.isArray(delta.content)) readContentList(delta.content, choice, parts);
    const refusal = asFilledText(delta.refusal);
    if (refusal) parts.push({ type: "refusal", choice, text: refusal });
    // Rare fields: checked before a list is allocated.
    if (delta.images != null)
      for (const { source } of readImages(delta.images)) parts.push({ type: "image", choice, source });
    const audio = asObject(delta.audio);
    if (audio) readSpeech(audio, choice, parts);
    const signature = readSignatureOf(delta);
    if (signature) parts.push({ type: "text-signature", choice, signature });
    if (delta.tool_calls != null || delta.function_call != null) readToolCalls(delta, state, parts);
  }

  function readToolCalls(delta: JsonObject, state: ChoiceState, parts: ChatStreamPart[]): void {
    for (const entry of asList(delta.tool_calls)) {
      const call = asObject(entry);
      if (call === undefined) continue;
      const fn = asObject(call.function);
      const custom = asObject(call.custom);
      const index = typeof call.index === "number" ? call.index : undefined;
      const id = readCallId(call.id);
      state.calledTools = true;
      parts.push(
        ...state.tools.add({
          index,
          id,
          name: asText((custom ?? fn)?.name),
          arguments: custom ? state.freeText.add({ index, id }, custom) : readArguments(fn?.arguments),
          signature: readSignatureOf(call),
        }),
      );
    }
    const legacy = asObject(delta.function_call);
    if (legacy)
      parts.push(
        ...state.tools.add({
          index: 0,
          name: asText(legacy.name),
          arguments: readArguments(legacy.arguments),
        }),
      );
  }

  function readCitations(
    chunk: JsonObject,
    delta: JsonObject | undefined,
    choice: number,
    parts: ChatStreamPart[],
  ): void {
    if (delta?.annotations != null || delta?.citations != null)
      for (const annotation of [...asList(delta.annotations), ...asList(delta.citations)])
        parts.push({ type: "citation", choice, citation: readCitation(annotation) });
    if (chunk.citations == null) return;
    // Perplexity repeats the whole list in every event.
    const list = readRootCitations(chunk);
    for (const citation of list.slice(citations)) parts.push({ type: "citation", choice, citation });
    citations = Math.max(citations, list.length);
  }

  /** Groq reports the reason for an early stop next to the usage. */
  function errorAside(chunk: JsonObject): unknown {
    const aside = options.usage?.usageIn;
    return aside === undefined ? undefined : asObject(chunk[aside])?.error;
  }

  return {
    read(event: UpstreamEvent) {
      const alike = repeated.read(event);
      if (alike) return alike;
      if (event.data === "[DONE]") {
        ended = true;
        return [...[...choices.values()].flatMap(({ freeText }) => freeText.end()), { type: "end" }];
      }
      const parts: ChatStreamPart[] = [];
      const received = needObject(parseJson(event.data), "an event of the stream");
      const chunk = options.reshape?.(received) ?? received;
      if (event.event === "error" || isErrorEvent(chunk))
        return [{ type: "problem", problem: readProblem(event.data) }];
      const error = errorInChoice(chunk) ?? errorAside(chunk);
      if (error != null) return [{ type: "problem", problem: readProblem(JSON.stringify({ error })) }];
      readChunk(chunk, parts);
      const text = onlyText(parts);
      if (text && !options.reshape && holdsOnly(chunk, text)) repeated.note(event, text);
      return parts;
    },
    end() {
      // An upstream may return fewer choices than requested: those that appeared decide.
      const all = [...choices.values()];
      return ended || all.length === 0 || all.some(({ stopped }) => !stopped) ? [] : [{ type: "end" }];
    },
  };
}

/** The event has one choice with this text as it is written there, not put together, and no piece of a tool call. */
function holdsOnly(chunk: JsonObject, { type, text }: { type: "text" | "reasoning"; text: string }): boolean {
  const choices = asList(chunk.choices);
  const delta = asObject(asObject(choices[0])?.delta);
  if (choices.length !== 1 || !delta || delta.tool_calls != null || delta.function_call != null) return false;
  const written =
    type === "text" ? delta.content : (asFilledText(delta.reasoning_content) ?? delta.reasoning);
  return written === text;
}

/** OpenAI's `error`, or the form of other servers: an event without choices that has a message. */
function isErrorEvent(chunk: JsonObject): boolean {
  if (chunk.error != null || chunk.object === "error" || chunk.type === "error") return true;
  return typeof chunk.message === "string" && chunk.choices === undefined && chunk.object === undefined;
}

/** Plain text, and entries that repeat it with a signature, or entries only. */
function readThinking(delta: JsonObject, choice: number, state: ChoiceState, parts: ChatStreamPart[]): void {
  const text = asFilledText(delta.reasoning_content) ?? asFilledText(delta.reasoning);
  if (text) {
    state.hasPlainReasoning = true;
    parts.push({ type: "reasoning", choice, text });
  }
  for (const entry of asList(delta.reasoning_details)) {
    const detail = readReasoningDetail(asObject(entry) ?? {});
    if (detail?.type === "encrypted-reasoning") parts.push({ ...detail, choice });
    else if (detail) {
      if (!state.hasPlainReasoning && detail.text !== "")
        parts.push({ type: "reasoning", choice, text: detail.text });
      if (detail.signature) parts.push({ type: "reasoning-signature", choice, signature: detail.signature });
    }
  }
}

function readSpeech(audio: JsonObject, choice: number, parts: ChatStreamPart[]): void {
  const part: ChatStreamPart = { type: "spoken", choice };
  const id = asFilledText(audio.id);
  if (id !== undefined) part.id = id;
  const data = asFilledText(audio.data);
  if (data !== undefined) part.data = data;
  const transcript = asFilledText(audio.transcript);
  if (transcript !== undefined) part.transcript = transcript;
  if (typeof audio.expires_at === "number") part.expiresAt = audio.expires_at;
  parts.push(part);
}

/** Mistral's list of `thinking` and `text` parts, and images among them. */
function readContentList(content: unknown[], choice: number, parts: ChatStreamPart[]): void {
  for (const entry of content) {
    const part = asObject(entry) ?? {};
    if (part.type === "thinking" || part.type === "reasoning") {
      const text = readThinkingPart(part);
      if (text) parts.push({ type: "reasoning", choice, text });
      continue;
    }
    const picture = readImage(part);
    if (picture) parts.push({ type: "image", choice, source: picture.source });
    const text = asFilledText(part.text);
    if (text) parts.push({ type: "text", choice, text });
  }
}
