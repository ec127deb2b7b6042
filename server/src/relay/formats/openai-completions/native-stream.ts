import type { NativeStream, RequestHead } from "../format.ts";
import { type Fields, isFields } from "./read-fields.ts";

/**
 * Pieces that pass from an upstream of this format to a caller of this format. The answer is whole when `[DONE]` is an event's data,
 * or when each of the answers that were asked for has its `finish_reason`.
 */
export function createNativeStream(head: RequestHead): NativeStream {
  const stopped = new Set<number>();
  return {
    opens: hasChoices,
    endKey,
    endWord,
    usageKey,
    isEnd(data, body) {
      if (body === undefined) return data.trim() === "[DONE]";
      choicesOf(body).forEach((choice, position) => {
        if (!isFields(choice)) return;
        const { finish_reason: reason, index } = choice;
        if (typeof reason === "string" && reason !== "")
          stopped.add(typeof index === "number" ? index : position);
      });
      return stopped.size >= head.choices;
    },
    keeps: (body) => keeps(body, head),
    isProblem,
  };
}

const endKey = Buffer.from('"finish_reason"');
const endWord = Buffer.from("[DONE]");
const usageKey = Buffer.from('"usage"');

/** True for an answer, or a piece of one, that names at least one choice. */
export function hasChoices(body: object): boolean {
  return choicesOf(body).length > 0;
}

function choicesOf(body: object): unknown[] {
  const { choices } = body as Fields;
  return Array.isArray(choices) ? choices : [];
}

/** OpenAI's `error`, or an event whose `object` is the only sign. */
function isProblem(body: object): boolean {
  const { error, object, type, message, choices } = body as Fields;
  if (error != null || object === "error" || type === "error") return true;
  return typeof message === "string" && choices === undefined && object === undefined;
}

/** The usage that we asked for is not passed on to a caller who did not (relay contract A7). */
function keeps(body: unknown, head: RequestHead): boolean {
  if (head.wantsStreamUsage || !isFields(body) || !isFields(body.usage)) return true;
  return !(Array.isArray(body.choices) && body.choices.length === 0);
}
