import { type ChatLink, chatLink, fillChatLink } from "@tollgate/contract/site-info";
import * as z from "zod";

const chatLinks = z.array(chatLink);

/** The chat links that are shown, larger `sort` first; none when the setting cannot be read. */
export function readChatLinks(text: string): ChatLink[] {
  try {
    const parsed = chatLinks.safeParse(JSON.parse(text));
    if (!parsed.success) return [];
    return parsed.data.filter((link) => link.show).sort((a, b) => b.sort - a.sort);
  } catch {
    return [];
  }
}

/** Only web addresses and app schemes; a link must never run a script here. */
export function chatLinkTarget(link: ChatLink, values: { key: string; server: string }): string | undefined {
  const target = fillChatLink(link.url, values);
  return /^(javascript|data|vbscript|file|blob):/i.test(target.trim()) ? undefined : target;
}
