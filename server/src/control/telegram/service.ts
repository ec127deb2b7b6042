import type { Settings } from "@tollgate/contract/settings";
import type { StepUp } from "@tollgate/contract/step-up";
import type { TelegramBindCode, TelegramStatus } from "@tollgate/contract/telegram";
import type { RateLimiter } from "../../http/register-endpoint.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { type SecretBox, sameSecret } from "../../platform/secret-box.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import { createJobRunRepository } from "../../storage/repositories/job-run-repository.ts";
import { createTelegramBotRepository } from "../../storage/repositories/telegram-bot-repository.ts";
import { createTelegramMenuRepository } from "../../storage/repositories/telegram-menu-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { AccountService } from "../accounts/service.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { AuthService } from "../auth/service.ts";
import { lockCaller } from "../lock-caller.ts";
import type { RedemptionService } from "../redemptions/service.ts";
import type { SettingsService } from "../settings/service.ts";
import type { TokenService } from "../tokens/service.ts";
import { createBindCodes } from "./bind-codes.ts";
import { failureOf, openBotApi } from "./bot-api.ts";
import { botConfigOf } from "./bot-config.ts";
import { hashCommands, listCommands, sendCommands } from "./command-list.ts";
import { createCommands } from "./commands/all-commands.ts";
import { createMessageHandler } from "./handle-message.ts";
import { type BotTimes, usualTimes } from "./lead-bot.ts";
import { createTelegramMenus, type TelegramMenus } from "./menus.ts";
import { createBotRunner } from "./run-bot.ts";
import type { UserMessages } from "./user-messages.ts";

export type { BotTimes };

/** The Telegram bot: its messages, its custom commands, and whether it runs. */
export interface TelegramService {
  menus: TelegramMenus;
  /** Starts the bot if one is set up, and follows the settings from then on. */
  start(): void;
  stop(): Promise<void>;
  /** Username of the bot; empty: there is none. Never waits. */
  botName(): string;
  status(): Promise<TelegramStatus>;
  /**
   * Sends commands and descriptions to Telegram.
   * @throws AppError telegram.off, telegram.refused, telegram.unreachable
   */
  reload(actor: Actor): Promise<void>;
  /**
   * A one-time code that binds the actor's account.
   * @throws AppError telegram.off, telegram.bound, and errors of `AuthService.requireStepUp`
   */
  createBindCode(actor: Actor, stepUp: StepUp, sessionId: string | undefined): Promise<TelegramBindCode>;
  /** An update that Telegram sends; returns the status of the response. */
  receive(secret: string, body: unknown): Promise<200 | 401 | 404 | 503>;
}

export interface TelegramDependencies {
  database: Database;
  users: UserRepository;
  ledger: Ledger<TransactionQueries>;
  settings: SettingsService;
  changeNotice: ChangeNotice;
  accounts: AccountService;
  auth: AuthService;
  redemptions: RedemptionService;
  tokens: TokenService;
  audit: Audit;
  secretBox: SecretBox;
  rateLimiter: RateLimiter;
  messages: Pick<UserMessages, "keepSending">;
  clock: Clock;
  onError(error: unknown): void;
  /** For tests: shorter than a server's. */
  botTimes?: BotTimes | undefined;
}

/** A reload that Telegram does not respond to is given up after this. */
const reloadMilliseconds = 8000;

export function createTelegramService(deps: TelegramDependencies): TelegramService {
  const { database, audit } = deps;
  const settings = (): Settings => deps.settings.current();
  const menuRows = createTelegramMenuRepository(database.queries);
  const bots = createTelegramBotRepository(database.queries);
  const codes = createBindCodes(deps);
  const runner = createBotRunner({
    ...deps,
    settings,
    runs: createJobRunRepository(database.queries),
    bots,
    menus: menuRows,
    handle: createMessageHandler({
      ...deps,
      commands: createCommands({ ...deps, settings, codes, menus: menuRows }),
      menus: menuRows,
    }),
    times: deps.botTimes ?? usualTimes,
  });
  deps.changeNotice.subscribe("settings", () => runner.follow());

  async function commandsDiffer(): Promise<boolean> {
    const config = botConfigOf(settings());
    const held = config && (await bots.find(config.botId));
    return held !== undefined && held.commands_hash !== hashCommands(await listCommands(menuRows));
  }

  return {
    menus: createTelegramMenus(deps),
    start: () => runner.start(),
    stop: () => runner.stop(),
    botName: () => runner.username(),
    status: async () => ({ ...(await runner.status()), commands_differ: await commandsDiffer() }),

    async reload(actor) {
      const config = botConfigOf(settings());
      const bot = config && (await bots.find(config.botId));
      if (!config || !bot) throw new AppError("telegram.off");
      const api = await openBotApi(config, AbortSignal.timeout(reloadMilliseconds));
      const lists = await listCommands(menuRows);
      await sendCommands(api, lists).catch(reject);
      await database.transaction(async (queries) => {
        await createTelegramBotRepository(queries).save({ ...bot, commands_hash: hashCommands(lists) });
        const target = { type: "telegram_bot", id: config.botId, name: bot.username };
        await audit.record(queries, actor, { action: "telegram_bot.reload", target });
      });
    },

    async createBindCode(actor, stepUp, sessionId) {
      if (runner.username() === "") throw new AppError("telegram.off");
      await deps.auth.requireStepUp(actor, stepUp, sessionId);
      const user = await deps.users.find(actor.id);
      if (user?.telegram_id) throw new AppError("telegram.bound");
      const code = await database.transaction(async (queries) => {
        await lockCaller(queries, actor);
        return codes.issue(queries, actor.id);
      });
      return { ...code, bot: runner.username() };
    },

    async receive(secret, body) {
      const webhook = runner.webhook();
      if (!webhook) return 404;
      if (!sameSecret(secret, webhook.secret)) return 401;
      // Unreadable updates get 200, too: Telegram repeats everything else.
      try {
        return (await webhook.take(body)) ? 200 : 503;
      } catch (error) {
        deps.onError(error);
        return 503;
      }
    },
  };
}

function reject(error: unknown): never {
  const { fault, detail } = failureOf(error);
  if (fault === "unreachable") throw new AppError("telegram.unreachable");
  throw new AppError("telegram.refused", { params: { reason: detail } });
}
