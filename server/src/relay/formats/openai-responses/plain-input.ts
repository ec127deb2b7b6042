import { parseBounded } from "../../canonical/parse-bounded.ts";
import { isFields } from "../kit/check-value.ts";

/** Takes the plain text out of the arguments of a function with one text, `{"input": "…"}`, while they come. */
export interface PlainInputReader {
  /** The text that this piece adds; empty as long as nothing can be told. */
  push(piece: string): string;
  /** The text that was held back. */
  end(): string;
}

/**
 * Models write the one argument first and alone. Arguments that begin otherwise are held to their end and read as a whole; those
 * that are not what the function takes are the text themselves, so that nothing is lost.
 */
export function createPlainInputReader(): PlainInputReader {
  /** Arguments so far, up to the text's beginning; with text begun, an escape that is not whole. */
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

/** The same of whole arguments. */
export function readPlainInput(text: string): string {
  const reader = createPlainInputReader();
  return reader.push(text) + reader.end();
}

const beginning = /^\s*\{\s*"input"\s*:\s*"/;

/** How far the text can be read: to its closing quote, or to an escape that is not whole yet. */
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

/** Models write line ends and tabs into strings now and then, which JSON does not allow. */
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
