import { camelName } from "../../canonical/camel-name.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";

/**
 * Models from 3 on refuse a turn whose first call is unsigned. A call that another model made has no signature of Google's, and this word
 * of its documentation stands in for one.
 */
export const noSignature = "skip_thought_signature_validator";

/** True if a model's turn of a native request begins its calls with an unsigned one. */
export function hasUnsignedCall(body: unknown): boolean {
  for (const _part of unsignedCalls(asObject(body) ?? {})) return true;
  return false;
}

/** Signs those calls. */
export function signFirstCalls(body: JsonObject): void {
  for (const part of unsignedCalls(body)) {
    delete part.thought_signature;
    part.thoughtSignature = noSignature;
  }
}

/** The first call of each turn, where it is unsigned. Neighbouring turns of the model are one: a client may send each event of a stream as a turn. */
function* unsignedCalls(body: JsonObject): Generator<JsonObject> {
  let called = false;
  for (const entry of listOf(body.contents)) {
    const content = asObject(entry);
    if (content?.role !== "model") called = false;
    else
      for (const part of listOf(content.parts)) {
        const fields = asObject(part);
        if (called || fields === undefined || field(fields, "functionCall") == null) continue;
        called = true;
        if (!field(fields, "thoughtSignature")) yield fields;
      }
  }
}

/** Google takes one value for a list of it. */
function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? asList(value) : value == null ? [] : [value];
}

/** A field in either of Google's spellings. */
function field(fields: JsonObject, name: string): unknown {
  if (fields[name] !== undefined) return fields[name];
  for (const key in fields) if (key.includes("_") && camelName(key) === name) return fields[key];
  return undefined;
}
