import { createHash } from "node:crypto";
import { builtInCommands } from "@tollgate/contract/telegram";
import type { Api } from "grammy";
import type { BotCommand } from "grammy/types";
import type { TelegramMenuRepository } from "../../storage/repositories/telegram-menu-repository.ts";
import { botMessages } from "./messages/all-messages.ts";
import type { BotMessages } from "./messages/bot-messages.ts";

/** Telegram shows one list to readers of each language. */
export interface CommandList {
  languageCode: BotMessages["languageCode"];
  commands: BotCommand[];
}

/** The current commands: the built-in ones in the reader's language, then the custom ones. */
export async function listCommands(
  menus: Pick<TelegramMenuRepository, "listCommands">,
): Promise<CommandList[]> {
  const custom = await menus.listCommands();
  return Object.values(botMessages).map(({ languageCode, descriptions }) => ({
    languageCode,
    commands: [
      ...builtInCommands.map((command) => ({ command, description: descriptions[command] })),
      ...custom,
    ],
  }));
}

/** The same for equal lists. */
export function hashCommands(lists: readonly CommandList[]): string {
  const plain = lists.map(({ languageCode, commands }) => [
    languageCode,
    commands.map(({ command, description }) => [command, description]),
  ]);
  return createHash("sha256").update(JSON.stringify(plain)).digest("base64url");
}

const languageOption = (code: string) => (code === "" ? {} : { language_code: code as "zh" | "ja" });

/** The list that Telegram shows now. */
export async function readCommands(api: Api, lists: readonly CommandList[]): Promise<CommandList[]> {
  return Promise.all(
    lists.map(async ({ languageCode }) => ({
      languageCode,
      commands: await api.getMyCommands(languageOption(languageCode)),
    })),
  );
}

export async function sendCommands(api: Api, lists: readonly CommandList[]): Promise<void> {
  for (const { languageCode, commands } of lists)
    await api.setMyCommands(commands, languageOption(languageCode));
}
