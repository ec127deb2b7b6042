import type { EventMarks } from "../../canonical/event-marks.ts";
import type { NativeStream, RequestHead } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/**
 * Reads events of an upstream of this format on the native path. The response is complete with `response.completed` or
 * `response.incomplete`; `response.failed` and `error` mean that there is none.
 */
export function createNativeStream({ hasTools }: Pick<RequestHead, "hasTools">): NativeStream {
  return {
    opens,
    marks: hasTools ? marksWithTools : marks,
    isEnd: (_data, body) => body !== undefined && ends(body),
    keeps: () => true,
    isProblem,
  };
}

/**
 * An incomplete response contains the reason, a complete one is marked by its event's name, and a failed one contains
 * an error, which is always searched for.
 */
const names = {
  keys: ["usage"],
  endKeys: ["incomplete_details"],
  endWords: ["response.completed", '"encrypted_content":"'],
};
const marks: EventMarks = names;
const marksWithTools: EventMarks = { ...names, endWords: [...names.endWords, '"container_id":"'] };

/** Events that only show that the upstream is there. */
const preludes: ReadonlySet<unknown> = new Set([
  "response.created",
  "response.queued",
  "response.in_progress",
  "keepalive",
]);

function opens(body: object): boolean {
  const type = typeOf(body);
  return typeof type === "string" && !preludes.has(type) && !isProblem(body);
}

function ends(body: object): boolean {
  const type = typeOf(body);
  return type === "response.completed" || type === "response.incomplete";
}

function isProblem(body: object): boolean {
  const type = typeOf(body);
  return type === "error" || type === "response.failed" || ("error" in body && body.error != null);
}

function typeOf(body: object): unknown {
  return "type" in body ? body.type : undefined;
}

/** True for a response with an output, which may be empty: an incomplete one may contain reasoning only. */
export function hasOutput(body: object): boolean {
  return isFields(body) && Array.isArray(body.output) && body.status !== "failed";
}
