import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type {
  AssistantBlock,
  ChatCall,
  ChatChoice,
  ChatResult,
  Citation,
  StopReason,
} from "../../canonical/chat.ts";
import { readCount } from "../kit/read-count.ts";
import { asFilledText, asList, asObject, asText, type JsonObject, needObject } from "../kit/read-json.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";

/**
 * Parses a whole v2 chat answer. The plan before tool calls becomes reasoning.
 * @throws UnreadableAnswer if it contains no message
 */
export function readChat(body: unknown, call: ChatCall): ChatResult {
  const root = needObject(body, "the answer");
  const message = asObject(root.message);
  if (message === undefined) throw new UnreadableAnswer("the answer has no message");
  const content = [...readPlan(message), ...readContent(message), ...readToolCalls(message)];
  const choice: ChatChoice = { index: 0, content, stopReason: readStopReason(root.finish_reason) };
  if (root.logprobs != null) choice.logProbabilities = root.logprobs;
  const result: ChatResult = { id: asText(root.id) ?? "", model: call.model, choices: [choice] };
  const usage = readUsage(root.usage);
  if (usage) result.usage = usage;
  return result;
}

function readPlan(message: JsonObject): AssistantBlock[] {
  const text = asFilledText(message.tool_plan);
  return text === undefined ? [] : [{ type: "reasoning", text }];
}

function readContent(message: JsonObject): AssistantBlock[] {
  if (typeof message.content === "string") return [{ type: "text", text: message.content }];
  const citations = asList(message.citations).map((entry) => asObject(entry) ?? {});
  const counted = createOffsets();
  return asList(message.content).flatMap((entry, index): AssistantBlock[] => {
    const part = asObject(entry);
    const thinking = asText(part?.thinking);
    if (thinking !== undefined) return [{ type: "reasoning", text: thinking }];
    const text = asText(part?.text);
    if (text === undefined) return [];
    counted.add(index, text.length);
    const own = citations.filter((citation) => readCount(citation.content_index) === index);
    if (own.length === 0) return [{ type: "text", text }];
    return [
      { type: "text", text, citations: own.map((citation) => readCitation(citation, counted.before(index))) },
    ];
  });
}

/** Offsets of each text part in the whole text: citations count within their part. */
export function createOffsets(): { add(part: unknown, length: number): void; before(part: unknown): number } {
  const begins = new Map<unknown, number>();
  let total = 0;
  return {
    add(part, length) {
      if (!begins.has(part)) begins.set(part, total);
      total += length;
    },
    before: (part) => begins.get(part) ?? 0,
  };
}

/** The cited text and its source: a document, or a tool's result. Only citations of the text have a position. */
export function readCitation(citation: JsonObject, offset: number): Citation {
  const read: Citation = {};
  const quote = asFilledText(citation.text);
  if (quote !== undefined) read.quote = quote;
  const document = asObject(asObject(asList(citation.sources)[0])?.document);
  const title = asFilledText(document?.title);
  if (title !== undefined) read.title = title;
  const url = asFilledText(document?.url);
  if (url !== undefined) read.url = url;
  const ofText = citation.type == null || citation.type === "TEXT_CONTENT";
  if (ofText && typeof citation.start === "number" && typeof citation.end === "number") {
    read.start = offset + citation.start;
    read.end = offset + citation.end;
  }
  return read;
}

function readToolCalls(message: JsonObject): AssistantBlock[] {
  return asList(message.tool_calls).flatMap((entry, index): AssistantBlock[] => {
    const call = asObject(entry);
    const fn = asObject(call?.function);
    const name = asFilledText(fn?.name);
    if (name === undefined) return [];
    const id = asFilledText(call?.id) ?? `call_${index}`;
    return [{ type: "tool-call", id, name, arguments: readArguments(asText(fn?.arguments) ?? "") }];
  });
}

/** A tool without arguments is called with `null` or nothing. */
export function readArguments(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" || trimmed === "null" ? "{}" : text;
}

/**
 * Billed units, else counted tokens (https://docs.cohere.com/reference/chat). Billed units exclude the vendor's
 * preamble and have no cache, so `cached_tokens` is split off only from counted tokens.
 */
export function readUsage(value: unknown): UsageCounts | undefined {
  const usage = asObject(value);
  const billed = asObject(usage?.billed_units);
  if (billed && (billed.input_tokens != null || billed.output_tokens != null))
    return { ...noUsage, input: readCount(billed.input_tokens), output: readCount(billed.output_tokens) };
  const tokens = asObject(usage?.tokens);
  if (tokens?.input_tokens == null && tokens?.output_tokens == null) return undefined;
  const input = readCount(tokens.input_tokens);
  const cached = Math.min(readCount(usage?.cached_tokens), input);
  return { ...noUsage, input: input - cached, cached, output: readCount(tokens.output_tokens) };
}

/** The canonical finish reason; an unknown one is a plain stop. */
export function readStopReason(reason: unknown): StopReason {
  switch (reason) {
    case "MAX_TOKENS":
      return "length";
    case "STOP_SEQUENCE":
      return "stop-sequence";
    case "TOOL_CALL":
      return "tool-calls";
    case "ERROR_LIMIT":
      return "context-length";
    case "ERROR":
    case "ERROR_TOXIC":
      return "filter";
    default:
      return "stop";
  }
}
