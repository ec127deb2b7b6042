import type { AssistantBlock, ChatChoice, ChatResult, Citation, StopReason } from "../../canonical/chat.ts";
import { asFilledText, asList, asObject, asText, type JsonObject, needObject } from "../kit/read-json.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { writeToolCaller } from "./tool-caller.ts";
import { dialect } from "./dialect.ts";
import { readUsage } from "./read-usage.ts";

/**
 * Parses a whole message. Blocks of server tools (search, code, …) are kept unchanged, for callers of this dialect
 * only.
 * @throws UnreadableAnswer if it is no message
 */
export function readMessage(body: unknown): ChatResult {
  const message = needObject(body, "the answer");
  if (!Array.isArray(message.content)) throw new UnreadableAnswer("the answer has no content");
  const content = message.content.flatMap((entry) => readBlock(asObject(entry) ?? {}));
  const explanation = readRefusal(message.stop_details);
  if (explanation) content.push({ type: "refusal", text: explanation });
  const choice: ChatChoice = { index: 0, content, stopReason: readStopReason(message.stop_reason) };
  const sequence = asFilledText(message.stop_sequence);
  if (sequence) choice.stopSequence = sequence;
  const result: ChatResult = {
    id: asText(message.id) ?? "",
    model: asText(message.model) ?? "",
    choices: [choice],
  };
  const usage = readUsage(message.usage);
  if (usage) result.usage = usage;
  const tier = readTier(message.usage);
  if (tier) result.serviceTier = tier;
  return result;
}

function readBlock(block: JsonObject): AssistantBlock[] {
  switch (block.type) {
    case "text": {
      const citations = asList(block.citations).map(readCitation);
      const text = asText(block.text) ?? "";
      return [citations.length > 0 ? { type: "text", text, citations } : { type: "text", text }];
    }
    case "thinking": {
      const value = asFilledText(block.signature);
      const text = asText(block.thinking) ?? "";
      return [
        value ? { type: "reasoning", text, signature: { dialect, value } } : { type: "reasoning", text },
      ];
    }
    case "redacted_thinking":
      return [{ type: "encrypted-reasoning", data: asText(block.data) ?? "", dialect }];
    case "tool_use": {
      const [id, name] = [asText(block.id) ?? "", asText(block.name) ?? ""];
      const signature = writeToolCaller(block);
      const call = { type: "tool-call", id, name, arguments: JSON.stringify(block.input ?? {}) } as const;
      return [signature ? { ...call, signature } : call];
    }
    default:
      return typeof block.type === "string" ? [{ type: "opaque", dialect, value: block }] : [];
  }
}

/** A citation of a web page or a document, with the API's own object. */
export function readCitation(value: unknown): Citation {
  const object = asObject(value);
  const citation: Citation = { source: { dialect, value } };
  const url = asFilledText(object?.url);
  if (url !== undefined) citation.url = url;
  const title = asFilledText(object?.title) ?? asFilledText(object?.document_title);
  if (title !== undefined) citation.title = title;
  const quote = asFilledText(object?.cited_text);
  if (quote !== undefined) citation.quote = quote;
  return citation;
}

/** The API's explanation of a refusal. */
export function readRefusal(details: unknown): string | undefined {
  return asFilledText(asObject(details)?.explanation);
}

/** The canonical stop reason; an unknown one is a plain stop. */
export function readStopReason(reason: unknown): StopReason {
  switch (reason) {
    case "max_tokens":
      return "length";
    case "stop_sequence":
      return "stop-sequence";
    case "tool_use":
      return "tool-calls";
    // After compaction the next call continues the turn, as after a pause.
    case "pause_turn":
    case "compaction":
      return "pause";
    case "refusal":
      return "refusal";
    case "model_context_window_exceeded":
      return "context-length";
    default:
      return "stop";
  }
}

/** The tier that served the request; the usual one gets its common name. */
export function readTier(usage: unknown): string | undefined {
  const tier = asFilledText(asObject(usage)?.service_tier);
  return tier === "standard" ? "default" : tier;
}
