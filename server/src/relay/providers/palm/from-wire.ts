import type { ChatCall, ChatChoice, ChatResult } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { asFilledText, asList, asObject, needObject } from "../kit/read-json.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";

/**
 * A whole answer in our words. It names neither id nor usage; an answer that was filtered away says so beside the empty list.
 * @throws UnreadableAnswer if there is neither a candidate nor a filter
 */
export function readAnswer(body: unknown, call: ChatCall): ChatResult {
  const root = needObject(body, "the answer");
  const choices = asList(root.candidates).map((entry, index): ChatChoice => {
    const text = asFilledText(asObject(entry)?.content);
    const content: ChatChoice["content"] = text === undefined ? [] : [{ type: "text", text }];
    return { index, content, stopReason: "stop" };
  });
  if (choices.length === 0) {
    if (asList(root.filters).length === 0) throw new UnreadableAnswer("the answer has no candidates");
    choices.push({ index: 0, content: [], stopReason: "filter" });
  }
  return { id: "", model: call.model, choices };
}

/** The same as the parts of a stream: each answer is one piece. */
export function toParts(result: ChatResult): ChatStreamPart[] {
  const parts: ChatStreamPart[] = [{ type: "start", id: result.id, model: result.model }];
  for (const { index: choice, content, stopReason: reason } of result.choices) {
    for (const block of content)
      if (block.type === "text") parts.push({ type: "text", choice, text: block.text });
    parts.push({ type: "stop", choice, reason });
  }
  parts.push({ type: "end" });
  return parts;
}
