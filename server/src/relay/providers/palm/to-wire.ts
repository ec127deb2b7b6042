import type { ChatCall, ChatMessage } from "../../canonical/chat.ts";
import { lostBlockNames, noteCacheMarks } from "../kit/note-lost-blocks.ts";
import { noteUnsaid, type Wish } from "../kit/note-unsaid.ts";
import type { JsonObject } from "../kit/read-json.ts";

/** Body of a `generateMessage` call: words alone, by two authors. `dropped` names what the API cannot be told, by OpenAI's field names (D13). */
export function chatToWire(call: ChatCall): { body: JsonObject; dropped: string[] } {
  const dropped = new Set<string>();
  const context: string[] = [];
  const messages: { author: string; content: string }[] = [];
  for (const message of call.messages) {
    const content = wordsOf(message, dropped);
    if (message.role === "system") context.push(content);
    else if (content !== "") messages.push({ author: message.role === "user" ? "0" : "1", content });
  }
  const prompt: JsonObject = { messages };
  if (context.length > 0) prompt.context = context.join("\n");
  const body: JsonObject = { prompt };
  if (call.temperature !== undefined) {
    // The scale ends at 1.
    if (call.temperature > 1) dropped.add("temperature");
    body.temperature = Math.min(call.temperature, 1);
  }
  if (call.topP !== undefined) body.topP = call.topP;
  if (call.topK !== undefined) body.topK = call.topK;
  if (call.choices !== undefined) body.candidateCount = call.choices;
  if (call.maxOutputTokens !== undefined) dropped.add("max_tokens");
  noteUnsaid(call, said, dropped);
  return { body, dropped: [...dropped] };
}

const said: ReadonlySet<Wish> = new Set<Wish>(["n", "temperature", "top_p", "top_k"]);

function wordsOf(message: ChatMessage, dropped: Set<string>): string {
  noteCacheMarks(message.content, dropped);
  const words: string[] = [];
  for (const block of message.content)
    if (block.type === "text") words.push(block.text);
    else dropped.add(lostBlockNames[block.type]);
  return words.join("\n");
}
