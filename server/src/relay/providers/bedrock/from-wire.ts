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
 * Parses a whole Converse answer, which contains neither id nor model.
 * @throws UnreadableAnswer if it contains no message
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
  // Converse signatures have no dialect here, and only the model can read redacted reasoning: both are dropped.
  const reasoning = asFilledText(asObject(asObject(block.reasoningContent)?.reasoningText)?.text);
  if (reasoning) return [{ type: "reasoning", text: reasoning }];
  const cited = asObject(block.citationsContent);
  if (cited) return readCitedText(cited);
  const image = asObject(block.image);
  const data = asFilledText(asObject(image?.source)?.bytes);
  if (data === undefined) return [];
  return [{ type: "image", source: readImage(asText(image?.format) ?? "png", data) }];
}

export function readImage(format: string, data: string): MediaSource {
  return { kind: "inline", mediaType: `image/${format}`, data };
}

/**
 * A server tool of the model's vendor, which no caller answers. Its result is a block of its own, which no dialect here
 * has.
 */
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

/** The source of a statement: a document or a web page. */
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

/** `inputTokens` excludes cache reads and writes: the buckets are disjoint. */
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

/** Cache writes split by lifetime if reported, else they count as five minutes. */
function readWrites(usage: JsonObject): Pick<UsageCounts, "cached_write" | "cached_write_1h"> {
  const total = readCount(usage.cacheWriteInputTokens);
  const hour = asList(usage.cacheDetails)
    .map((entry) => asObject(entry))
    .find((detail) => detail?.ttl === "1h");
  const lasting = Math.min(readCount(hour?.inputTokens), total);
  return { cached_write: total - lasting, cached_write_1h: lasting };
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
    case "guardrail_intervened":
    case "content_filtered":
      return "filter";
    case "model_context_window_exceeded":
      return "context-length";
    default:
      return "stop";
  }
}
