import { createHash } from "node:crypto";

/** The id of a tool's call, made as short as the vendor accepts. Call and result change alike. `longest` is at least 37; undefined: any length. */
export function callId(longest: number | undefined, id: string): string {
  return longest === undefined || id.length <= longest
    ? id
    : `call_${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;
}
