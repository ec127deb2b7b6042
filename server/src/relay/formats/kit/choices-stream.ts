import type { EventMarks } from "../../canonical/event-marks.ts";
import type { NativeStream, RequestHead } from "../format.ts";
import { type Fields, isFields } from "./check-value.ts";

/**
 * Reads chunks of a chat or text completion on the native path. The response is complete when `[DONE]` is an event's
 * data (not a word in a text), or when each requested choice has its `finish_reason`. If fewer arrived, those that
 * appeared decide at the end of the stream.
 */
export function createChoicesStream(head: RequestHead): NativeStream {
  const appeared = new Set<number>();
  const stopped = new Set<number>();
  return {
    opens: hasChoices,
    // With several choices each chunk is read: one that appears must stop.
    marks: head.choices > 1 ? marksOfSeveral : marks,
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

const names = {
  // A report of a failure may have a message and no `error`.
  keys: ["usage", "message"],
  endWords: ["[DONE]"],
};
const marks: EventMarks = { ...names, endKeys: ["finish_reason"] };
const marksOfSeveral: EventMarks = { ...names, endKeys: ["choices"] };

/** True for a response, or a chunk of one, with at least one choice. */
export function hasChoices(body: object): boolean {
  return choicesOf(body).length > 0;
}

function choicesOf(body: object): unknown[] {
  const { choices } = body as Fields;
  return Array.isArray(choices) ? choices : [];
}

/**
 * True for an event that reports a failed response: with OpenAI's `error`, or as other servers of the family send it,
 * where the event's name or its `object` is the only sign (vLLM: `{"object":"error","message":…}`).
 */
function isProblem(body: object): boolean {
  const { error, object, type, message, choices, usage } = body as Fields;
  if (error != null) return true;
  if (object === "error" || type === "error") return true;
  return typeof message === "string" && choices === undefined && usage === undefined && object === undefined;
}

/** Hides the usage chunk that Tollgate requested from a caller who did not request it. */
function keeps(body: unknown, head: RequestHead): boolean {
  if (head.wantsStreamUsage || !isFields(body) || !isFields(body.usage)) return true;
  return !(Array.isArray(body.choices) && body.choices.length === 0);
}
