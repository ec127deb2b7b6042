import { withoutLanguage } from "./telegram-markdown.ts";
import {
  appendText,
  MarkupError,
  type MarkupNode,
  type MarkupStyle,
  type StyledNode,
} from "./telegram-markup-tree.ts";

/** Longest first: `__` is never two `_`. */
const marks: readonly (readonly [mark: string, style: MarkupStyle])[] = [
  ["```", "pre"],
  ["__", "underline"],
  ["||", "spoiler"],
  ["*", "bold"],
  ["_", "italic"],
  ["~", "strike"],
  ["`", "code"],
];

/** Characters that need a backslash where they are no mark. */
const reserved = "_*[]()~`>#+-=|{}.!";

interface Open extends StyledNode {
  mark: string;
  at: number;
}

interface Reader {
  text: string;
  at: number;
  root: MarkupNode[];
  open: Open[];
}

/**
 * The mode `MarkdownV2`: styles nest, and every reserved character that is no mark has a backslash.
 * @throws MarkupError
 */
export function parseMarkdownV2(text: string): MarkupNode[] {
  const reader: Reader = { text, at: 0, root: [], open: [] };
  while (reader.at < text.length) readNext(reader);
  if (reader.open.at(-1)?.style === "quote") close(reader, 0);
  const left = reader.open.at(-1);
  if (left) throw new MarkupError("unclosed", left.mark, left.at);
  return reader.root;
}

function readNext(reader: Reader): void {
  const { text, at } = reader;
  const char = text.charAt(at);
  const top = reader.open.at(-1);
  if (readEscaped(reader)) return;
  if (top?.style === "code" || top?.style === "pre") {
    if (text.startsWith(top.mark, at)) close(reader, top.mark.length);
    else append(reader, char);
    return;
  }
  if (readQuoteEdge(reader) || readMark(reader) || readLinkEdge(reader)) return;
  if (reserved.includes(char)) throw new MarkupError("reserved", char, at);
  append(reader, char);
}

function append(reader: Reader, text: string, length = text.length): void {
  appendText(reader.open.at(-1)?.children ?? reader.root, text);
  reader.at += length;
}

/** A backslash escapes every character of ASCII. */
function readEscaped(reader: Reader): boolean {
  const { text, at } = reader;
  const next = text.charCodeAt(at + 1);
  if (text.charAt(at) !== "\\" || !(next > 0 && next < 127)) return false;
  append(reader, text.charAt(at + 1), 2);
  return true;
}

function push(reader: Reader, mark: string, style: MarkupStyle): void {
  reader.open.push({ mark, style, at: reader.at, children: [] });
  reader.at += mark.length;
}

/** Ends the innermost style, whose closing mark has `length` characters. */
function close(reader: Reader, length: number, href?: string): void {
  const ended = reader.open.pop() as Open;
  reader.at += length;
  const children = ended.style === "pre" ? withoutFirstLanguage(ended.children) : ended.children;
  if (children.length === 0) return;
  const node: StyledNode = { style: ended.style, children, ...(href !== undefined && { href }) };
  (reader.open.at(-1)?.children ?? reader.root).push(node);
}

function withoutFirstLanguage([first, ...others]: MarkupNode[]): MarkupNode[] {
  if (typeof first !== "string") return [];
  const code = withoutLanguage(first);
  return code === "" ? others : [code, ...others];
}

/** `>` begins a line of a quote; the quote ends before the first line without it. */
function readQuoteEdge(reader: Reader): boolean {
  const { text, at, open } = reader;
  const inQuote = open.some(({ style }) => style === "quote");
  if (inQuote && text.charAt(at) === "\n") {
    const goesOn = text.charAt(at + 1) === ">";
    const top = open.at(-1) as Open;
    if (!goesOn && top.style !== "quote") throw new MarkupError("unclosed", top.mark, top.at);
    if (!goesOn) close(reader, 0);
    append(reader, "\n", goesOn ? 2 : 1);
    return true;
  }
  // `||` at its end makes a quote expandable.
  if (open.at(-1)?.style === "quote" && /^\|\|(?=\n|$)/.test(text.slice(at, at + 3))) {
    reader.at += 2;
    return true;
  }
  if (open.length > 0 || (at > 0 && text.charAt(at - 1) !== "\n")) return false;
  const mark = [">", "**>"].find((one) => text.startsWith(one, at));
  if (mark === undefined) return false;
  push(reader, mark, "quote");
  return true;
}

function readMark(reader: Reader): boolean {
  const { text, at, open } = reader;
  const found = marks.find(([mark]) => text.startsWith(mark, at));
  if (!found) return false;
  const [mark, style] = found;
  const top = open.at(-1);
  if (top?.mark === mark) close(reader, mark.length);
  else if (top && open.some((one) => one.mark === mark)) throw new MarkupError("unclosed", top.mark, top.at);
  else push(reader, mark, style);
  return true;
}

/** `[text](address)` and `![😀](tg://emoji?id=…)`; without an address only the text is shown. */
function readLinkEdge(reader: Reader): boolean {
  const { text, at, open } = reader;
  const mark = ["![", "["].find((one) => text.startsWith(one, at));
  if (mark !== undefined) {
    push(reader, mark, mark === "[" ? "link" : "emoji");
    return true;
  }
  const top = open.at(-1);
  if (text.charAt(at) !== "]" || (top?.style !== "link" && top?.style !== "emoji")) return false;
  if (text.charAt(at + 1) !== "(") {
    const { children } = open.pop() as Open;
    (open.at(-1)?.children ?? reader.root).push(...children);
    reader.at += 1;
    return true;
  }
  const address = /^(?:\\[\s\S]|[^\\)])*\)/.exec(text.slice(at + 2));
  if (!address) throw new MarkupError("unclosed", "(", at + 1);
  close(reader, 2 + address[0].length, address[0].slice(0, -1).replaceAll(/\\(.)/g, "$1"));
  return true;
}
