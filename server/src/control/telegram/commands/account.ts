import type { Settings } from "@tollgate/contract/settings";
import { escapeHtml } from "@tollgate/contract/telegram-markup";
import type { Ledger } from "../../../ledger/ledger.ts";
import type { TransactionQueries } from "../../../storage/database.ts";
import type { AccountService } from "../../accounts/service.ts";
import type { TokenService } from "../../tokens/service.ts";
import { actorOf, type BotCommand, shownName, shownQuota } from "./command.ts";

/** Keys that one message lists. */
const listedKeys = 20;

/** `/balance` */
export function createBalance(deps: {
  ledger: Ledger<TransactionQueries>;
  settings: () => Settings;
}): BotCommand {
  return {
    for: "bound",
    async run({ user, messages }) {
      const settings = deps.settings();
      const balance = shownQuota(await deps.ledger.balanceOf(user.id), settings);
      return { text: messages.balance({ balance, used: shownQuota(user.used_quota, settings) }) };
    },
  };
}

/** `/apikey`: names, status and the last four characters. A chat never gets a whole key. */
export function createKeyList(tokens: Pick<TokenService, "list">): BotCommand {
  return {
    for: "bound",
    async run({ user, senderId, messages }) {
      const request = { page: 1, size: listedKeys, order: [], keyword: "", status: 0 };
      const { data, total_count: total } = await tokens.list(actorOf(user, senderId), request);
      if (data.length === 0) return { text: messages.noKeys };
      const lines = data.map(
        ({ name, key, status }) =>
          `• <code>${shownName(name)}</code> <code>${escapeHtml(key)}</code> ${messages.keyStatus[status] ?? ""}`,
      );
      if (total > data.length) lines.push(messages.moreKeys(total - data.length));
      return { text: messages.keys(lines.join("\n")) };
    },
  };
}

/** `/aff`: the invite link, or the code alone where the server's address is not set. */
export function createInvite(deps: {
  accounts: Pick<AccountService, "invitationCode">;
  settings: () => Settings;
}): BotCommand {
  return {
    for: "bound",
    async run({ user, messages }) {
      const code = await deps.accounts.invitationCode(user.id);
      const { ServerAddress: address } = deps.settings();
      if (address === "") return { text: messages.inviteCode(escapeHtml(code)) };
      return { text: messages.invite(escapeHtml(`${address}/register?aff=${encodeURIComponent(code)}`)) };
    },
  };
}
