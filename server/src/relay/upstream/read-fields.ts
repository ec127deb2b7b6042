import { fieldName, fieldText } from "../../platform/http-head.ts";

/** The peer violates HTTP/1.1. The message is for the log. */
export class BadResponse extends Error {
  override name = "BadResponse";
  readonly code = "BAD_RESPONSE";
}

/** A field as an earlier head had it. */
interface KnownField {
  /** Without the line break. */
  line: string;
  /** The beginning of the line, with the colon. */
  start: string;
  /** In lower case. */
  name: string;
  value: string;
}

/**
 * The fields of a server's heads by their place. Most lines of the next head are the same, or have another value: what was checked and
 * hashed is used again.
 */
export type KnownFields = KnownField[];

/** Fields that are remembered, and characters of a head whose fields are: they retain its text. */
const knownMost = 32;
const knownHeadMost = 4096;

/**
 * The fields of a head from this place on: names in lower case, repeated ones joined.
 * @param known those of earlier heads of the same server, which this one adds to
 * @throws BadResponse
 */
export function readFields(text: string, from: number, known: KnownFields = []): Record<string, string> {
  const headers: Record<string, string> = {};
  let at = from;
  for (let place = 0; at < text.length; place++) {
    const next = text.indexOf("\r\n", at);
    const end = next === -1 ? text.length : next;
    const field = readField(text, at, end, known[place]);
    if (place < knownMost && text.length <= knownHeadMost) known[place] = field;
    const { name, value } = field;
    const before = headers[name];
    // Not a string: the first of this name, or a property of every object (`constructor`).
    if (typeof before !== "string") headers[name] = value;
    else if (name === "content-length") {
      if (before !== value) throw new BadResponse("the answer has two lengths");
    } else headers[name] = `${before}, ${value}`;
    at = end + 2;
  }
  return headers;
}

/** @param known the field that an earlier head had in this place */
function readField(text: string, at: number, end: number, known: KnownField | undefined): KnownField {
  const line = text.slice(at, end);
  if (known?.line === line) return known;
  if (known && text.slice(at, at + known.start.length) === known.start) {
    const { start, name } = known;
    return { line, start, name, value: readValue(text, at + start.length, end) };
  }
  const colon = line.indexOf(":");
  const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
  const value = readValue(text, at + colon + 1, end);
  if (!fieldName.test(name)) throw new BadResponse(unreadable);
  return { line, start: line.slice(0, colon + 1), name, value };
}

function readValue(text: string, from: number, to: number): string {
  const value = trimmed(text, from, to);
  if (!fieldText.test(value)) throw new BadResponse(unreadable);
  return value;
}

const unreadable = "a header cannot be read";

/** Without spaces and tabs at both ends. `trim` would also remove line feeds, which the check must see. */
function trimmed(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}
