import type { NativeStream, RequestHead } from "../format.ts";
import { type Fields, isFields } from "./check-value.ts";

/**
 * Chunks of a chat or of a text completion that pass from an upstream of that format to a caller of it. The answer is whole when `[DONE]` is
 * an event's data (not a word within a text), or when each of the answers that were asked for has its `finish_reason`.
 */
export function createChoicesStream(head: RequestHead): NativeStream {
  const stopped = new Set<number>();
  return {
    opens: hasChoices,
    endKey,
    endWord,
    usageKey,
    problemKey,
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
const problemKey = Buffer.from('"message"');

/** True for an answer, or a chunk of one, that names at least one choice. */
export function hasChoices(body: object): boolean {
  return choicesOf(body).length > 0;
}

function choicesOf(body: object): unknown[] {
  const { choices } = body as Fields;
  return Array.isArray(choices) ? choices : [];
}

/**
 * An event that says that the answer failed: with OpenAI's `error`, or as other servers of the family write it, where the event's name
 * or its `object` is the only sign (vLLM: `{"object":"error","message":…}`).
 */
function isProblem(body: object): boolean {
  const { error, object, type, message, choices, usage } = body as Fields;
  if (error != null) return true;
  if (object === "error" || type === "error") return true;
  return typeof message === "string" && choices === undefined && usage === undefined && object === undefined;
}

/** The usage chunk that we asked for is not passed on to a caller who did not (relay contract A7). */
function keeps(body: unknown, head: RequestHead): boolean {
  if (head.wantsStreamUsage || !isFields(body) || !isFields(body.usage)) return true;
  return !(Array.isArray(body.choices) && body.choices.length === 0);
}
