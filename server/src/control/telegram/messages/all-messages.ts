import type { MailLanguage } from "@tollgate/contract/mail";
import type { BotMessages } from "./bot-messages.ts";
import { chinese } from "./chinese.ts";
import { english } from "./english.ts";
import { japanese } from "./japanese.ts";

/** The bot's messages, by the language of the reader. */
export const botMessages: Record<MailLanguage, BotMessages> = {
  en_US: english,
  zh_CN: chinese,
  ja_JP: japanese,
};
