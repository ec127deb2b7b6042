import type { ChatCall, ChatMessage } from "../../canonical/chat.ts";
import { noteCacheMarks } from "../kit/note-lost-blocks.ts";
import { noteUnsupported, type Wish } from "../kit/note-unsupported.ts";
import type { TencentMessage, TencentRequest } from "./wire.ts";

/** A request without what depends on time and key. */
export type UnsignedRequest = Pick<TencentRequest, "messages" | "stream" | "temperature" | "top_p">;

const filler = "…";
const said: ReadonlySet<Wish> = new Set<Wish>(["temperature", "top_p"]);

/**
 * A call in the words of the first API, which knows text, two numbers and nothing else. Users and assistants take turns, the user first and
 * last; words of the system become the user's.
 */
export function chatToTencent(call: ChatCall): { body: UnsignedRequest; dropped: Set<string> } {
  const dropped = new Set<string>();
  noteUnsupported(call, said, dropped);
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
  const content = wordsOf(message, dropped) || filler;
  const last = turns.at(-1);
  if (last?.role === role) last.content += `\n${content}`;
  else {
    if (last === undefined && role === "assistant") turns.push({ role: "user", content: filler });
    turns.push({ role, content });
  }
}

/** The texts of a message and of the results of tools in it; whatever else it holds is named in `dropped`. */
function wordsOf(message: ChatMessage, dropped: Set<string>): string {
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
