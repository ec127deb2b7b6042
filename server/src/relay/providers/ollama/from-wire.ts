import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { AssistantBlock, ChatCall, ChatChoice, ChatResult, StopReason } from "../../canonical/chat.ts";
import { readCount } from "../kit/read-count.ts";
import { asFilledText, asList, asObject, asText, type JsonObject, needObject } from "../kit/read-json.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";

/** Parses a whole `/api/chat` answer, which has no id. @throws UnreadableAnswer if it contains no message */
export function readChat(body: unknown, call: ChatCall): ChatResult {
  const root = needObject(body, "the answer");
  const message = asObject(root.message);
  if (message === undefined) throw new UnreadableAnswer("the answer has no message");
  const content: AssistantBlock[] = [];
  const reasoning = asFilledText(message.thinking);
  if (reasoning) content.push({ type: "reasoning", text: reasoning });
  const text = asFilledText(message.content);
  if (text) content.push({ type: "text", text });
  const calls = readToolCalls(message, root.created_at, 0);
  for (const tool of calls) content.push({ type: "tool-call", ...tool });
  const choice: ChatChoice = {
    index: 0,
    content,
    stopReason: readStopReason(root.done_reason, calls.length > 0),
  };
  if (Array.isArray(root.logprobs)) choice.logProbabilities = { content: root.logprobs };
  const result: ChatResult = { id: "", model: asFilledText(root.model) ?? call.model, choices: [choice] };
  const created = readTime(root.created_at);
  if (created !== undefined) result.created = created;
  const usage = readUsage(root);
  if (usage) result.usage = usage;
  return result;
}

/** Epoch seconds of an ISO time; undefined for anything else. */
export function readTime(value: unknown): number | undefined {
  const milliseconds = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isFinite(milliseconds) ? Math.floor(milliseconds / 1000) : undefined;
}

/**
 * Tool calls of a message, always whole. Older servers send no ids: they are generated from the time and the number,
 * starting at `first`.
 */
export function readToolCalls(
  message: JsonObject,
  createdAt: unknown,
  first: number,
): { id: string; name: string; arguments: string }[] {
  const time = (asText(createdAt) ?? "").replace(/[^0-9A-Za-z]/g, "");
  const calls: { id: string; name: string; arguments: string }[] = [];
  for (const entry of asList(message.tool_calls)) {
    const call = asObject(entry);
    const fn = asObject(call?.function);
    const name = asFilledText(fn?.name);
    if (name === undefined) continue;
    const id = asFilledText(call?.id) ?? `call_${time}_${first + calls.length}`;
    calls.push({ id, name, arguments: readArguments(fn?.arguments) });
  }
  return calls;
}

function readArguments(value: unknown): string {
  if (typeof value === "string") return value.trim() === "" ? "{}" : value;
  return JSON.stringify(value ?? {});
}

/** Undefined unless both counts are present: older versions omit the count of a fully cached prompt. */
export function readUsage(root: JsonObject): UsageCounts | undefined {
  if (root.prompt_eval_count == null || root.eval_count == null) return undefined;
  return { ...noUsage, input: readCount(root.prompt_eval_count), output: readCount(root.eval_count) };
}

/** The canonical stop reason. Tool calls end with `stop` too. */
export function readStopReason(reason: unknown, calledTools: boolean): StopReason {
  if (reason === "length") return "length";
  return calledTools ? "tool-calls" : "stop";
}
