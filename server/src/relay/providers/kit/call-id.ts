import { createHash } from "node:crypto";

/**
 * A tool call id that the vendor accepts: a longer one becomes its hash, the same for the call and its result.
 * @param longest maximum in characters, at least 37; undefined: no limit
 */
export function callId(longest: number | undefined, id: string): string {
  return longest === undefined || id.length <= longest
    ? id
    : `call_${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;
}
