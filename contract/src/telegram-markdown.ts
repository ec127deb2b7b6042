import { appendText, MarkupError, type MarkupNode, type MarkupStyle } from "./telegram-markup-tree.ts";

const styles: Record<string, MarkupStyle> = {
  "*": "bold",
  _: "italic",
  "`": "code",
  "```": "pre",
  "[": "link",
};

/**
 * The legacy mode `Markdown`: no styles within styles, and a backslash escapes `_`, `*`, a backtick and `[`, only between styles.
 * @throws MarkupError
 */
export function parseMarkdown(text: string): MarkupNode[] {
  const nodes: MarkupNode[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === "\\" && "_*`[".includes(text.charAt(at + 1) || " ")) {
      appendText(nodes, text.charAt(at + 1));
      at += 2;
    } else if (Object.hasOwn(styles, char)) {
      at = readStyled(text, at, nodes);
    } else {
      appendText(nodes, char);
      at += 1;
    }
  }
  return nodes;
}

/** Appends the styled text that begins at `at`; answers the index behind it. */
function readStyled(text: string, at: number, nodes: MarkupNode[]): number {
  const mark = text.startsWith("```", at) ? "```" : text.charAt(at);
  const begin = at + mark.length;
  const closing = mark === "[" ? "]" : mark;
  const end = text.indexOf(closing, begin);
  if (end < 0) throw new MarkupError("unclosed", mark, at);
  const inner = text.slice(begin, end);
  const after = end + closing.length;
  if (mark === "[") return readLink({ text, at, inner, after }, nodes);
  const shown = mark === "```" ? withoutLanguage(inner) : inner;
  if (shown !== "") nodes.push({ style: styles[mark] as MarkupStyle, children: [shown] });
  return after;
}

interface LinkPlace {
  text: string;
  at: number;
  inner: string;
  after: number;
}

/** `[text](address)`; without an address only the text is shown. */
function readLink({ text, inner, after }: LinkPlace, nodes: MarkupNode[]): number {
  if (text.charAt(after) !== "(") {
    if (inner !== "") appendText(nodes, inner);
    return after;
  }
  const end = text.indexOf(")", after);
  if (end < 0) throw new MarkupError("unclosed", "(", after);
  if (inner !== "") nodes.push({ style: "link", href: text.slice(after + 1, end), children: [inner] });
  return end + 1;
}

/** Text of a block of code without the name of its language and the line break after it. */
export function withoutLanguage(code: string): string {
  return code.replace(/^[^\s`]+(?=\s)/, "").replace(/^\n/, "");
}
