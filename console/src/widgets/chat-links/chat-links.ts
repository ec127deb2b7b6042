import { type ChatLink, chatLink, fillChatLink } from "@tollgate/contract/site-info";
import * as z from "zod";
import { safeLink } from "../../lib/safe-link";

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

/** The link with key and server filled in; undefined where it would run a script here. */
export function chatLinkTarget(link: ChatLink, values: { key: string; server: string }): string | undefined {
  return safeLink(fillChatLink(link.url, values));
}

/** True if the link hands a key over, so that one must be chosen first. */
export function needsKey(link: ChatLink): boolean {
  return link.url.includes("{key}");
}
