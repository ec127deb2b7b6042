import type { ErrorCode } from "@tollgate/contract/error-codes";
import type { BuiltInCommand } from "@tollgate/contract/telegram";

export type RedeemCode = Extract<ErrorCode, `redeem.${string}`>;

/**
 * The bot's messages in one language. Everything is Telegram's HTML except the prompts and descriptions, and every
 * argument that is not a number is escaped already.
 */
export interface BotMessages {
  /** `language_code` of the Bot API; empty: what everyone else sees. */
  languageCode: "" | "zh" | "ja";
  descriptions: Record<BuiltInCommand, string>;
  start(site: string): string;
  help(lines: string): string;
  unknownCommand: string;
  privateOnly: string;
  notBound: string;
  accountDisabled: string;
  /** Plain text: a reply to the prompt is recognized by it. */
  bindPrompt: string;
  bindWrong: string;
  bound(username: string): string;
  boundAlready(username: string): string;
  accountBoundElsewhere: string;
  unbound(username: string): string;
  balance(amounts: { balance: string; used: string }): string;
  /** Plain text, as `bindPrompt`. */
  rechargePrompt: string;
  recharged(amounts: { added: string; balance: string; username: string }): string;
  redeem: Record<RedeemCode, string>;
  keys(lines: string): string;
  noKeys: string;
  moreKeys(count: number): string;
  /** By `tokenStatus`. */
  keyStatus: Record<number, string>;
  invite(link: string): string;
  inviteCode(code: string): string;
  tooManyMessages: string;
  failed: string;
}
