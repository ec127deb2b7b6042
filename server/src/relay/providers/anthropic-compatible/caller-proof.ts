import type { Signature } from "../../canonical/chat.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import { dialect } from "./dialect.ts";

/**
 * Who called a tool, where it was not the model itself but code that it runs, and the set the tool belongs to. The API wants both back with
 * the call, so they travel as the call's signature. Undefined for a plain call.
 */
export function writeCallerProof(block: JsonObject): Signature | undefined {
  const proof: JsonObject = {};
  const caller = asObject(block.caller);
  if (caller !== undefined && caller.type !== "direct") proof.caller = caller;
  if (typeof block.toolset_name === "string") proof.toolset_name = block.toolset_name;
  return Object.keys(proof).length > 0 ? { dialect, value: JSON.stringify(proof) } : undefined;
}

/** The fields that `writeCallerProof` put away; none if a client has spoilt them. */
export function readCallerProof(value: string): { caller?: unknown; toolset_name?: unknown } {
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
