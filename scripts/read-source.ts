/** An import, export-from or import() of a source file. */
export interface ImportSite {
  specifier: string;
  line: number;
  /** Erased by the compiler: `import type`, `export type`. */
  typeOnly: boolean;
}

const beforeRegex = /(^|[=(,:;!&|?{}[+\-*%<>~^]|\b(return|typeof|case|in|of|void|delete|await|throw))\s*$/;

/**
 * The source with comments and the text of template literals blanked by spaces, every other character in its place, so
 * that line numbers and offsets stay true. Ordinary strings are kept, and so is template text with `keepTemplates`. A reader for
 * checks, not a parser: it ends a quoted string at the end of its line, which is what makes an apostrophe in JSX text harmless.
 */
export function blankComments(source: string, keepTemplates = false): string {
  const out = source.split("");
  const blank = (from: number, to: number) => {
    for (let i = from; i < to; i++) if (out[i] !== "\n") out[i] = " ";
  };
  const depths: number[] = [];
  let depth = 0;
  let at = 0;

  const blankTemplate = keepTemplates ? () => {} : blank;
  /** Blanks template text from `from` up to the closing backtick or the next `${`. */
  const readTemplate = (from: number): number => {
    let end = from;
    while (end < source.length && source[end] !== "`") {
      if (source[end] === "\\") end++;
      else if (source.startsWith("${", end)) {
        blankTemplate(from, end);
        depths.push(depth);
        depth++;
        return end + 2;
      }
      end++;
    }
    blankTemplate(from, end);
    return end + 1;
  };

  while (at < source.length) {
    const char = source[at];
    if (char === "/" && source[at + 1] === "/") {
      const end = source.indexOf("\n", at);
      blank(at, end < 0 ? source.length : end);
      at = end < 0 ? source.length : end;
    } else if (char === "/" && source[at + 1] === "*") {
      const end = source.indexOf("*/", at + 2);
      blank(at, end < 0 ? source.length : end + 2);
      at = end < 0 ? source.length : end + 2;
    } else if (char === '"' || char === "'") {
      at = skipQuoted(source, at, char);
    } else if (char === "/" && beforeRegex.test(out.slice(Math.max(0, at - 40), at).join(""))) {
      at = skipRegex(source, at);
    } else if (char === "`") {
      at = readTemplate(at + 1);
    } else if (char === "{") {
      depth++;
      at++;
    } else if (char === "}") {
      depth--;
      at++;
      if (depths.at(-1) === depth) {
        depths.pop();
        at = readTemplate(at);
      }
    } else at++;
  }
  return out.join("");
}

function skipQuoted(source: string, from: number, quote: string): number {
  let at = from + 1;
  while (at < source.length && source[at] !== quote && source[at] !== "\n") at += source[at] === "\\" ? 2 : 1;
  return at + 1;
}

function skipRegex(source: string, from: number): number {
  let at = from + 1;
  let inClass = false;
  while (at < source.length && source[at] !== "\n" && (inClass || source[at] !== "/")) {
    if (source[at] === "[") inClass = true;
    if (source[at] === "]") inClass = false;
    at += source[at] === "\\" ? 2 : 1;
  }
  return at + 1;
}

/** Line number, from 1, of an offset. */
export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}

const importForms = [
  /(?:^|[;\n])[ \t]*(?<word>import|export)(?<type>\s+type)?\s(?:[\w$\s{},*]+?)\sfrom\s*["'](?<specifier>[^"'\n]+)["']/g,
  /(?:^|[;\n])[ \t]*(?<word>import)\s*["'](?<specifier>[^"'\n]+)["']/g,
  /\b(?<word>import|require)\s*\(\s*["'](?<specifier>[^"'\n]+)["']/g,
];

/** Every module that a source file names: static, type-only, re-exported, dynamic. */
export function readImports(source: string): ImportSite[] {
  const code = blankComments(source);
  return importForms
    .flatMap((form) =>
      [...code.matchAll(form)].map((match) => ({
        specifier: match.groups?.specifier ?? "",
        line: lineAt(code, match.index + match[0].indexOf(match.groups?.word ?? "")),
        typeOnly: match.groups?.type !== undefined,
      })),
    )
    .sort((a, b) => a.line - b.line);
}

const fullImport =
  /(?:^|[;\n])[ \t]*import\s+(?<type>type\s+)?(?<names>[\w$\s{},*]+?)\sfrom\s*["'](?<specifier>[^"'\n]+)["'];?/g;

/**
 * Modules whose import a source file names again below, as a registry does in its list.
 * @param types whether an import that the compiler erases counts
 */
export function readUsedImports(source: string, types = false): string[] {
  const code = blankComments(source);
  const rest = importForms.reduce((text, form) => text.replaceAll(form, ""), code);
  const isNamed = (name: string) =>
    new RegExp(`(?<![\\w$])${name.split(/\s+/).at(-1)?.replaceAll("$", "\\$")}(?![\\w$])`).test(rest);
  return [...code.matchAll(fullImport)].flatMap(({ groups }) => {
    const names = (groups?.names ?? "").split(/[{},]/).map((name) => name.trim());
    const counted = names.filter((name) => name !== "" && (types || !(groups?.type || /^type\s/.test(name))));
    return counted.some(isNamed) ? [groups?.specifier ?? ""] : [];
  });
}
