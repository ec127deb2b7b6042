import type { ToolCallBlock } from "../../canonical/chat.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asObject, type JsonObject } from "./read-json.ts";

/**
 * Arguments of a tool call for vendors that want an object; what is no JSON object is kept inside one, so that the model sees what it
 * wrote. No arguments are an empty object.
 */
export function toolInput(call: ToolCallBlock): JsonObject {
  if (call.arguments.trim() === "") return {};
  try {
    const value: unknown = parseBounded(call.arguments);
    return asObject(value) ?? { value };
  } catch {
    return { arguments: call.arguments };
  }
}
