import type { NativeStream } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/** Events that pass from an upstream of this format to a caller of this format. `message_stop` is the end. */
export function createNativeStream(): NativeStream {
  return {
    opens: saysSomething,
    endKey,
    endWord,
    usageKey,
    isEnd: (_data, body) => kindOf(body) === "message_stop",
    keeps: () => true,
    isProblem: (body) => kindOf(body) === "error",
  };
}

// No key of an event is called so: the end shows by its word alone.
const endKey = Buffer.from('"message_stop"');
const endWord = Buffer.from("message_stop");
const usageKey = Buffer.from('"usage"');

/** True for a whole answer. */
export function hasContent(body: object): boolean {
  return Array.isArray((body as { content?: unknown }).content);
}

/** The beginnings of a message and of an empty block say nothing yet; a message can come whole in its first event, or end without content. */
function saysSomething(body: object): boolean {
  const { message, content_block: block, delta } = body as Record<string, unknown>;
  switch (kindOf(body)) {
    case "message_start":
      return isFields(message) && Array.isArray(message.content) && message.content.length > 0;
    case "content_block_start":
      return isFields(block) && !isEmpty(block);
    case "content_block_delta":
      return true;
    case "message_delta":
      return isFields(delta) && typeof delta.stop_reason === "string";
    default:
      return false;
  }
}

function isEmpty({ type, text, thinking }: Record<string, unknown>): boolean {
  return (type === "text" && !text) || (type === "thinking" && !thinking);
}

function kindOf(body: object | undefined): unknown {
  return (body as { type?: unknown } | undefined)?.type;
}
