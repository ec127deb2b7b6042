import {
  carriesKey,
  type ChatLink,
  chatLink,
  fillChatLink,
  mayCarryKey,
  type SiteInfo,
} from "@tollgate/contract/site-info";
import * as z from "zod";
import { safeLink } from "../../lib/safe-link";

const chatLinks = z.array(chatLink);

/** The chat links that a site offers; where the list shows none, the single one that older clients use. */
export function offeredChatLinks(site: Pick<SiteInfo, "chat_link" | "chat_links">): ChatLink[] {
  const shown = readChatLinks(site.chat_links);
  if (shown.length > 0 || !site.chat_link || !mayCarryKey(site.chat_link)) return shown;
  return [{ name: "Chat", url: site.chat_link, show: true, sort: 0 }];
}

/** The chat links that are shown, larger `sort` first; none when the setting cannot be read. */
function readChatLinks(text: string): ChatLink[] {
  try {
    const parsed = chatLinks.safeParse(JSON.parse(text));
    if (!parsed.success) return [];
    return parsed.data.filter((link) => link.show && mayCarryKey(link.url)).sort((a, b) => b.sort - a.sort);
  } catch {
    return [];
  }
}

/** The link with key and server filled in; undefined where it would run a script here, or send the key in clear. */
export function chatLinkTarget(link: ChatLink, values: { key: string; server: string }): string | undefined {
  if (!mayCarryKey(link.url)) return undefined;
  return safeLink(fillChatLink(link.url, values));
}

/** True if the link hands a key over, so that one must be chosen first. */
export function needsKey(link: ChatLink): boolean {
  return carriesKey(link.url);
}
