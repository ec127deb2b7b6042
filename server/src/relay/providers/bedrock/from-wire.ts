import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type {
  AssistantBlock,
  ChatCall,
  ChatResult,
  Citation,
  MediaSource,
  StopReason,
} from "../../canonical/chat.ts";
import { readCount } from "../kit/read-count.ts";
import { asFilledText, asList, asObject, asText, type JsonObject, needObject } from "../kit/read-json.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";

/**
 * A whole answer of Converse in our words. It names neither itself nor its model.
 * @throws UnreadableAnswer if there is no message in it
 */
export function readConverse(body: unknown, call: ChatCall): ChatResult {
  const root = needObject(body, "the answer");
  const message = asObject(asObject(root.output)?.message);
  if (message === undefined) throw new UnreadableAnswer("the answer has no message");
  const content = asList(message.content).flatMap((entry) => readBlock(asObject(entry) ?? {}));
  const result: ChatResult = {
    id: "",
    model: call.model,
    choices: [{ index: 0, content, stopReason: readStopReason(root.stopReason) }],
  };
  const usage = readUsage(root.usage);
  if (usage) result.usage = usage;
  const tier = asFilledText(asObject(root.serviceTier)?.type);
  if (tier) result.serviceTier = tier;
  return result;
}

function readBlock(block: JsonObject): AssistantBlock[] {
  const text = asText(block.text);
  if (text !== undefined) return [{ type: "text", text }];
  const tool = asObject(block.toolUse);
  if (tool) {
    if (isHosted(tool)) return [];
    const [id, name] = [asText(tool.toolUseId) ?? "", asText(tool.name) ?? ""];
    return [{ type: "tool-call", id, name, arguments: JSON.stringify(tool.input ?? {}) }];
  }
  // Its signature has no dialect of ours, and what is redacted nobody but the model can read: both are left out.
  const reasoning = asFilledText(asObject(asObject(block.reasoningContent)?.reasoningText)?.text);
  if (reasoning) return [{ type: "reasoning", text: reasoning }];
  const cited = asObject(block.citationsContent);
  if (cited) return readCitedText(cited);
  const image = asObject(block.image);
  const data = asFilledText(asObject(image?.source)?.bytes);
  if (data === undefined) return [];
  return [{ type: "image", source: readPicture(asText(image?.format) ?? "png", data) }];
}

export function readPicture(format: string, data: string): MediaSource {
  return { kind: "inline", mediaType: `image/${format}`, data };
}

/** A tool that the model's maker runs itself, so that no caller is to answer it. Its result is a block of its own, which no dialect of ours has. */
export function isHosted(tool: JsonObject): boolean {
  return tool.type === "server_tool_use";
}

function readCitedText(cited: JsonObject): AssistantBlock[] {
  const text = asList(cited.content)
    .map((part) => asText(asObject(part)?.text) ?? "")
    .join("");
  const citations = asList(cited.citations).map(readCitation);
  return [citations.length > 0 ? { type: "text", text, citations } : { type: "text", text }];
}

/** Where a statement comes from: a document, or a page of the web. */
export function readCitation(value: unknown): Citation {
  const object = asObject(value);
  const citation: Citation = {};
  const title = asFilledText(object?.title);
  if (title !== undefined) citation.title = title;
  const url = asFilledText(asObject(asObject(object?.location)?.web)?.url);
  if (url !== undefined) citation.url = url;
  const quote = asList(object?.sourceContent)
    .map((part) => asText(asObject(part)?.text) ?? "")
    .join("");
  if (quote !== "") citation.quote = quote;
  return citation;
}

/** `inputTokens` leaves out what was read from and written to the cache: the buckets are disjoint already. */
export function readUsage(value: unknown): UsageCounts | undefined {
  const usage = asObject(value);
  if (usage?.inputTokens == null && usage?.outputTokens == null) return undefined;
  return {
    ...noUsage,
    input: readCount(usage.inputTokens),
    cached_read: readCount(usage.cacheReadInputTokens),
    ...readWrites(usage),
    output: readCount(usage.outputTokens),
  };
}

/** Writes split by lifetime where the answer says so, else they count as five minutes. */
function readWrites(usage: JsonObject): Pick<UsageCounts, "cached_write" | "cached_write_1h"> {
  const total = readCount(usage.cacheWriteInputTokens);
  const hour = asList(usage.cacheDetails)
    .map((entry) => asObject(entry))
    .find((detail) => detail?.ttl === "1h");
  const lasting = Math.min(readCount(hour?.inputTokens), total);
  return { cached_write: total - lasting, cached_write_1h: lasting };
}

/** Stop reason in our words; an unknown one is a plain stop. */
export function readStopReason(reason: unknown): StopReason {
  switch (reason) {
    case "max_tokens":
      return "length";
    case "stop_sequence":
      return "stop-sequence";
    case "tool_use":
      return "tool-calls";
    case "guardrail_intervened":
    case "content_filtered":
      return "filter";
    case "model_context_window_exceeded":
      return "context-length";
    default:
      return "stop";
  }
}
