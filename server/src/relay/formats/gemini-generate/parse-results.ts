import type { TextBlock, ToolCallBlock, ToolResultBlock } from "../../canonical/chat.ts";
import { type Fields, reject, within } from "../kit/check-value.ts";
import { readField } from "../kit/google-names.ts";
import { parseMedia } from "./parse-media.ts";
import { findOthers, needText, readObject, readObjects, readText } from "./read-fields.ts";

/**
 * Calls and results need no ids here: the nth result of a name belongs to its nth call. Ids are derived from that
 * order, so the same conversation gets the same ids and stays in an upstream's prompt cache.
 */
export interface CallIds {
  ofCall(name: string, given: string | undefined): string;
  ofResult(name: string, given: string | undefined): string;
}

export function createCallIds(): CallIds {
  const made = new Map<string, number>();
  /** Calls of a name that have no result yet, in order. */
  const waiting = new Map<string, Set<string>>();

  function make(name: string): string {
    const count = made.get(name) ?? 0;
    made.set(name, count + 1);
    return `call_${name}_${count}`;
  }

  return {
    ofCall(name, given) {
      const id = given || make(name);
      const ids = waiting.get(name) ?? new Set();
      waiting.set(name, ids.add(id));
      return id;
    },
    ofResult(name, given) {
      const ids = waiting.get(name);
      const id = given || (ids?.values().next().value ?? make(name));
      ids?.delete(id);
      return id;
    },
  };
}

/**
 * `functionCall`.
 * @throws RelayError naming the field
 */
export function parseCall(call: Fields, path: string, ids: CallIds): ToolCallBlock {
  const name = needText(call, "name", path);
  return {
    type: "tool-call",
    id: ids.ofCall(name, readText(call, "id", path)),
    name,
    arguments: JSON.stringify(readObject(call, "args", path) ?? {}),
  };
}

const knownInResult = new Set(["id", "name", "response", "parts"]);

/** `functionResponse`: a lone `output` or `error` is the result, any other object is sent whole. */
export function parseResult(
  result: Fields,
  path: string,
  ids: CallIds,
  unread: Set<string>,
): ToolResultBlock {
  const name = needText(result, "name", path);
  const toolCallId = ids.ofResult(name, readText(result, "id", path));
  const response = readObject(result, "response", path) ?? {};
  const block: ToolResultBlock = { type: "tool-result", toolCallId, content: readResponse(response) };
  if (isOnly(response, "error")) block.isError = true;
  readObjects(result, "parts", path).forEach((part, index) => {
    const at = within(within(path, "parts"), index);
    const media = parseMedia(part, at) ?? reject(at, `'${at}' must contain 'inlineData' or 'fileData'.`);
    if (media.type === "audio") unread.add(at);
    else block.content.push(media);
  });
  for (const key of findOthers(result, knownInResult)) unread.add(within(path, key));
  return block;
}

function readResponse(response: Fields): TextBlock[] {
  for (const key of ["output", "error"])
    if (isOnly(response, key)) {
      const value = readField(response, key);
      return [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }];
    }
  return Object.keys(response).length === 0 ? [] : [{ type: "text", text: JSON.stringify(response) }];
}

function isOnly(response: Fields, key: string): boolean {
  return response[key] != null && Object.keys(response).length === 1;
}
