import type { EncryptedReasoningBlock, Signature } from "../../canonical/chat.ts";
import { readSignature, signatureOf, writeSignature } from "../../canonical/foreign-signature.ts";

/** Dialect whose signatures, reasoning and blocks are passed unchanged in messages of this format. */
export const dialect = "anthropic-messages";

/**
 * Signatures of other vendors without a field in this format are sent as the signature of a thinking block, with a
 * prefix for their origin and their kind: encrypted reasoning with its id, the signature of a tool call (the block
 * precedes it), or the signature of a text (the block follows it).
 * No vendor's own signature contains a colon.
 */
const marks = { encrypted: "encrypted:", call: "call:", text: "text:" };

/** The signature text for a reasoning block. */
export function writeReasoningSignature(signature: Signature): string {
  return writeSignature(signature, dialect);
}

/** The signature text for another vendor's encrypted reasoning. */
export function writeEncryptedReasoning(
  reasoning: Pick<EncryptedReasoningBlock, "data" | "dialect" | "account" | "id">,
): string {
  const value = `${marks.encrypted}${reasoning.id ?? ""}:${reasoning.data}`;
  return writeSignature({ ...signatureOf(reasoning), value }, dialect);
}

/** The signature text for a tool call or a text. */
export function writeForeignSignature(signature: Signature, of: "call" | "text"): string {
  return writeSignature({ ...signature, value: marks[of] + signature.value }, dialect);
}

export type ParsedSignature =
  | { of: "reasoning"; signature: Signature }
  | { of: "call" | "text"; signature: Signature }
  | { of: "encrypted"; data: string; id?: string; signature: Signature };

/** Reads what the three writers wrote. */
export function parseSignature(text: string): ParsedSignature {
  const signature = readSignature(text, dialect);
  const { value } = signature;
  if (signature.dialect === dialect) return { of: "reasoning", signature };
  for (const place of ["call", "text"] as const)
    if (value.startsWith(marks[place]))
      return { of: place, signature: { ...signature, value: value.slice(marks[place].length) } };
  const colon = value.startsWith(marks.encrypted) ? value.indexOf(":", marks.encrypted.length) : -1;
  if (colon === -1) return { of: "reasoning", signature };
  const id = value.slice(marks.encrypted.length, colon);
  const data = value.slice(colon + 1);
  return id === "" ? { of: "encrypted", data, signature } : { of: "encrypted", data, id, signature };
}
