/** A relative link or picture of a Markdown file. */
export interface MarkdownLink {
  /** As written, with its anchor. */
  target: string;
  line: number;
}

/** A fenced block of code. */
export interface CodeBlock {
  /** The word after the fence; empty if there is none. */
  language: string;
  text: string;
  /** Line of the opening fence, from 1. */
  line: number;
}

const fence = /^ {0,3}(```+|~~~+)[ \t]*([^\s`]*)[^\n]*\n([\s\S]*?)^ {0,3}\1[ \t]*$/gm;

/** Blocks of code in their order. */
export function readCodeBlocks(text: string): CodeBlock[] {
  return [...text.matchAll(fence)].map(({ index, 2: language = "", 3: block = "" }) => ({
    language,
    text: block,
    line: text.slice(0, index).split("\n").length,
  }));
}

const blank = (part: string): string => part.replace(/[^\n]/g, " ");

/** The text without code, every other character in its place. */
function blankCode(text: string): string {
  return text
    .replace(fence, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, blank);
}

const linkForms = [
  /\]\(\s*<?(?<target>[^\s)>]+)>?(?:\s+"[^"\n]*")?\s*\)/g,
  /^ {0,3}\[[^\]\n]+\]:\s+<?(?<target>[^\s>]+)>?/gm,
  /<(?:a|img|source)\b[^>]*?\s(?:href|src|srcset)="(?<target>[^"\s]+)"/g,
];

/** Links and pictures with targets in the repository, in their order; addresses with a scheme are left out. */
export function readLinks(text: string): MarkdownLink[] {
  const prose = blankCode(text);
  return linkForms
    .flatMap((form) => [...prose.matchAll(form)])
    .sort((a, b) => a.index - b.index)
    .map(({ index, groups }) => ({
      target: groups?.target ?? "",
      line: prose.slice(0, index).split("\n").length,
    }))
    .filter(({ target }) => !/^([a-z][a-z\d+.-]*:|\/\/)/i.test(target));
}

/** Texts in single backticks, with their lines; fenced blocks are left out. */
export function readInlineCode(text: string): { code: string; line: number }[] {
  const prose = text.replace(fence, blank);
  return [...prose.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(({ index, 1: code = "" }) => ({
    code,
    line: prose.slice(0, index).split("\n").length,
  }));
}

/** Headings as text, and the anchors that GitHub gives them. Anchors of `<a id>` count as well. */
export function readHeadings(text: string): { titles: Set<string>; anchors: Set<string> } {
  const titles = new Set<string>();
  const anchors = new Set<string>();
  for (const [, title = ""] of text.replace(fence, blank).matchAll(/^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$/gm)) {
    const shown = title.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
    titles.add(shown);
    const anchor = shown
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  for (const [, id = ""] of text.matchAll(/<a\s[^>]*?\b(?:id|name)="([^"]+)"/g)) anchors.add(id);
  return { titles, anchors };
}
