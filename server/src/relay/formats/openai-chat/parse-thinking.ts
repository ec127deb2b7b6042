import type { EncryptedReasoningBlock, ReasoningBlock, Signature } from "../../canonical/chat.ts";
import { readSignature, thoughtOf } from "../../canonical/foreign-signature.ts";
import type { FormatId } from "../../format-ids.ts";
import { type Fields, within } from "../kit/check-value.ts";
import { readObject, readObjects, readText } from "../kit/read-fields.ts";

/**
 * Thinking that a client sends back with an assistant's message. The list with signatures is taken if there is one, the plain text
 * otherwise: they say the same twice. README.md names the shapes.
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

/** Where thinking with proofs stands, and who made a proof that does not say so itself. */
const lists: readonly (readonly [string, FormatId])[] = [
  ["reasoning_details", "openai-chat"],
  ["thinking_blocks", "anthropic-messages"],
];

/**
 * The proof of a thought beside a text or a tool call, where Google's compatible endpoint has it; one that another dialect's upstream
 * made says so.
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
    const block = thoughtOf(readSignature(data, made));
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
