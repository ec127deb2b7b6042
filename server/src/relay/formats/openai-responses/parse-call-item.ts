import type { ToolCallBlock } from "../../canonical/chat.ts";
import { type Fields } from "../kit/check-value.ts";
import { needText, readObject, readText } from "../kit/read-fields.ts";
import { joinName } from "./tool-forms.ts";

/**
 * A call that the caller executes, with the tool name that the model uses; undefined for other items.
 * @throws RelayError naming the field
 */
export function parseCallItem(type: string, item: Fields, path: string): ToolCallBlock | undefined {
  const call = (name: string, args: string): ToolCallBlock => {
    const id = readText(item, "call_id", path) || needText(item, "id", path);
    return { type: "tool-call", id, name, arguments: args };
  };
  switch (type) {
    case "function_call":
      return call(nameOf(item, path), readText(item, "arguments", path) ?? "");
    case "custom_tool_call":
      return call(nameOf(item, path), JSON.stringify({ input: readText(item, "input", path) ?? "" }));
    case "local_shell_call": {
      const { type: _exec, ...action } = readObject(item, "action", path) ?? {};
      return call("local_shell", JSON.stringify(action));
    }
    case "shell_call":
      return call("shell", JSON.stringify(readObject(item, "action", path) ?? {}));
    case "apply_patch_call":
      return call("apply_patch", JSON.stringify(readObject(item, "operation", path) ?? {}));
    case "tool_search_call":
      return item.execution === "client" ? call("tool_search", writeArguments(item.arguments)) : undefined;
    default:
      return undefined;
  }
}

function nameOf(item: Fields, path: string): string {
  return joinName(item.namespace, needText(item, "name", path));
}

function writeArguments(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? {});
}
