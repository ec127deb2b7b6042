import { camelName } from "../../canonical/camel-name.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";

/**
 * Models from 3 on reject a turn whose first call is unsigned. A call of another model has no signature; Google
 * documents this value for it: https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const noSignature = "skip_thought_signature_validator";

/** True if a model turn of a native request starts its calls with an unsigned one. */
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

/**
 * The first call of each turn, if it is unsigned. Consecutive model turns count as one: a client may send each stream
 * event as a turn.
 */
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

/** Google accepts a single value in place of a list. */
function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? asList(value) : value == null ? [] : [value];
}

/** A field in either of Google's spellings. */
function field(fields: JsonObject, name: string): unknown {
  if (fields[name] !== undefined) return fields[name];
  for (const key in fields) if (key.includes("_") && camelName(key) === name) return fields[key];
  return undefined;
}
