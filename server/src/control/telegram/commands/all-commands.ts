import { type BuiltInCommand, builtInCommands } from "@tollgate/contract/telegram";
import { escapeHtml } from "@tollgate/contract/telegram-markup";
import type { TelegramMenuRepository } from "../../../storage/repositories/telegram-menu-repository.ts";
import type { AccountService } from "../../accounts/service.ts";
import type { TokenService } from "../../tokens/service.ts";
import { createBalance, createInvite, createKeyList } from "./account.ts";
import { type BindDependencies, createBind, createUnbind } from "./bind.ts";
import { type BotCommand, shownName } from "./command.ts";
import { createRecharge, type RechargeDependencies } from "./recharge.ts";

export interface CommandDependencies extends BindDependencies, RechargeDependencies {
  menus: Pick<TelegramMenuRepository, "listCommands">;
  accounts: Pick<AccountService, "invitationCode">;
  tokens: Pick<TokenService, "list">;
}

/** Every built-in command by its name. */
export function createCommands(deps: CommandDependencies): Record<BuiltInCommand, BotCommand> {
  const { settings, menus } = deps;
  return {
    start: {
      for: "anyone",
      run: async ({ messages }) => ({ text: messages.start(shownName(settings().SystemName)) }),
    },
    bind: createBind(deps),
    unbind: createUnbind(deps),
    balance: createBalance(deps),
    recharge: createRecharge(deps),
    apikey: createKeyList(deps.tokens),
    aff: createInvite(deps),
    help: {
      for: "anyone",
      async run({ messages }) {
        const built = builtInCommands.map((command) => ({
          command,
          description: messages.descriptions[command],
        }));
        const lines: string[] = [];
        let left = longestHelp;
        for (const { command, description } of [...built, ...(await menus.listCommands())]) {
          const line = `/${command} – ${escapeHtml(description)}`;
          left -= line.length + 1;
          if (left >= 0) lines.push(line);
        }
        return { text: messages.help(lines.join("\n")) };
      },
    },
  };
}

/** Leaves room for the title within Telegram's 4096 characters. */
const longestHelp = 3900;
