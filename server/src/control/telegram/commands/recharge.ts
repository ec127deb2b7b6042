import type { Settings } from "@tollgate/contract/settings";
import type { Ledger } from "../../../ledger/ledger.ts";
import { AppError } from "../../../platform/app-error.ts";
import type { TransactionQueries } from "../../../storage/database.ts";
import type { RedemptionService } from "../../redemptions/service.ts";
import type { RedeemCode } from "../messages/bot-messages.ts";
import { actorOf, type BotCommand, type OwnMessage, type Reply, shownName, shownQuota } from "./command.ts";

export interface RechargeDependencies {
  redemptions: Pick<RedemptionService, "redeem">;
  ledger: Ledger<TransactionQueries>;
  settings: () => Settings;
}

/** Longest code that is looked up, as in the console. */
const longestCode = 100;

/** `/recharge`: redeems a code as the console does, with its limits of wrong codes. */
export function createRecharge({ redemptions, ledger, settings }: RechargeDependencies): BotCommand {
  async function redeem({ user, senderId, args, messages }: OwnMessage): Promise<Reply> {
    try {
      const code = args.slice(0, longestCode);
      const added = shownQuota(await redemptions.redeem(actorOf(user, senderId), code), settings());
      const balance = shownQuota(await ledger.balanceOf(user.id), settings());
      return { text: messages.recharged({ added, balance, username: shownName(user.username) }) };
    } catch (error) {
      const text = error instanceof AppError ? messages.redeem[error.code as RedeemCode] : undefined;
      if (text === undefined) throw error;
      return { text };
    }
  }

  return {
    for: "bound",
    async run(message) {
      if (message.args !== "") return redeem(message);
      return { text: message.messages.rechargePrompt, mode: "plain", prompt: true };
    },
  };
}
