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
import { createToolCallAssembler, type ToolCallAssembler } from "../kit/tool-call-assembler.ts";
import type { StreamReader, UpstreamEvent } from "../provider.ts";
import { readArguments, readStopReason, readThinkingPart } from "./from-wire.ts";
import type { CompatibleOptions } from "./options.ts";
import { readUsage } from "./read-usage.ts";

interface ChoiceState {
  tools: ToolCallAssembler;
  calledTools: boolean;
  stopped: boolean;
}

/**
 * Reads the chunks of a streamed Chat Completions answer. `[DONE]` is the proper end; `readProblem` explains error events.
 */
export function createChatStreamReader(
  options: CompatibleOptions,
  readProblem: (data: string) => UpstreamProblem,
): StreamReader {
  let id: string | undefined;
  let citations = 0;
  const choices = new Map<number, ChoiceState>();

  function stateOf(index: number): ChoiceState {
    let state = choices.get(index);
    if (state === undefined) {
      const tools = createToolCallAssembler(index, `call_${id ?? ""}`);
      state = { tools, calledTools: false, stopped: false };
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
      const tier = asFilledText(chunk.service_tier);
      if (tier) parts.push({ type: "service-tier", tier });
    }
    for (const entry of asList(chunk.choices)) {
      const choice = asObject(entry);
      if (choice) readChoice(choice, chunk, parts);
    }
    const usage = readUsage(chunk, options.usage);
    if (usage) parts.push({ type: "usage", usage });
  }

  function readChoice(choice: JsonObject, chunk: JsonObject, parts: ChatStreamPart[]): void {
    const index = typeof choice.index === "number" ? choice.index : 0;
    const state = stateOf(index);
    const delta = asObject(choice.delta) ?? asObject(choice.message);
    if (delta) readDelta(delta, index, state, parts);
    if (choice.logprobs != null)
      parts.push({ type: "log-probabilities", choice: index, value: choice.logprobs });
    readCitations(chunk, delta, index, parts);
    if (choice.finish_reason == null || choice.finish_reason === "" || state.stopped) return;
    state.stopped = true;
    const reason = readStopReason(choice.finish_reason);
    const known = choice.finish_reason === "stop" || reason !== "stop";
    parts.push({ type: "stop", choice: index, reason: !known && state.calledTools ? "tool-calls" : reason });
  }

  function readDelta(delta: JsonObject, choice: number, state: ChoiceState, parts: ChatStreamPart[]): void {
    readThinking(delta, choice, parts);
    if (typeof delta.content === "string") {
      if (delta.content !== "") parts.push({ type: "text", choice, text: delta.content });
    } else if (Array.isArray(delta.content)) readContentList(delta.content, choice, parts);
    const refusal = asFilledText(delta.refusal);
    if (refusal) parts.push({ type: "refusal", choice, text: refusal });
    for (const entry of asList(delta.tool_calls)) {
      const call = asObject(entry);
      const fn = asObject(call?.function);
      state.calledTools = true;
      parts.push(
        ...state.tools.take({
          index: typeof call?.index === "number" ? call.index : undefined,
          id: asText(call?.id),
          name: asText(fn?.name),
          arguments: readArguments(fn?.arguments),
        }),
      );
    }
    const legacy = asObject(delta.function_call);
    if (legacy)
      parts.push(
        ...state.tools.take({
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
    for (const citation of asList(delta?.annotations)) parts.push({ type: "citation", choice, citation });
    // Perplexity repeats the whole list in every event.
    const list = asList(chunk.citations);
    for (const citation of list.slice(citations)) parts.push({ type: "citation", choice, citation });
    citations = Math.max(citations, list.length);
  }

  return {
    read(event: UpstreamEvent) {
      if (event.data === "[DONE]") return [{ type: "end" }];
      const parts: ChatStreamPart[] = [];
      const chunk = needObject(parseJson(event.data), "an event of the stream");
      if (chunk.error != null || event.event === "error" || chunk.object === "error")
        return [{ type: "problem", problem: readProblem(event.data) }];
      readChunk(chunk, parts);
      return parts;
    },
    end: () => [],
  };
}

function readThinking(delta: JsonObject, choice: number, parts: ChatStreamPart[]): void {
  const text = asFilledText(delta.reasoning_content) ?? asFilledText(delta.reasoning);
  if (text) parts.push({ type: "reasoning", choice, text });
  for (const entry of asList(delta.reasoning_details)) {
    const detail = asObject(entry);
    const data = asFilledText(detail?.data);
    if (data) parts.push({ type: "encrypted-reasoning", choice, data });
    const signature = asFilledText(detail?.signature);
    if (signature) parts.push({ type: "reasoning-signature", choice, signature });
  }
}

/** Mistral's list of `thinking` and `text` parts. */
function readContentList(content: unknown[], choice: number, parts: ChatStreamPart[]): void {
  for (const entry of content) {
    const part = asObject(entry);
    if (part?.type === "thinking") {
      const text = readThinkingPart(part);
      if (text) parts.push({ type: "reasoning", choice, text });
    } else {
      const text = asFilledText(part?.text);
      if (text) parts.push({ type: "text", choice, text });
    }
  }
}
