export type MarkupStyle =
  | "bold"
  | "italic"
  | "underline"
  | "strike"
  | "spoiler"
  | "code"
  | "pre"
  | "quote"
  | "link"
  | "emoji";

export interface StyledNode {
  style: MarkupStyle;
  /** Of a link. Hostile until checked. */
  href?: string;
  children: MarkupNode[];
}

/** A piece of a message as Telegram shows it: text, or styled pieces. */
export type MarkupNode = string | StyledNode;

/** Why Telegram would reject a text. */
export interface MarkupProblem {
  /**
   * `reserved`: a character needs a backslash. `bracket`: `<` that begins no tag. `mismatch`: a closing tag without its opening one.
   */
  code: "unclosed" | "reserved" | "bracket" | "tag" | "mismatch" | "empty";
  /** The mark or tag. */
  text: string;
  /** Of its first character, from 1, in UTF-16 units. */
  position: number;
}

export class MarkupError extends Error {
  override name = "MarkupError";
  readonly problem: MarkupProblem;

  /** @param at index of the first character */
  constructor(code: MarkupProblem["code"], text: string, at: number) {
    super(`${code} at ${at + 1}`);
    this.problem = { code, text, position: at + 1 };
  }
}

/** Appends a character or text; neighboring texts become one. */
export function appendText(nodes: MarkupNode[], text: string): void {
  const last = nodes.at(-1);
  if (typeof last === "string") nodes[nodes.length - 1] = last + text;
  else nodes.push(text);
}

/** The text without its styles. */
export function plainText(nodes: readonly MarkupNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : plainText(node.children))).join("");
}
