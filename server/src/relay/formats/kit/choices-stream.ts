import type { NativeStream, RequestHead } from "../format.ts";
import { type Fields, isFields } from "./check-value.ts";

/**
 * Chunks of a chat or of a text completion that pass from an upstream of that format to a caller of it. The answer is whole when `[DONE]` is
 * an event's data (not a word within a text), or when each of the answers that were asked for has its `finish_reason`. Where fewer came, those
 * that appeared decide at the end of the stream.
 */
export function createChoicesStream(head: RequestHead): NativeStream {
  const appeared = new Set<number>();
  const stopped = new Set<number>();
  return {
    opens: hasChoices,
    // Of several answers each chunk is looked at: one that appears must stop.
    endKey: head.choices > 1 ? anyKey : endKey,
    endWord,
    usageKey,
    problemKey,
    isEnd(data, body) {
      if (body === undefined) return data.trim() === "[DONE]";
      choicesOf(body).forEach((choice, position) => {
        if (!isFields(choice)) return;
        const { finish_reason: reason, index } = choice;
        const place = typeof index === "number" ? index : position;
        appeared.add(place);
        if (typeof reason === "string" && reason !== "") stopped.add(place);
      });
      return stopped.size >= head.choices;
    },
    endsWhole: () => appeared.size > 0 && stopped.size === appeared.size,
    keeps: (body) => keeps(body, head),
    isProblem,
  };
}

const endKey = Buffer.from('"finish_reason"');
const anyKey = Buffer.from('"choices"');
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
