import { isFields } from "./is-fields.ts";

/**
 * Definitions of tools that an Anthropic request adds within its conversation (`tool_addition` blocks of system
 * messages). The model may use them like those in `tools`. Empty for nearly every request.
 */
export function addedTools(messages: unknown): unknown[] {
  if (!Array.isArray(messages)) return none;
  let found: unknown[] | undefined;
  for (const message of messages as unknown[]) {
    if (!isFields(message) || message.role !== "system" || !Array.isArray(message.content)) continue;
    for (const block of message.content as unknown[])
      if (isFields(block) && block.type === "tool_addition" && isFields(block.tool))
        (found ??= []).push(block.tool.definition);
  }
  return found ?? none;
}

const none: unknown[] = [];
