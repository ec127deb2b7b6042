import { parseHtml } from "./telegram-html.ts";
import { parseMarkdown } from "./telegram-markdown.ts";
import { parseMarkdownV2 } from "./telegram-markdown-v2.ts";
import { MarkupError, type MarkupNode, type MarkupProblem, plainText } from "./telegram-markup-tree.ts";

export type { MarkupNode, MarkupProblem, MarkupStyle } from "./telegram-markup-tree.ts";

/** Parse modes of the Bot API. */
export const markupModes = ["MarkdownV2", "Markdown", "HTML"] as const;
export type MarkupMode = (typeof markupModes)[number];

const parsers: Record<MarkupMode, (text: string) => MarkupNode[]> = {
  MarkdownV2: parseMarkdownV2,
  Markdown: parseMarkdown,
  HTML: parseHtml,
};

/**
 * Reads a message by the rules of core.telegram.org/bots/api#formatting-options: what it shows, or why Telegram would answer
 * "can't parse entities".
 */
export function parseMarkup(
  text: string,
  mode: MarkupMode,
): { nodes: MarkupNode[] } | { problem: MarkupProblem } {
  try {
    const nodes = parsers[mode](text);
    return plainText(nodes).trim() === "" ? { problem: { code: "empty", text: "", position: 1 } } : { nodes };
  } catch (error) {
    if (error instanceof MarkupError) return { problem: error.problem };
    throw error;
  }
}

/** Text that Telegram's HTML shows as it is. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
