import type { Settings } from "@tollgate/contract/settings";
import { formatQuota } from "@tollgate/contract/quota";
import { escapeHtml } from "@tollgate/contract/telegram-markup";
import type { UserRow } from "../../../storage/repositories/user-repository.ts";
import type { Actor } from "../../actor.ts";
import type { BotMessages } from "../messages/bot-messages.ts";

/** One message to the bot. */
export interface Message {
  chatId: number;
  /** Telegram's number of who wrote it. */
  senderId: number;
  /** Empty: the command was sent alone. */
  args: string;
  words: BotMessages;
}

/** A message of somebody whose account is bound. */
export interface OwnMessage extends Message {
  user: UserRow;
}

export interface Reply {
  text: string;
  /** Default: Telegram's HTML. `plain`: as it is. */
  mode?: "HTML" | "MarkdownV2" | "Markdown" | "plain";
  /** Telegram opens an answer to this message, by which the bot knows what is meant. */
  prompt?: boolean;
}

/** A built-in command. Only commands that tell nothing about an account answer in groups. */
export type BotCommand =
  | { for: "anyone"; run(message: Message): Promise<Reply> }
  | { for: "private"; run(message: Message & { user: UserRow | undefined }): Promise<Reply> }
  | { for: "bound"; run(message: OwnMessage): Promise<Reply> };

/** Who acts, for the audit log, the log of top-ups and the limits of wrong codes, which count each sender alone. */
export function actorOf(user: UserRow, senderId: number): Actor {
  const { id, username, role, group } = user;
  return { id, username, role, group, ip: `telegram:${senderId}` };
}

/**
 * A name that others chose, for HTML: no markup, no line breaks, and nothing that turns the direction of the text around it. Show it in
 * `<code>`, where Telegram makes no links and mentions of it.
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
