import type { EncryptedReasoningBlock, ReasoningBlock } from "../../canonical/chat.ts";
import { type Fields, readObjects, readText } from "./read-fields.ts";

/**
 * Thinking that a client sends back with an assistant's message. The list with signatures is taken if there is one, the plain text
 * otherwise: they say the same twice. README.md names the shapes.
 */
export function parseThinking(message: Fields, path: string): (ReasoningBlock | EncryptedReasoningBlock)[] {
  for (const key of ["reasoning_details", "thinking_blocks"]) {
    const blocks = readObjects(message, key, path).flatMap((entry) => parseDetail(entry, path));
    if (blocks.length > 0) return blocks;
  }
  const text = readText(message, "reasoning_content", path) || readPlain(message.reasoning);
  return text ? [{ type: "reasoning", text }] : [];
}

function readPlain(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function parseDetail(entry: Fields, path: string): (ReasoningBlock | EncryptedReasoningBlock)[] {
  const data = readText(entry, "data", path);
  if (data) return [{ type: "encrypted-reasoning", data }];
  const text =
    readText(entry, "text", path) ?? readText(entry, "thinking", path) ?? readText(entry, "summary", path);
  const signature = readText(entry, "signature", path);
  if (!text && !signature) return [];
  return [{ type: "reasoning", text: text ?? "", ...(signature ? { signature } : {}) }];
}
