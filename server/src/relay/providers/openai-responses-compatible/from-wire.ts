import type { AssistantBlock, ChatResult, StopReason } from "../../canonical/chat.ts";
import { asFilledText, asList, asObject, asText, type JsonObject, needObject } from "../kit/read-json.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { readItem } from "./read-item.ts";
import { readUsage } from "./read-usage.ts";

/** Parses a whole Responses answer. @throws UnreadableAnswer if it has no output */
export function readResponse(body: unknown): ChatResult {
  const root = needObject(body, "the answer");
  if (!Array.isArray(root.output)) throw new UnreadableAnswer("the answer has no output");
  if (root.status === "queued" || root.status === "in_progress" || root.status === "cancelled")
    throw new UnreadableAnswer(`the answer is ${root.status}`);
  const content: AssistantBlock[] = [];
  const logProbabilities: unknown[] = [];
  let length = 0;
  for (const entry of root.output) {
    const item = asObject(entry);
    if (item === undefined) continue;
    for (const block of readItem(item, length)) {
      content.push(block);
      if (block.type === "text") length += block.text.length;
    }
    for (const part of asList(item.content)) logProbabilities.push(...asList(asObject(part)?.logprobs));
  }
  const calledTools = content.some((block) => block.type === "tool-call");
  const result: ChatResult = {
    id: asText(root.id) ?? "",
    model: asText(root.model) ?? "",
    choices: [{ index: 0, content, stopReason: readStopReason(root, calledTools) }],
  };
  const [choice] = result.choices;
  if (choice && logProbabilities.length > 0) choice.logProbabilities = { content: logProbabilities };
  if (typeof root.created_at === "number") result.created = Math.trunc(root.created_at);
  const usage = readUsage(root);
  if (usage) result.usage = usage;
  const tier = readTier(root);
  if (tier) result.serviceTier = tier;
  return result;
}

/** Why the answer ended, from the response's status; an incomplete one without a known reason reached a limit. */
export function readStopReason(response: JsonObject, calledTools: boolean): StopReason {
  if (response.status === "incomplete")
    return asObject(response.incomplete_details)?.reason === "content_filter" ? "filter" : "length";
  return calledTools ? "tool-calls" : "stop";
}

/** The tier that served the request; `auto` is only the requested one. */
export function readTier(response: JsonObject): string | undefined {
  const tier = asFilledText(response.service_tier);
  return tier === "auto" ? undefined : tier;
}
