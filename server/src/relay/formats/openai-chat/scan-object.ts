/** Where one member of a JSON object stands in the bytes. `valueEnd` is the first byte after the value. */
export interface Member {
  key: string;
  valueStart: number;
  valueEnd: number;
}

/**
 * Members of the JSON object whose `{` stands at or after `from`, in order, repeated keys included. Knows strings, escapes and depth;
 * looks at nothing inside the values. The bytes must have passed `JSON.parse`: nothing is checked again.
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

const quote = 0x22;
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

/** First byte after the string that begins at `from`. Jumps from quote to quote: bodies are mostly long texts. */
function skipString(raw: Buffer, from: number): number {
  let at = from + 1;
  for (;;) {
    at = raw.indexOf(quote, at);
    if (at === -1) return raw.length;
    let slashes = 0;
    while (raw[at - 1 - slashes] === backslash) slashes++;
    at++;
    if (slashes % 2 === 0) return at;
  }
}

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
