import type { EventMarks } from "../../canonical/event-marks.ts";
import type { NativeStream } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/** Reads events of an upstream of this format on the native path. `message_stop` is the end. */
export function createNativeStream(): NativeStream {
  return {
    opens: opensAnswer,
    marks,
    isEnd: (_data, body) => kindOf(body) === "message_stop",
    keeps: () => true,
    isProblem: (body) => kindOf(body) === "error",
  };
}

const marks: EventMarks = { keys: ["usage"], endWords: ["message_stop"] };

/** True for a whole response. */
export function hasContent(body: object): boolean {
  return Array.isArray((body as { content?: unknown }).content);
}

/**
 * The start of a message or of an empty block has no content yet; a message may arrive whole in its first event, or end
 * without content.
 */
function opensAnswer(body: object): boolean {
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
