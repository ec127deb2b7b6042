import { createHash } from "node:crypto";
import type { ChatCall, ChatResult, ToolCallBlock } from "../canonical/chat.ts";
import type { ChatStreamPart } from "../canonical/chat-stream.ts";
import { allowsToolName, type ToolNameRule } from "../canonical/tool-name-rule.ts";

/** The caller's tool names by their upstream names. */
export type ToolNames = ReadonlyMap<string, string>;

/**
 * Renames the tools of a call that the upstream would reject for their names: offered, chosen or called before. A name
 * gets the same replacement in every request, so that the upstream's prompt cache still matches.
 * @returns how to restore them; undefined if every name is allowed, which is nearly always
 */
export function makeToolNamesLegal(call: ChatCall, rule: ToolNameRule): ToolNames | undefined {
  const holders = namesIn(call);
  if (holders.every(({ name }) => allowsToolName(rule, name))) return undefined;
  const given = new Set(holders.map(({ name }) => name));
  const legal = new Map<string, string>();
  const restored = new Map<string, string>();
  for (const holder of holders) {
    const { name } = holder;
    if (allowsToolName(rule, name)) continue;
    const renamed =
      legal.get(name) ?? freeName(name, rule, (other) => given.has(other) || restored.has(other));
    legal.set(name, renamed);
    restored.set(renamed, name);
    holder.name = renamed;
  }
  return restored;
}

/** Everything in a call that has a tool name. */
function namesIn({ tools = [], toolChoice, messages }: ChatCall): { name: string }[] {
  const holders: { name: string }[] = [...tools];
  if (toolChoice?.type === "tool") holders.push(toolChoice);
  for (const message of messages)
    if (message.role === "assistant")
      for (const block of message.content) if (block.type === "tool-call") holders.push(block);
  return holders;
}

/** The allowed part of the name, and a hash of the whole name to keep replacements distinct. */
function freeName(name: string, rule: ToolNameRule, isTaken: (name: string) => boolean): string {
  const text = name.replaceAll(rule.forbidden, "_");
  const start = rule.letterFirst && !/^[A-Za-z_]/.test(text) ? `_${text}` : text;
  // If a caller offers our replacement, another one is tried: the name may be megabytes long, and is hashed once.
  for (let hash = hashOf(name); ; hash = hashOf(hash)) {
    const free = `${start.slice(0, rule.longest - hashLength - 1)}_${hash.slice(0, hashLength)}`;
    if (!isTaken(free)) return free;
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const hashLength = 8;

/** Restores the caller's names in the tool calls of a whole response. */
export function restoreToolNames(result: ChatResult, names: ToolNames): void {
  for (const { content } of result.choices)
    for (const block of content) if (block.type === "tool-call") restore(block, names);
}

/** Restores the caller's name in the tool call that a stream part begins. */
export function restoreToolName(part: ChatStreamPart, names: ToolNames): void {
  if (part.type === "tool-call") restore(part, names);
}

function restore(call: Pick<ToolCallBlock, "name">, names: ToolNames): void {
  call.name = names.get(call.name) ?? call.name;
}
