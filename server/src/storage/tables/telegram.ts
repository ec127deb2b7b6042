import type { Generated } from "kysely";

/** Custom commands of the Telegram bot. */
export interface TelegramMenusTable {
  id: Generated<number>;
  /** Without the slash. */
  command: string;
  description: string;
  /** `MarkdownV2`, `Markdown` or `HTML`. */
  parse_mode: string;
  reply_message: string;
}

/** Updates that a process received, so that none is handled twice. */
export interface TelegramUpdatesTable {
  bot_id: number;
  update_id: number;
  /** Epoch seconds. */
  received_time: number;
}

/** Bots that this server ran. */
export interface TelegramBotsTable {
  bot_id: number;
  username: string;
  /** Of the commands that Telegram shows for the bot, as last read or sent. */
  commands_hash: string;
}

/** Notices to users that wait to be sent by the bot. */
export interface TelegramMessagesTable {
  id: Generated<number>;
  /** The user's `telegram_id`. */
  chat_id: string;
  /** Epoch seconds. */
  created_time: number;
  /** No attempt before this. */
  next_time: number;
  attempts: number;
  /** Identifies the row for its sealed text; random. */
  seal_ref: string;
  body_encrypted: string;
}
