import type { EventMarks } from "../../canonical/event-marks.ts";
import type { NativeStream, RequestHead } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/**
 * Reads events of an upstream of this format on the native path. The response is complete when each candidate has its
 * `finishReason`, or when the prompt was blocked: then there is no candidate. Google may return fewer candidates than
 * requested; at the end of the stream those that appeared decide.
 */
export function createNativeStream(head: RequestHead): NativeStream {
  const appeared = new Set<number>();
  const finished = new Set<number>();
  return {
    opens: hasAnswer,
    // With several candidates each event is read: one that appears must finish.
    marks: head.choices > 1 ? marksOfSeveral : marks,
    isEnd(_data, body) {
      if (body === undefined) return false;
      if (isRefused(body)) return true;
      candidatesOf(body).forEach((candidate, position) => {
        if (!isFields(candidate)) return;
        const { finishReason: reason, index } = candidate;
        const place = typeof index === "number" ? index : position;
        appeared.add(place);
        if (typeof reason === "string" && reason !== "" && reason !== unspecified) finished.add(place);
      });
      return finished.size >= head.choices;
    },
    endsWhole: () => appeared.size > 0 && finished.size === appeared.size,
    keeps: () => true,
  };
}

const names = { keys: ["usageMetadata"], endWords: ['"blockReason"'] };
const marks: EventMarks = { ...names, endKeys: ["finishReason"] };
const marksOfSeveral: EventMarks = { ...names, endKeys: ["candidates"] };
const unspecified = "FINISH_REASON_UNSPECIFIED";

/** True for a response, or an event of one, with a candidate or a block reason. */
export function hasAnswer(body: object): boolean {
  return candidatesOf(body).length > 0 || isRefused(body);
}

function candidatesOf(body: object): unknown[] {
  const { candidates } = body as Record<string, unknown>;
  return Array.isArray(candidates) ? candidates : [];
}

function isRefused(body: object): boolean {
  const { promptFeedback: feedback } = body as Record<string, unknown>;
  return isFields(feedback) && typeof feedback.blockReason === "string" && feedback.blockReason !== "";
}
