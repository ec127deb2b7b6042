import type { ToolCallBlock } from "../../canonical/chat.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asObject, type JsonObject } from "./read-json.ts";

/**
 * Arguments of a tool call for vendors that require an object. Arguments that are no JSON object are wrapped in one, so
 * that the model sees them; missing arguments are an empty object.
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
