import { formatQuota } from "@tollgate/contract/quota";
import type { Settings } from "@tollgate/contract/settings";
import { escapeHtml } from "@tollgate/contract/telegram-markup";
import type { UserRow } from "../../../storage/repositories/user-repository.ts";
import type { Actor } from "../../actor.ts";
import type { BotMessages } from "../messages/bot-messages.ts";

/** One message to the bot. */
export interface Message {
  chatId: number;
  /** Telegram's number of the sender. */
  senderId: number;
  /** Empty: the command was sent alone. */
  args: string;
  messages: BotMessages;
}

/** A message of a user whose account is bound. */
export interface OwnMessage extends Message {
  user: UserRow;
}

export interface Reply {
  text: string;
  /** Default: Telegram's HTML. `plain`: as it is. */
  mode?: "HTML" | "MarkdownV2" | "Markdown" | "plain";
  /** Telegram opens a reply to this message, by which the bot recognizes the command. */
  prompt?: boolean;
}

/** A built-in command. Only commands that show nothing of an account work in groups. */
export type BotCommand =
  | { for: "anyone"; run(message: Message): Promise<Reply> }
  | { for: "private"; run(message: Message & { user: UserRow | undefined }): Promise<Reply> }
  | { for: "bound"; run(message: OwnMessage): Promise<Reply> };

/**
 * The actor, for the audit log, the log of top-ups and the limits of wrong codes, which count each sender separately.
 */
export function actorOf(user: UserRow, senderId: number): Actor {
  const { id, username, role, group } = user;
  return { id, username, role, group, ip: `telegram:${senderId}` };
}

/**
 * A user-chosen name, for HTML: no markup, no line breaks, and no direction overrides. Show it in `<code>`, where
 * Telegram creates no links and mentions of it.
 */
export function shownName(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const letters = Array.from(line);
  return escapeHtml(letters.length > 64 ? `${letters.slice(0, 63).join("")}…` : line);
}

export function shownQuota(quota: number, settings: Settings): string {
  const { QuotaPerUnit: quotaPerUnit, DisplayInCurrencyEnabled: displayInCurrency } = settings;
  return escapeHtml(formatQuota(quota, { quotaPerUnit, displayInCurrency }));
}
