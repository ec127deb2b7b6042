/** An edit of a hand-written file: its text in, its new text out. @throws Error with what it expected to find */
export type Edit = (text: string) => string;

interface Statement {
  start: number;
  end: number;
  specifier: string;
}

const importStatement =
  /^(?:import|export) (?:type )?(?:\* as \w+|\{[^}]*\}|[\w$]+(?:, \{[^}]*\})?) from "([^"]+)";\n/gm;

function readImports(text: string): Statement[] {
  return [...text.matchAll(importStatement)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    specifier: match[1] ?? "",
  }));
}

/** Packages come first, then what is further up, then what is near. */
function rankOf(specifier: string): number {
  if (!specifier.startsWith(".")) return 0;
  return specifier.startsWith("../") ? 1 : 2;
}

const isBefore = (a: string, b: string): boolean => (rankOf(a) === rankOf(b) ? a < b : rankOf(a) < rankOf(b));

/**
 * Adds an import where its module belongs by name: before the first import of a later module.
 * @param statement `import { a } from "./a.ts";`
 */
export function addImport(statement: string): Edit {
  const specifier = /from "([^"]+)";$/.exec(statement)?.[1] ?? "";
  return (text) => {
    const imports = readImports(text);
    const last = imports.at(-1);
    if (!last) throw new Error("expected imports at the top");
    for (const name of namesIn(statement))
      if (new RegExp(`(?<![\\w$."'/-])${name}(?![\\w$"'/-])`).test(withoutComments(text)))
        throw new Error(`expected no "${name}", but it has one`);
    const alike = imports.filter((one) => rankOf(one.specifier) === rankOf(specifier));
    const next = alike.find((one) => isBefore(specifier, one.specifier));
    const previous = alike.at(-1) ?? imports.findLast((one) => isBefore(one.specifier, specifier)) ?? last;
    const place = next ? next.start : previous.end;
    return `${text.slice(0, place)}${statement}\n${text.slice(place)}`;
  };
}

/** Adds a name to the import of a module that the file imports already. */
export function addImportedName(name: string, specifier: string): Edit {
  return (text) => {
    const found = readImports(text).find((one) => one.specifier === specifier);
    if (!found) throw new Error(`expected an import from "${specifier}"`);
    const statement = text.slice(found.start, found.end);
    if (!statement.includes("{")) throw new Error(`expected names in the import from "${specifier}"`);
    if (namesIn(statement).includes(name)) throw new Error(`expected no "${name}", but it has one`);
    return insert(text, found.start + statement.indexOf("{") + 1, ` ${name},`);
  };
}

/** Names that an import statement brings into a file. */
function namesIn(statement: string): string[] {
  const list = /\{([^}]*)\}/.exec(statement)?.[1];
  if (list === undefined) return [/\* as (\w+)/.exec(statement)?.[1] ?? ""];
  return list
    .split(",")
    .map((part) => /(\w+)\s*$/.exec(part)?.[1] ?? "")
    .filter(Boolean);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

export interface ListPlace {
  /** Text before the list's entries, up to its bracket: `const topics = {`. Unique in the file. */
  list: string;
  entry: string;
  /** Sorted by text, at the end, or before the first entry that begins so. Default: at the end. */
  place?: "sorted" | "end" | { before: string };
}

/** Adds an entry to a list, an object or the members of a type. */
export function addEntry({ list, entry, place = "end" }: ListPlace): Edit {
  return (text) => {
    const from = findOnce(text, list) + list.length;
    const to = findClose(text, from, list);
    const body = text.slice(from, to);
    const separator = list.trimEnd().startsWith("export interface") ? ";" : ",";
    const entries = splitEntries(body, separator);
    if (entries.some((one) => sortKey(one.text) === sortKey(entry)))
      throw new Error(`expected no "${entry}" in "${list}", but it has one`);
    const next = entries.find((one) =>
      place === "sorted"
        ? sortKey(entry) < sortKey(one.text)
        : typeof place === "object" && one.text.startsWith(place.before),
    );
    if (typeof place === "object" && !next)
      throw new Error(`expected "${place.before}" in "${list}", but it has none`);
    if (next) return insert(text, from + next.start, `${entry}${separator}\n`);
    const closed = body.trimEnd() === "" || body.trimEnd().endsWith(separator);
    const end = from + body.trimEnd().length;
    return insert(text, end, `${closed ? "" : separator}\n${entry}${separator}`);
  };
}

/** Quotes do not matter for an entry's place. */
const sortKey = (entry: string): string => entry.replaceAll(/["']/g, "").trim();

interface Entry {
  start: number;
  text: string;
}

/** Entries between brackets, without the comments before them. */
function splitEntries(body: string, separator: string): Entry[] {
  const entries: Entry[] = [];
  let start = 0;
  walk(body, (index, depth) => {
    if (depth !== 0 || body[index] !== separator) return true;
    entries.push(entryAt(body, start, index));
    start = index + 1;
    return true;
  });
  entries.push(entryAt(body, start, body.length));
  return entries.filter(({ text }) => text !== "");
}

function entryAt(body: string, from: number, to: number): Entry {
  const raw = body.slice(from, to);
  const start = from + raw.length - raw.trimStart().length;
  return { start, text: raw.replace(/^(?:\s*\/\*[\s\S]*?\*\/|\s*\/\/.*\n)*/, "").trim() };
}

/** Position of the bracket that closes the one before `from`. */
function findClose(text: string, from: number, list: string): number {
  let close = -1;
  walk(text.slice(from), (index, depth) => {
    if (depth >= 0) return true;
    close = from + index;
    return false;
  });
  if (close < 0) throw new Error(`expected "${list}" to be closed`);
  return close;
}

/** Visits what is neither text nor comment, with how many brackets are open, until `visit` returns false. */
function walk(text: string, visit: (index: number, depth: number) => boolean): void {
  let depth = 0;
  const skipped =
    /(?<=[[(,=:]\s*)\/(?![/*])(?:\\.|[^/\\\n])+\/|\/\/.*|\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/y;
  for (let index = 0; index < text.length; index++) {
    skipped.lastIndex = index;
    const skip = skipped.exec(text);
    if (skip) {
      index += skip[0].length - 1;
      continue;
    }
    const sign = text[index] ?? "";
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    if (!visit(index, depth)) return;
  }
}

/** Adds lines before or after a unique line; `text` may be a part of the line. */
export function addLines(place: { before: string } | { after: string }, lines: string): Edit {
  return (text) => {
    const anchor = "before" in place ? place.before : place.after;
    const found = findOnce(text, anchor);
    const lineStart = text.lastIndexOf("\n", found) + 1;
    const lineEnd = text.indexOf("\n", found + anchor.length) + 1;
    return insert(text, "before" in place ? lineStart : lineEnd, `${lines}\n`);
  };
}

/** Adds a member at the end of a union type. @param type text before the members: `export type Kind =` */
export function addMember(type: string, member: string): Edit {
  return (text) => {
    const end = text.indexOf(";", findOnce(text, type));
    if (end < 0) throw new Error(`expected "${type}" to end`);
    return insert(text, end, ` | ${member}`);
  };
}

/** Replaces a unique piece of text. */
export function replaceOnce(old: string, replacement: string): Edit {
  return (text) => {
    const found = findOnce(text, old);
    return text.slice(0, found) + replacement + text.slice(found + old.length);
  };
}

function insert(text: string, place: number, added: string): string {
  return text.slice(0, place) + added + text.slice(place);
}

function findOnce(text: string, piece: string): number {
  const found = text.indexOf(piece);
  if (found < 0) throw new Error(`expected ${JSON.stringify(piece)}, but it is not there`);
  if (text.indexOf(piece, found + 1) >= 0)
    throw new Error(`expected ${JSON.stringify(piece)} once, but it is there twice`);
  return found;
}
