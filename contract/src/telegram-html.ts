import {
  appendText,
  MarkupError,
  type MarkupNode,
  type MarkupStyle,
  type StyledNode,
} from "./telegram-markup-tree.ts";

const styles: Record<string, MarkupStyle> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strike",
  strike: "strike",
  del: "strike",
  span: "spoiler",
  "tg-spoiler": "spoiler",
  "tg-emoji": "emoji",
  a: "link",
  code: "code",
  pre: "pre",
  blockquote: "quote",
};

const tagPattern = /<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s=>"']+(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*>/iy;

interface Open extends StyledNode {
  name: string;
  at: number;
}

/**
 * The mode `HTML`: Telegram's few tags, each of them closed.
 * @throws MarkupError
 */
export function parseHtml(text: string): MarkupNode[] {
  const root: MarkupNode[] = [];
  const open: Open[] = [];
  let at = 0;
  while (at < text.length) {
    const into = open.at(-1)?.children ?? root;
    if (text.charAt(at) === "<") {
      const { tag, name, closing, attributes } = readTag(text, at);
      if (closing) closeTag({ tag, name, at }, open, root);
      else open.push(openTag({ tag, name, at }, attributes));
      at += tag.length;
    } else {
      const entity = /^&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot));/i.exec(text.slice(at, at + 12));
      appendText(into, entity ? decode(entity) : text.charAt(at));
      at += entity?.[0].length ?? 1;
    }
  }
  const left = open.at(-1);
  if (left) throw new MarkupError("unclosed", `<${left.name}>`, left.at);
  return root;
}

interface TagPlace {
  tag: string;
  name: string;
  at: number;
}

function readTag(text: string, at: number) {
  tagPattern.lastIndex = at;
  const found = tagPattern.exec(text);
  if (!found) throw new MarkupError("bracket", "<", at);
  const [tag, slash, name = "", attributes = ""] = found;
  return { tag, name: name.toLowerCase(), closing: slash === "/", attributes };
}

function openTag({ tag, name, at }: TagPlace, attributes: string): Open {
  const style = Object.hasOwn(styles, name) ? styles[name] : undefined;
  const known = style && (name !== "span" || attributeOf(attributes, "class") === "tg-spoiler");
  if (!known) throw new MarkupError("tag", tag.slice(0, 40), at);
  const href = name === "a" ? attributeOf(attributes, "href") : undefined;
  return { name, at, style, children: [], ...(href !== undefined && { href }) };
}

function closeTag({ tag, name, at }: TagPlace, open: Open[], root: MarkupNode[]): void {
  const ended = open.at(-1);
  if (!ended) throw new MarkupError("mismatch", tag, at);
  if (ended.name !== name) throw new MarkupError("unclosed", `<${ended.name}>`, ended.at);
  open.pop();
  const { style, href, children } = ended;
  if (children.length === 0) return;
  (open.at(-1)?.children ?? root).push({ style, children, ...(href !== undefined && { href }) });
}

function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value?.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
}

const named: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"' };

function decode([whole, decimal, hex, name]: RegExpExecArray): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
