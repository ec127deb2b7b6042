import type { EncryptedReasoningBlock, ReasoningBlock, Signature } from "../../canonical/chat.ts";
import { readSignature, encryptedReasoningOf } from "../../canonical/foreign-signature.ts";
import type { FormatId } from "../../format-ids.ts";
import { type Fields, within } from "../kit/check-value.ts";
import { readObject, readObjects, readText } from "../kit/read-fields.ts";

/**
 * Reasoning that a client sends back in an assistant message. Reads the list with signatures if there is one, otherwise
 * the plain text: both contain the same. README.md lists the shapes.
 */
export function parseThinking(message: Fields, path: string): (ReasoningBlock | EncryptedReasoningBlock)[] {
  for (const [key, dialect] of lists) {
    const blocks = readObjects(message, key, path).flatMap(
      (entry) => parseDetail(entry, path, dialect) ?? [],
    );
    if (blocks.length > 0) return blocks;
  }
  const text = readText(message, "reasoning_content", path) || readPlain(message.reasoning);
  return text ? [{ type: "reasoning", text }] : [];
}

/** Fields with signed reasoning, and the origin of a signature without a prefix. */
const lists: readonly (readonly [string, FormatId])[] = [
  ["reasoning_details", "openai-chat"],
  ["thinking_blocks", "anthropic-messages"],
];

/**
 * Signature of reasoning next to a text or a tool call, in the field of Google's compatible endpoint; one from another
 * dialect has a prefix.
 */
export function readSignatureOf(fields: Fields, path: string): Signature | undefined {
  const at = within(path, "extra_content");
  const google = readObject(readObject(fields, "extra_content", path) ?? {}, "google", at) ?? {};
  const text = readText(google, "thought_signature", within(at, "google"));
  return text ? readSignature(text, "gemini-generate") : undefined;
}

function readPlain(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function parseDetail(
  entry: Fields,
  path: string,
  made: FormatId,
): ReasoningBlock | EncryptedReasoningBlock | undefined {
  const id = readText(entry, "id", path);
  const data = readText(entry, "data", path);
  const summary = readText(entry, "summary", path);
  if (data) {
    const block = encryptedReasoningOf(readSignature(data, made));
    if (id) block.id = id;
    if (summary) block.summary = summary;
    return block;
  }
  const text = readText(entry, "text", path) ?? readText(entry, "thinking", path) ?? summary;
  const signature = readText(entry, "signature", path);
  if (!text && !signature) return undefined;
  const block: ReasoningBlock = { type: "reasoning", text: text ?? "" };
  if (signature) block.signature = readSignature(signature, made);
  if (id) block.id = id;
  return block;
}
