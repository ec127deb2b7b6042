import { createHash } from "node:crypto";

/**
 * The id of a tool call as the vendor accepts it: an id that is too long is replaced by a hash of it, which is the same for the call and its result.
 * @param longest characters that the vendor allows, at least 37; undefined: no limit
 */
export function callId(longest: number | undefined, id: string): string {
  return longest === undefined || id.length <= longest
    ? id
    : `call_${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;
}
