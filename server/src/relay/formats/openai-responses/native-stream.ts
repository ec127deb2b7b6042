import type { NativeStream, RequestHead } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/**
 * Events that pass from an upstream of this format to a caller of this format. The answer is whole with `response.completed` or
 * `response.incomplete`; `response.failed` and `error` say that there is none.
 */
export function createNativeStream({ hasTools }: Pick<RequestHead, "hasTools">): NativeStream {
  return {
    opens,
    endKey,
    endWord,
    usageKey,
    nameKeys: hasTools ? keysWithTools : keysWithoutTools,
    isEnd: (_data, body) => body !== undefined && ends(body),
    keeps: () => true,
    isProblem,
  };
}

/** An unfinished answer says why; a whole one says so in its event's name; a failed one has an error, which is always looked for. */
const endKey = Buffer.from('"incomplete_details"');
const endWord = Buffer.from("response.completed");
const usageKey = Buffer.from('"usage"');
const keysWithoutTools = [Buffer.from('"encrypted_content":"')];
const keysWithTools = [...keysWithoutTools, Buffer.from('"container_id":"')];

/** What says only that the upstream is there. */
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

/** True for an answer with an output, empty or not: an unfinished one may have got no further than thinking. */
export function hasOutput(body: object): boolean {
  return isFields(body) && Array.isArray(body.output) && body.status !== "failed";
}
