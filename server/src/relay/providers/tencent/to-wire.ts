import type { ChatCall, ChatMessage } from "../../canonical/chat.ts";
import { noteCacheMarks } from "../kit/note-lost-blocks.ts";
import { noteUnsupported, type ChatOption } from "../kit/note-unsupported.ts";
import type { TencentMessage, TencentRequest } from "./wire.ts";

/** A request without the fields that depend on time and key. */
export type UnsignedRequest = Pick<TencentRequest, "messages" | "stream" | "temperature" | "top_p">;

const filler = "…";
const supported: ReadonlySet<ChatOption> = new Set<ChatOption>(["temperature", "top_p"]);

/**
 * A call for the first API, which supports text and two sampling parameters only. Roles alternate, the user first and
 * last; system messages become the user's.
 */
export function chatToTencent(call: ChatCall): { body: UnsignedRequest; dropped: Set<string> } {
  const dropped = new Set<string>();
  noteUnsupported(call, supported, dropped);
  for (const { content } of call.messages) noteCacheMarks(content, dropped);
  if (call.maxOutputTokens !== undefined) dropped.add("max_tokens");
  const turns: TencentMessage[] = [];
  for (const message of call.messages) addTurn(turns, message, dropped);
  if (turns.at(-1)?.role !== "user") turns.push({ role: "user", content: filler });
  const body: UnsignedRequest = { messages: turns, stream: call.stream ? 1 : 0 };
  if (call.temperature !== undefined) body.temperature = Math.min(Math.max(call.temperature, 0), 2);
  if (call.topP !== undefined) body.top_p = Math.min(Math.max(call.topP, 0), 1);
  return { body, dropped };
}

function addTurn(turns: TencentMessage[], message: ChatMessage, dropped: Set<string>): void {
  const role = message.role === "assistant" ? "assistant" : "user";
  const content = textOf(message, dropped) || filler;
  const last = turns.at(-1);
  if (last?.role === role) last.content += `\n${content}`;
  else {
    if (last === undefined && role === "assistant") turns.push({ role: "user", content: filler });
    turns.push({ role, content });
  }
}

/** The texts of a message and of its tool results; other blocks are named in `dropped`. */
function textOf(message: ChatMessage, dropped: Set<string>): string {
  const texts: string[] = [];
  for (const block of message.content) {
    if (block.type === "text") texts.push(block.text);
    else if (block.type === "tool-result") {
      for (const part of block.content) {
        if (part.type === "text") texts.push(part.text);
        else dropped.add(`messages.${part.type}`);
      }
    } else dropped.add(`messages.${block.type}`);
  }
  return texts.join("\n");
}
