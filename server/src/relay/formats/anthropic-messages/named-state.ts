import type { Edit } from "../../../platform/scan-json-object.ts";
import type { AnswerNames, NamedState, RequestHead } from "../format.ts";
import { type Fields, isFields, reject } from "../kit/check-value.ts";
import { needText, readObject } from "../kit/read-fields.ts";
import { membersOf } from "../kit/rewrite-in-place.ts";

/**
 * Finds state in a request that only one account has: the thread to continue, and the container in which code runs.
 * @throws RelayError `invalid_request` naming the field
 */
export function findState(body: Fields, head: RequestHead): void {
  const names: NamedState[] = [];
  const thread = readObject(body, "thread");
  if (thread) {
    head.thread = readThreadType(thread);
    if (head.thread === "continue")
      names.push({ kind: "thread", id: needText(thread, "previous_message_id", "thread") });
  }
  const container = readContainer(body.container);
  if (container) names.push({ kind: "container", id: container, param: "container" });
  if (names.length > 0) head.boundTo = names;
}

/** State of any other type could not be checked. */
function readThreadType(thread: Fields): "create" | "continue" {
  const type = needText(thread, "type", "thread");
  if (type === "create" || type === "continue") return type;
  return reject("thread.type", "'thread.type' must be create or continue.");
}

/** A container is an id, or an object with an id and skills. */
function readContainer(container: unknown): string | undefined {
  if (container == null || container === "") return undefined;
  const id = isFields(container) ? container.id : container;
  if (id == null || typeof id === "string") return id ?? undefined;
  return reject("container", "'container' must be an id, or an object with one.");
}

/**
 * Returns the container of a response, and the response's own id if it belongs to a thread. `body` is the response, or
 * an event of its stream: the first event and `message_delta` name the container.
 */
export function namesOf(body: object, { thread }: RequestHead): AnswerNames {
  const { message, delta } = body as Fields;
  const answer = isFields(message) ? message : isFields(delta) ? delta : (body as Fields);
  const container = isFields(answer.container) ? answer.container.id : undefined;
  const isMessage = thread !== undefined && typeof answer.id === "string" && answer.id !== "";
  return {
    answer: isMessage ? (answer.id as string) : undefined,
    parts: typeof container === "string" && container !== "" ? [container] : [],
  };
}

/**
 * Writes `thread` and `container` as they were parsed: with a duplicate key, Tollgate and the upstream could read
 * different state.
 */
export function writeStateOnce(raw: Buffer, fields: Fields, edits: Edit[]): void {
  for (const key of ["thread", "container"])
    if (isFields(fields[key]))
      for (const { valueStart: start, valueEnd: end } of membersOf(raw, key))
        edits.push({ start, end, text: JSON.stringify(fields[key]) });
}
