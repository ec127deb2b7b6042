import { parseBounded } from "../../canonical/parse-bounded.ts";
import { isFields } from "../kit/check-value.ts";

/** Extracts the plain text from the arguments of a function with one text, `{"input": "…"}`, while they arrive. */
export interface PlainInputReader {
  /** The text that this piece adds; empty while nothing can be decoded. */
  push(piece: string): string;
  /** The remaining text. */
  end(): string;
}

/**
 * Models write the one argument first and alone. Other arguments are buffered to their end and read as a whole; if they
 * do not match the function, they are the text themselves, so nothing is lost.
 */
export function createPlainInputReader(): PlainInputReader {
  /** Arguments up to the start of the text; after it, an incomplete escape. */
  let held = "";
  let state: "before" | "within" | "after" = "before";

  function take(piece: string): string {
    const text = held + piece;
    const end = endOfWhole(text);
    held = text.slice(end.at);
    if (end.closed) state = "after";
    return unescape(text.slice(0, end.at));
  }

  return {
    push(piece) {
      if (state === "within") return take(piece);
      if (state === "after") return "";
      held += piece;
      const begin = beginning.exec(held);
      if (!begin) return "";
      const rest = held.slice(begin[0].length);
      held = "";
      state = "within";
      return take(rest);
    },
    end() {
      const rest = state === "before" ? readWhole(held) : "";
      state = "after";
      return rest;
    },
  };
}

/** The same for complete arguments. */
export function readPlainInput(text: string): string {
  const reader = createPlainInputReader();
  return reader.push(text) + reader.end();
}

const beginning = /^\s*\{\s*"input"\s*:\s*"/;

/** Length of the text that can be decoded: up to its closing quote, or to an incomplete escape. */
function endOfWhole(text: string): { at: number; closed: boolean } {
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') return { at, closed: true };
    if (char !== "\\") {
      at++;
      continue;
    }
    const length = text[at + 1] === "u" ? 6 : 2;
    if (at + length > text.length) break;
    at += length;
  }
  return { at, closed: false };
}

/** Models sometimes write line ends and tabs into strings, which JSON does not allow. */
function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/gs,
    (_all, code: string | undefined, char: string | undefined) =>
      code === undefined
        ? (escapes.get(char ?? "") ?? char ?? "")
        : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
]);

function readWhole(text: string): string {
  try {
    const value: unknown = parseBounded(text || "{}");
    if (isFields(value) && typeof value.input === "string") return value.input;
    return isFields(value) && Object.keys(value).length === 0 ? "" : text;
  } catch {
    return text;
  }
}
