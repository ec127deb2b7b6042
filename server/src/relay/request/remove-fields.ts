import { scanObject } from "../../platform/scan-json-object.ts";
import { type Fields, isFields } from "../formats/kit/check-value.ts";
import { rewriteExactly } from "../formats/kit/rewrite-exactly.ts";

/** Keys and indexes, from the top of the body. */
export type FieldPath = readonly (string | number)[];

/**
 * A JSON body without these fields, duplicates included. Top-level fields are cut from the bytes; deeper ones require
 * rewriting the body, which keeps every number's digits. Without paths the body is rewritten with each name once.
 */
export function removeFields(raw: Buffer, paths: readonly FieldPath[]): Buffer {
  const roots = new Set(paths.map(([root]) => root));
  return paths.length > 0 && paths.every((path) => path.length === 1)
    ? cutMembers(raw, roots)
    : rewriteExactly(raw, (body) => {
        for (const path of paths) removeAt(body, path);
      });
}

function cutMembers(raw: Buffer, keys: ReadonlySet<string | number | undefined>): Buffer {
  const start = raw.indexOf("{") + 1;
  const pieces: Buffer[] = [raw.subarray(0, start)];
  let end = start;
  for (const { key, valueEnd } of scanObject(raw)) {
    const keyStart = raw.indexOf('"', end);
    end = valueEnd;
    if (keys.has(key)) continue;
    if (pieces.length > 1) pieces.push(comma);
    pieces.push(raw.subarray(keyStart, valueEnd));
  }
  pieces.push(raw.subarray(end));
  return Buffer.concat(pieces);
}

const comma = Buffer.from(",");

function removeAt(body: Fields, path: FieldPath): void {
  let holder: unknown = body;
  for (const step of path.slice(0, -1))
    holder = isFields(holder) || Array.isArray(holder) ? (holder as Fields)[step] : undefined;
  const last = path.at(-1);
  if (isFields(holder) && last !== undefined) delete holder[last];
}
