import type { Signature } from "../../canonical/chat.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import { dialect } from "./dialect.ts";

/**
 * The code that called a tool instead of the model, and the tool's set. The API requires both back with the call, so
 * they are stored as the call's signature. Undefined for a plain call.
 */
export function writeToolCaller(block: JsonObject): Signature | undefined {
  const fields: JsonObject = {};
  const caller = asObject(block.caller);
  if (caller !== undefined && caller.type !== "direct") fields.caller = caller;
  if (typeof block.toolset_name === "string") fields.toolset_name = block.toolset_name;
  return Object.keys(fields).length > 0 ? { dialect, value: JSON.stringify(fields) } : undefined;
}

/** The fields stored by `writeToolCaller`; none if a client has changed them. */
export function readToolCaller(value: string): { caller?: unknown; toolset_name?: unknown } {
  try {
    const { caller, toolset_name } = asObject(parseBounded(value)) ?? {};
    return {
      ...(caller === undefined ? {} : { caller }),
      ...(toolset_name === undefined ? {} : { toolset_name }),
    };
  } catch {
    return {};
  }
}
