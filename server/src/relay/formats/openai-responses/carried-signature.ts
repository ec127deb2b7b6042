import type { Signature } from "../../canonical/chat.ts";
import { readSignature, writeSignature } from "../../canonical/foreign-signature.ts";

/**
 * Meaning of a reasoning item's encrypted text: the signature of the reasoning in the item, encrypted reasoning, or,
 * since Responses has no other field for them, the signature of the tool call after it or of the text before it.
 */
export type SignatureUse = "reasoning" | "encrypted" | "call" | "text";

/** Prefixes of a value from another dialect. No vendor's base64 contains a colon. */
const marks: Record<SignatureUse, string> = {
  reasoning: "",
  encrypted: "sealed:",
  call: "call:",
  text: "text:",
};

/** The `encrypted_content` for a signature. One of this dialect is unchanged; its upstream knows its meaning. */
export function writeCarriedSignature(use: SignatureUse, signature: Signature): string {
  const { dialect, value } = signature;
  const own = dialect === "openai-responses";
  return writeSignature(own ? signature : { ...signature, value: marks[use] + value }, "openai-responses");
}

/** Reads what the writer above wrote; text that an upstream of this dialect encrypted is encrypted reasoning. */
export function readCarriedSignature(text: string): { use: SignatureUse; signature: Signature } {
  const signature = readSignature(text, "openai-responses");
  if (signature.dialect === "openai-responses") return { use: "encrypted", signature };
  for (const use of ["encrypted", "call", "text"] as const)
    if (signature.value.startsWith(marks[use]))
      return { use, signature: { ...signature, value: signature.value.slice(marks[use].length) } };
  return { use: "reasoning", signature };
}
