import type { MailLanguage } from "@tollgate/contract/mail";
import type { BotWords } from "./bot-words.ts";
import { chinese } from "./chinese.ts";
import { english } from "./english.ts";
import { japanese } from "./japanese.ts";

/** What the bot says, by the language of the reader. */
export const botWords: Record<MailLanguage, BotWords> = {
  en_US: english,
  zh_CN: chinese,
  ja_JP: japanese,
};
