/** Position of one member of a JSON object in the bytes. `valueEnd` is the first byte after the value. */
export interface Member {
  key: string;
  valueStart: number;
  valueEnd: number;
}

/**
 * Members of the JSON object whose `{` is at or after `from`, in order, repeated keys included. Handles strings,
 * escapes and depth; skips the inside of values. The bytes must have passed `JSON.parse`: nothing is checked again.
 */
export function scanObject(raw: Buffer, from = 0): Member[] {
  const members: Member[] = [];
  let at = raw.indexOf(openBrace, from) + 1;
  for (;;) {
    at = skipSpace(raw, at);
    if (raw[at] === comma) at = skipSpace(raw, at + 1);
    if (raw[at] !== quote) return members;
    const keyEnd = skipString(raw, at);
    const key = readKey(raw, at, keyEnd);
    const valueStart = skipSpace(raw, skipSpace(raw, keyEnd) + 1);
    at = skipValue(raw, valueStart);
    members.push({ key, valueStart, valueEnd: at });
  }
}

/** The value of the only key of this name in the whole body; undefined if there are several or none. */
export function findOnlyValue(raw: Buffer, key: Buffer): { start: number; end: number } | undefined {
  let found: number | undefined;
  for (let at = raw.indexOf(key); at !== -1; at = raw.indexOf(key, at + 1)) {
    // Unescaped quotes only surround whole strings; within a text they would be escaped.
    if (raw[at - 1] === backslash) continue;
    const colonAt = skipSpace(raw, at + key.length);
    if (raw[colonAt] !== colon) continue;
    if (found !== undefined) return undefined;
    found = skipSpace(raw, colonAt + 1);
  }
  return found === undefined ? undefined : { start: found, end: skipValue(raw, found) };
}

/** Replaces `raw[start, end)`; an insertion where both are the same. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The bytes with these edits applied in order; edits must not overlap. Returns `raw` itself if there are none. */
export function applyEdits(raw: Buffer, edits: Edit[]): Buffer {
  if (edits.length === 0) return raw;
  edits.sort((one, other) => one.start - other.start);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end, text } of edits) {
    pieces.push(raw.subarray(from, start), Buffer.from(text));
    from = end;
  }
  pieces.push(raw.subarray(from));
  return Buffer.concat(pieces);
}

const quote = 0x22;
const colon = 0x3a;
const comma = 0x2c;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

function skipSpace(raw: Buffer, from: number): number {
  let at = from;
  for (let byte = raw[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = raw[at])
    at++;
  return at;
}

/**
 * First byte after the string that begins at `from`. Scans single bytes first and then jumps from quote to quote: the
 * first is faster in texts full of escaped quotes, the second in long plain ones.
 */
function skipString(raw: Buffer, from: number): number {
  let at = from + 1;
  while (at < raw.length) {
    const stop = Math.min(at + lookedAt, raw.length);
    while (at < stop) {
      const byte = raw[at];
      if (byte === quote) return at + 1;
      at += byte === backslash ? 2 : 1;
    }
    const next = raw.indexOf(quote, at);
    if (next === -1) return raw.length;
    let slashes = 0;
    while (next - 1 - slashes >= at && raw[next - 1 - slashes] === backslash) slashes++;
    at = next + 1;
    if (slashes % 2 === 0) return at;
  }
  return raw.length;
}

const lookedAt = 256;

function readKey(raw: Buffer, start: number, end: number): string {
  const text = raw.toString("utf8", start + 1, end - 1);
  return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
}

function skipValue(raw: Buffer, from: number): number {
  const first = raw[from];
  if (first === quote) return skipString(raw, from);
  if (first === openBrace || first === openBracket) return skipNested(raw, from);
  let at = from;
  while (at < raw.length && !endsScalar(raw[at])) at++;
  return at;
}

function endsScalar(byte: number | undefined): boolean {
  return byte === comma || byte === closeBrace || byte === closeBracket || byte === undefined || byte <= 0x20;
}

function skipNested(raw: Buffer, from: number): number {
  let depth = 0;
  let at = from;
  while (at < raw.length) {
    const byte = raw[at];
    if (byte === quote) {
      at = skipString(raw, at);
      continue;
    }
    at++;
    if (byte === openBrace || byte === openBracket) depth++;
    else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) return at;
  }
  return at;
}
