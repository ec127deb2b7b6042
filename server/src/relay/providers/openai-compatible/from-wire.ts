import type { AssistantBlock, ChatChoice, ChatResult, StopReason, TextBlock } from "../../canonical/chat.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asFilledText, asList, asObject, asText, type JsonObject, needObject } from "../kit/read-json.ts";
import { RejectedAnswer } from "../kit/rejected-answer.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { freeTextArguments } from "./free-text-calls.ts";
import type { CompatibleOptions } from "./options.ts";
import { readCitation, readRootCitations } from "./read-citation.ts";
import { readImages, readImage, readSignatureOf, readSpeech, readReasoningDetails } from "./read-extras.ts";
import { readUsage } from "./read-usage.ts";

/**
 * Parses a whole Chat Completions answer.
 * @throws UnreadableAnswer if there are no choices
 * @throws RejectedAnswer if a choice failed
 */
export function readChatResponse(body: unknown, options: CompatibleOptions): ChatResult {
  const answer = needObject(body, "the answer");
  const root = options.reshape?.(answer) ?? answer;
  if (!Array.isArray(root.choices) || root.choices.length === 0)
    throw new UnreadableAnswer("the answer has no choices");
  const error = errorInChoice(root);
  if (error !== undefined)
    throw new RejectedAnswer((options.readProblem ?? problemFromStatus)(200, JSON.stringify({ error }), {}));
  const result: ChatResult = {
    id: asText(root.id) ?? "",
    model: asText(root.model) ?? "",
    choices: root.choices.map((choice, index) => readChoice(needObject(choice, "a choice"), index, root)),
  };
  if (typeof root.created === "number") result.created = Math.trunc(root.created);
  const usage = readUsage(root, options.usage);
  if (usage) result.usage = usage;
  const tier = asFilledText(root.service_tier);
  if (tier) result.serviceTier = tier;
  return result;
}

/** OpenRouter reports a failed generation within a choice. */
export function errorInChoice(root: JsonObject): JsonObject | undefined {
  for (const choice of asList(root.choices)) {
    const error = asObject(asObject(choice)?.error);
    if (error) return error;
  }
  return undefined;
}

function readChoice(choice: JsonObject, position: number, root: JsonObject): ChatChoice {
  const message = asObject(choice.message) ?? {};
  const content: AssistantBlock[] = [...readThinking(message)];
  // Legacy text completions contain their text in the choice; they are parsed here only for usage.
  const text = readContent(message.content ?? choice.text);
  const lastText = text.findLast((block) => block.type === "text");
  if (lastText) completeText(lastText, message, root);
  content.push(...text);
  const refusal = asFilledText(message.refusal);
  if (refusal) content.push({ type: "refusal", text: refusal });
  content.push(
    ...readImages(message.images),
    ...readToolCalls(message, `call_${asText(root.id) ?? ""}_${position}`),
  );
  const speech = readSpeech(message.audio);
  if (speech) content.push(speech);
  const result: ChatChoice = {
    index: typeof choice.index === "number" ? choice.index : position,
    content,
    stopReason: readStopReason(choice.finish_reason, content),
  };
  if (choice.logprobs != null) result.logProbabilities = choice.logprobs;
  return result;
}

/** Adds citations and the signature; vendors put the list into the message or next to the choices. */
function completeText(text: TextBlock, message: JsonObject, root: JsonObject): void {
  const own = [...asList(message.annotations), ...asList(message.citations)].map(readCitation);
  const citations = own.length > 0 ? own : readRootCitations(root);
  if (citations.length > 0) text.citations = citations;
  const signature = readSignatureOf(message);
  if (signature) text.signature = signature;
}

/** Text, or a list of parts: Mistral's `thinking` and `text`, Databricks' `reasoning`, images of image models. */
function readContent(content: unknown): AssistantBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return asList(content).flatMap((part): AssistantBlock[] => {
    const object = asObject(part);
    if (object?.type === "thinking" || object?.type === "reasoning")
      return [{ type: "reasoning", text: readThinkingPart(object) }];
    if (object?.type === "refusal") return [{ type: "refusal", text: asText(object.refusal) ?? "" }];
    const picture = object && readImage(object);
    if (picture) return [picture];
    const text = asText(object?.text);
    return text === undefined ? [] : [{ type: "text", text }];
  });
}

/** Text of a reasoning part: Mistral's `thinking`, Databricks' `summary`. */
export function readThinkingPart(part: JsonObject): string {
  if (typeof part.thinking === "string") return part.thinking;
  return asList(part.thinking ?? part.summary)
    .map((piece) => asText(asObject(piece)?.text) ?? "")
    .join("");
}

/** `reasoning_details`, if present, contain more than the plain text. */
function readThinking(message: JsonObject): AssistantBlock[] {
  const details = readReasoningDetails(message.reasoning_details);
  const text = asFilledText(message.reasoning_content) ?? asFilledText(message.reasoning);
  if (text === undefined || details.some((block) => block.type === "reasoning" && block.text !== ""))
    return details;
  return [{ type: "reasoning", text }, ...details];
}

function readToolCalls(message: JsonObject, idPrefix: string): AssistantBlock[] {
  const calls = asList(message.tool_calls).flatMap((entry, index): AssistantBlock[] => {
    const call = asObject(entry);
    const fn = asObject(call?.function);
    const custom = asObject(call?.custom);
    const name = asFilledText((custom ?? fn)?.name);
    if (call === undefined || name === undefined) return [];
    const signature = readSignatureOf(call);
    return [
      {
        type: "tool-call",
        id: readCallId(call.id) ?? `${idPrefix}_${index}`,
        name,
        arguments: custom ? freeTextArguments(custom) : readArguments(fn?.arguments),
        ...(signature && { signature }),
      },
    ];
  });
  const legacy = asObject(message.function_call);
  const name = asFilledText(legacy?.name);
  if (calls.length === 0 && name !== undefined)
    calls.push({
      type: "tool-call",
      id: `${idPrefix}_0`,
      name,
      arguments: readArguments(legacy?.arguments),
    });
  return calls;
}

/** Id of a tool call; Mistral sends the text "null" if there is none. */
export function readCallId(value: unknown): string | undefined {
  return value === "null" ? undefined : asFilledText(value);
}

/** Some vendors send the arguments as an object instead of JSON text. */
export function readArguments(value: unknown): string {
  if (typeof value === "string") return value;
  return value == null ? "" : JSON.stringify(value);
}

/** The canonical finish reason; an unknown one is a plain stop. */
export function readStopReason(reason: unknown, content: readonly AssistantBlock[] = []): StopReason {
  switch (reason) {
    case "length":
    case "max_tokens":
      return "length";
    case "tool_calls":
    case "tool_use":
    case "function_call":
      return "tool-calls";
    case "content_filter":
    case "safety":
    case "sensitive":
      return "filter";
    case "model_length":
    case "context_length":
      return "context-length";
    case "stop":
      return "stop";
    default:
      return content.some((block) => block.type === "tool-call") ? "tool-calls" : "stop";
  }
}
