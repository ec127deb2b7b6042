import { type Edit, scanObject } from "../../../platform/scan-json-object.ts";
import type { NativeRewrite } from "../format.ts";
import { type Fields } from "../kit/check-value.ts";
import { membersOf, openBrace, rewriteInPlace } from "../kit/rewrite-in-place.ts";
import { metered } from "./read-head.ts";

/**
 * The caller's bytes with the model renamed, usage requested in streams, and the channel's parameters added. See
 * `rewriteInPlace`.
 * @throws RelayError `invalid_request` for a duplicate metered field
 */
export function rewriteNative(rewrite: NativeRewrite): Buffer {
  const needsUsage = rewrite.head.stream && !rewrite.head.wantsStreamUsage;
  return rewriteInPlace(rewrite, metered, needsUsage ? requestUsage : undefined);
}

function requestUsage(raw: Buffer, fields: Fields, edits: Edit[], inserted: string[]): void {
  if (Object.hasOwn(fields, "stream_options")) edits.push(...sendInGivenOptions(raw));
  else inserted.push('"stream_options":{"include_usage":true}');
}

/** Sets the flag inside the caller's own `stream_options`. */
function sendInGivenOptions(raw: Buffer): Edit[] {
  return membersOf(raw, "stream_options").flatMap(({ valueStart, valueEnd }): Edit[] => {
    if (raw[valueStart] !== openBrace)
      return [{ start: valueStart, end: valueEnd, text: '{"include_usage":true}' }];
    const members = scanObject(raw, valueStart);
    const flags = members.filter((member) => member.key === "include_usage");
    if (flags.length > 0)
      return flags.map((flag) => ({ start: flag.valueStart, end: flag.valueEnd, text: "true" }));
    const start = valueStart + 1;
    return [{ start, end: start, text: `"include_usage":true${members.length > 0 ? "," : ""}` }];
  });
}
