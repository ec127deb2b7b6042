import type { ToolCallBlock } from "../../canonical/chat.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import { isFields } from "../kit/check-value.ts";
import { renderExtraContent } from "./render-thinking.ts";
import type { WireToolCall } from "./wire.ts";

/** A call in the caller's list of tools: of a function, or of a custom tool. */
export function renderToolCall(call: ToolCallBlock, customTools: ReadonlySet<string>): WireToolCall {
  const extra = call.signature && { extra_content: renderExtraContent(call.signature) };
  if (customTools.has(call.name))
    return {
      id: call.id,
      type: "custom",
      custom: { name: call.name, input: readInput(call.arguments) },
      ...extra,
    };
  const fn = { name: call.name, arguments: call.arguments === "" ? "{}" : call.arguments };
  return { id: call.id, type: "function", function: fn, ...extra };
}

/** The one argument of a custom tool; any other arguments are the text itself. */
export function readInput(text: string): string {
  try {
    const value: unknown = parseBounded(text);
    return isFields(value) && typeof value.input === "string" ? value.input : text;
  } catch {
    return text;
  }
}
