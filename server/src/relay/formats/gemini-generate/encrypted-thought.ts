import type { EncryptedReasoningBlock, Signature } from "../../canonical/chat.ts";
import { signatureOf, thoughtOf } from "../../canonical/foreign-signature.ts";

/**
 * Other vendors have thoughts that only they can read; this format has signatures. Such a thought travels as a signature of its maker's
 * dialect that begins with this mark, its id and its data: no vendor's own signature has a colon in it.
 */
const mark = "encrypted:";

/** The signature under which a thought of another vendor travels. */
export function packThought(
  thought: Pick<EncryptedReasoningBlock, "data" | "dialect" | "account" | "id">,
): Signature {
  return { ...signatureOf(thought), value: `${mark}${thought.id ?? ""}:${thought.data}` };
}

/** The thought inside such a signature; undefined for a plain signature. `summary` is the text beside it. */
export function unpackThought(signature: Signature, summary: string): EncryptedReasoningBlock | undefined {
  if (!signature.value.startsWith(mark)) return undefined;
  const colon = signature.value.indexOf(":", mark.length);
  if (colon === -1) return undefined;
  const id = signature.value.slice(mark.length, colon);
  return {
    ...thoughtOf({ ...signature, value: signature.value.slice(colon + 1) }),
    ...(id === "" ? {} : { id }),
    ...(summary === "" ? {} : { summary }),
  };
}
