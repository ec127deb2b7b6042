import type { EncryptedReasoningBlock, Signature } from "../../canonical/chat.ts";
import { readSignature, signatureOf, writeSignature } from "../../canonical/foreign-signature.ts";

/** Whose signatures, thoughts and blocks stand in messages of this format as they are. */
export const dialect = "anthropic-messages";

/**
 * What other vendors sign and this format has no place for travels as the signature of a thinking block, marked with its maker and with what it
 * is: an encrypted thought with its id, the proof of a tool call (the block stands before it), or the proof of a text (the block stands
 * after it). No vendor's own signature has a colon in it.
 */
const marks = { thought: "encrypted:", call: "call:", text: "text:" };

/** The text of a signature that closes a thought. */
export function writeThoughtSignature(signature: Signature): string {
  return writeSignature(signature, dialect);
}

/** The text of another vendor's encrypted thought. */
export function writeForeignThought(
  thought: Pick<EncryptedReasoningBlock, "data" | "dialect" | "account" | "id">,
): string {
  const value = `${marks.thought}${thought.id ?? ""}:${thought.data}`;
  return writeSignature({ ...signatureOf(thought), value }, dialect);
}

/** The text of the proof of a tool call or of a text. */
export function writeForeignProof(signature: Signature, of: "call" | "text"): string {
  return writeSignature({ ...signature, value: marks[of] + signature.value }, dialect);
}

export type ReadProof =
  | { of: "thought"; signature: Signature }
  | { of: "call" | "text"; signature: Signature }
  | { of: "encrypted"; data: string; id?: string; signature: Signature };

/** Reads back what the three writers wrote. */
export function readProof(text: string): ReadProof {
  const signature = readSignature(text, dialect);
  const { value } = signature;
  if (signature.dialect === dialect) return { of: "thought", signature };
  for (const place of ["call", "text"] as const)
    if (value.startsWith(marks[place]))
      return { of: place, signature: { ...signature, value: value.slice(marks[place].length) } };
  const colon = value.startsWith(marks.thought) ? value.indexOf(":", marks.thought.length) : -1;
  if (colon === -1) return { of: "thought", signature };
  const id = value.slice(marks.thought.length, colon);
  const data = value.slice(colon + 1);
  return id === "" ? { of: "encrypted", data, signature } : { of: "encrypted", data, id, signature };
}
