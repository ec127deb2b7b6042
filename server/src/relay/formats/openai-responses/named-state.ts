import { readSignature } from "../../canonical/foreign-signature.ts";
import type { AnswerNames, NamedState, RequestHead } from "../format.ts";
import { type Fields, isFields, reject } from "../kit/check-value.ts";
import { readText } from "../kit/read-fields.ts";
import { rewriteExactly } from "../kit/rewrite-exactly.ts";

/** Encrypted items to look up, the newest of a long conversation. */
const encryptedMax = 200;
/** Maximum number of references; each is looked up. */
const referencesMost = 2000;

/**
 * Finds state that only one upstream has: the response or conversation that this call continues, the items that it
 * refers to, then the newest encrypted items. Items with a signature of another dialect must be translated.
 * @throws RelayError
 */
export function findState(body: Fields, head: RequestHead): void {
  const names: NamedState[] = [];
  const previous = readText(body, "previous_response_id");
  if (previous) names.push({ kind: "response", id: previous });
  const conversation = isFields(body.conversation) ? body.conversation.id : body.conversation;
  if (typeof conversation === "string" && conversation !== "")
    names.push({ kind: "conversation", id: conversation });
  if (Array.isArray(body.tools)) findContainers(body.tools, "tools", names);
  if (Array.isArray(body.input)) findInInput(body.input, names, head);
  if (names.length > 0) head.boundTo = names;
}

function findInInput(input: unknown[], names: NamedState[], head: RequestHead): void {
  const encrypted: NamedState[] = [];
  for (let index = input.length - 1; index >= 0; index--) {
    const item: unknown = input[index];
    if (!isFields(item)) continue;
    const { encrypted_content: data, id } = item;
    if (isReference(item)) {
      if (typeof id === "string" && id !== "") names.push({ kind: "item", id });
    } else if (isEncrypted(data)) {
      if (readSignature(data, "openai-responses").dialect !== "openai-responses") head.translated = true;
      else if (encrypted.length < encryptedMax)
        encrypted.push({ kind: item.type === "reasoning" ? "reasoning" : "history", id: data });
    } else if (typeof id === "string" && id !== "" && item.type === "reasoning") {
      // The text is present, but an upstream that stores items may still look it up by its id.
      names.push({ kind: "history", id });
    }
    if (Array.isArray(item.tools)) findContainers(item.tools, `input[${index}].tools`, names);
    // The code interpreter continues in the container of an earlier call.
    for (const container of containersOf(item))
      if (typeof container === "string" && container !== "") names.push({ kind: "history", id: container });
    if (names.length > referencesMost)
      reject("input", `'input' must not refer to more than ${referencesMost} stored items.`);
  }
  names.push(...encrypted);
}

/** The caller's bytes with items instead of references to them. */
export function withItems(raw: Buffer, items: ReadonlyMap<string, string>): Buffer {
  const parsed = new Map<string, unknown>();
  return rewriteExactly(raw, (body) => {
    if (!Array.isArray(body.input)) return;
    body.input = body.input.map((item: unknown) => {
      if (!isFields(item) || typeof item.id !== "string" || !isReference(item)) return item;
      const text = items.get(item.id);
      if (text === undefined) return item;
      if (!parsed.has(item.id)) parsed.set(item.id, JSON.parse(text));
      return parsed.get(item.id);
    });
  });
}

/** Containers in a request's tools, including those of namespaces. */
function findContainers(tools: unknown[], path: string, names: NamedState[]): void {
  for (const [index, tool] of tools.entries()) {
    if (!isFields(tool)) continue;
    if (Array.isArray(tool.tools)) findContainers(tool.tools, `${path}[${index}].tools`, names);
    for (const id of [tool.container, ...containersOf(tool)])
      if (typeof id === "string" && id !== "")
        names.push({ kind: "container", id, param: `${path}[${index}]` });
  }
}

/**
 * True for an item that an upstream looks up by its id: a reference, or reasoning without text. Other fields of a
 * reference change nothing; otherwise callers could refer to items of other users, or exceed the limit.
 */
function isReference(item: Fields): boolean {
  if (item.type === "item_reference") return true;
  if (item.type == null) return item.role == null;
  if (item.type !== "reasoning" || isEncrypted(item.encrypted_content)) return false;
  return !hasText(item.summary) && !hasText(item.content);
}

function isEncrypted(data: unknown): data is string {
  return typeof data === "string" && data !== "";
}

function hasText(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

/**
 * The id of a stored response and of its items, encrypted reasoning, and the containers in which its code ran. `body`
 * is the response, or an event of its stream: one with the response, or with one finished item.
 */
export function namesOf(body: object): AnswerNames {
  const event = body as Fields;
  if (event.item !== undefined) return { answer: undefined, parts: namesOfItem(event.item) };
  const response = isFields(event.response) ? event.response : event;
  const parts: string[] = [];
  if (Array.isArray(response.output)) for (const item of response.output) parts.push(...namesOfItem(item));
  return { answer: typeof response.id === "string" ? response.id : undefined, parts };
}

/**
 * The caller's bytes without reasoning items with these encrypted texts, which another account's upstream cannot
 * decrypt.
 */
export function withoutReasoning(raw: Buffer, encrypted: ReadonlySet<string>): Buffer {
  return rewriteExactly(raw, (body) => {
    if (!Array.isArray(body.input)) return;
    body.input = body.input.filter(
      (item: unknown) =>
        !isFields(item) ||
        typeof item.encrypted_content !== "string" ||
        !encrypted.has(item.encrypted_content),
    );
  });
}

function namesOfItem(item: unknown): string[] {
  if (!isFields(item)) return [];
  return [item.id, item.encrypted_content, ...containersOf(item)].filter(
    (name) => typeof name === "string" && name !== "",
  ) as string[];
}

/** The container in which an item's code ran. */
function containersOf({ container_id, environment }: Fields): unknown[] {
  return [container_id, isFields(environment) ? environment.container_id : undefined];
}
