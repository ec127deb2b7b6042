import { fieldName, fieldText } from "../../platform/http-head.ts";

/** The peer violates HTTP/1.1. The message is for the log. */
export class BadResponse extends Error {
  override name = "BadResponse";
  readonly code = "BAD_RESPONSE";
}

/** The fields of a head from this place on: names in lower case, repeated ones joined. @throws BadResponse */
export function readFields(text: string, from: number): Record<string, string> {
  const headers: Record<string, string> = {};
  let at = from;
  while (at < text.length) {
    const next = text.indexOf("\r\n", at);
    const end = next === -1 ? text.length : next;
    const colon = text.indexOf(":", at);
    const name = colon === -1 || colon > end ? "" : text.slice(at, colon).toLowerCase();
    const value = trimmed(text, colon + 1, end);
    if (!fieldName.test(name) || !fieldText.test(value)) throw new BadResponse("a header cannot be read");
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
