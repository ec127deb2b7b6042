import type { Signature } from "../../canonical/chat.ts";
import { readSignature, writeSignature } from "../../canonical/foreign-signature.ts";

/**
 * What an encrypted text of a reasoning item is: the proof of the thought beside it, a thought that only its maker can read, or, since
 * Responses has no other place for them, the proof of the tool call after it or of the text before it.
 */
export type ProofUse = "thought" | "sealed" | "call" | "text";

/** Stand before a value of another dialect. No vendor's base64 has a colon in it. */
const marks: Record<ProofUse, string> = { thought: "", sealed: "sealed:", call: "call:", text: "text:" };

/** The `encrypted_content` for a proof. One of this dialect stays as it is; its upstream knows what it is. */
export function writeProof(use: ProofUse, signature: Signature): string {
  const { dialect, value } = signature;
  const own = dialect === "openai-responses";
  return writeSignature(own ? signature : { ...signature, value: marks[use] + value }, "openai-responses");
}

/** Reads back what `writeProof` wrote; what an upstream of this dialect encrypted is a sealed thought. */
export function readProof(text: string): { use: ProofUse; signature: Signature } {
  const signature = readSignature(text, "openai-responses");
  if (signature.dialect === "openai-responses") return { use: "sealed", signature };
  for (const use of ["sealed", "call", "text"] as const)
    if (signature.value.startsWith(marks[use]))
      return { use, signature: { ...signature, value: signature.value.slice(marks[use].length) } };
  return { use: "thought", signature };
}
