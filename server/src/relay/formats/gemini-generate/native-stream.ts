import type { NativeStream, RequestHead } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/**
 * Events that pass from an upstream of this format to a caller of it. The answer is whole when each candidate that was asked for has its
 * `finishReason`, or when the prompt was refused: then there is no candidate.
 */
export function createNativeStream(head: RequestHead): NativeStream {
  const finished = new Set<number>();
  return {
    opens: hasAnswer,
    endKey,
    endWord,
    usageKey,
    isEnd(_data, body) {
      if (body === undefined) return false;
      if (isRefused(body)) return true;
      candidatesOf(body).forEach((candidate, position) => {
        if (!isFields(candidate)) return;
        const { finishReason: reason, index } = candidate;
        if (typeof reason === "string" && reason !== "" && reason !== unspecified)
          finished.add(typeof index === "number" ? index : position);
      });
      return finished.size >= head.choices;
    },
    keeps: () => true,
  };
}

const endKey = Buffer.from('"finishReason"');
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
