import type { EncryptedReasoningBlock, Signature } from "../../canonical/chat.ts";
import { signatureOf, encryptedReasoningOf } from "../../canonical/foreign-signature.ts";

/**
 * Carries encrypted reasoning of other vendors in this format's signatures: a signature of the origin's dialect that
 * starts with this prefix, then id and data. No vendor's own signature contains a colon.
 */
const mark = "encrypted:";

/** The signature that contains another vendor's encrypted reasoning. */
export function packReasoning(
  reasoning: Pick<EncryptedReasoningBlock, "data" | "dialect" | "account" | "id">,
): Signature {
  return { ...signatureOf(reasoning), value: `${mark}${reasoning.id ?? ""}:${reasoning.data}` };
}

/**
 * The encrypted reasoning inside such a signature; undefined for a plain signature. `summary` is the text next to it.
 */
export function unpackReasoning(signature: Signature, summary: string): EncryptedReasoningBlock | undefined {
  if (!signature.value.startsWith(mark)) return undefined;
  const colon = signature.value.indexOf(":", mark.length);
  if (colon === -1) return undefined;
  const id = signature.value.slice(mark.length, colon);
  return {
    ...encryptedReasoningOf({ ...signature, value: signature.value.slice(colon + 1) }),
    ...(id === "" ? {} : { id }),
    ...(summary === "" ? {} : { summary }),
  };
}
