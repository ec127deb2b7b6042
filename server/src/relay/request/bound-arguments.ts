import type { AssistantBlock, ChatCall, UserBlock } from "../canonical/chat.ts";
import { freeBytes, requestCost, scanJson } from "../canonical/json-cost.ts";
import { tooManyValues } from "./request-body.ts";

/**
 * Limits the JSON inside strings of a call: tool arguments, tool results, and signatures that are JSON. All of them are
 * parsed for one request, so one limit applies to their sum.
 * @param bodyBytes length of the caller's body; a short one cannot contain too much
 * @throws RelayError `request_too_large`
 */
export function rejectCostlyArguments({ messages }: ChatCall, bodyBytes: number): void {
  if (bodyBytes <= freeBytes(requestCost)) return;
  let left = requestCost;
  for (const { content } of messages) {
    for (const block of content) {
      for (const text of textsOfJson(block)) {
        if (text === "") continue;
        left -= scanJson(Buffer.from(text), left, Number.POSITIVE_INFINITY).cost;
        if (left < 0) throw tooManyValues("The JSON in tool calls and tool results");
      }
    }
  }
}

/** A result that does not begin like an object is plain text, which is never parsed. */
function textsOfJson(block: AssistantBlock | UserBlock | { type: "text" | "image" }): string[] {
  if (block.type === "tool-call") return [block.arguments, block.signature?.value ?? ""];
  if (block.type !== "tool-result") return [];
  const result = block.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return result.trimStart().startsWith("{") ? [result] : [];
}
