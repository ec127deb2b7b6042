import type { Edit } from "../../../platform/scan-json-object.ts";
import type { AnswerNames, NamedState, RequestHead } from "../format.ts";
import { type Fields, isFields, refuse } from "../kit/check-value.ts";
import { needText, readObject } from "../kit/read-fields.ts";
import { membersOf } from "../kit/rewrite-in-place.ts";

/**
 * Notes what a request names of what only one account has: the thread that it goes on with, and the container in which code runs.
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

/** What another type would go on with, nobody could check. */
function readThreadType(thread: Fields): "create" | "continue" {
  const type = needText(thread, "type", "thread");
  if (type === "create" || type === "continue") return type;
  return refuse("thread.type", "'thread.type' must be create or continue.");
}

/** The id alone, or beside the skills of a container. */
function readContainer(container: unknown): string | undefined {
  if (container == null || container === "") return undefined;
  const id = isFields(container) ? container.id : container;
  if (id == null || typeof id === "string") return id ?? undefined;
  return refuse("container", "'container' must be an id, or an object with one.");
}

/**
 * The container of an answer, and the answer's own id where it belongs to a thread. `body` is the answer, or an event of its stream: the
 * first one and `message_delta` name the container.
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
 * Writes `thread` and `container` as they were read: within these objects a key that is there twice would name one state to us and another
 * one to the upstream.
 */
export function writeStateOnce(raw: Buffer, fields: Fields, edits: Edit[]): void {
  for (const key of ["thread", "container"])
    if (isFields(fields[key]))
      for (const { valueStart: start, valueEnd: end } of membersOf(raw, key))
        edits.push({ start, end, text: JSON.stringify(fields[key]) });
}
