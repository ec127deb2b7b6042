import type { NativeStream, RequestHead } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/**
 * Events that pass from an upstream of this format to a caller of it. The answer is whole when each candidate has its `finishReason`, or when
 * the prompt was refused: then there is no candidate. Google may give fewer candidates than were asked for; at the end of the stream those
 * that appeared decide.
 */
export function createNativeStream(head: RequestHead): NativeStream {
  const appeared = new Set<number>();
  const finished = new Set<number>();
  return {
    opens: hasAnswer,
    // Of several candidates each event is looked at: one that appears must finish.
    endKey: head.choices > 1 ? anyKey : endKey,
    endWord,
    usageKey,
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

const endKey = Buffer.from('"finishReason"');
const anyKey = Buffer.from('"candidates"');
const endWord = Buffer.from('"blockReason"');
const usageKey = Buffer.from('"usageMetadata"');
const unspecified = "FINISH_REASON_UNSPECIFIED";

/** True for an answer, or an event of one, that names a candidate or says why there is none. */
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
