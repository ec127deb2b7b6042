import type { Settings } from "@tollgate/contract/settings";
import { botFaults, type TelegramStatus } from "@tollgate/contract/telegram";
import type { Api } from "grammy";
import * as z from "zod";
import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import type { JobRunRepository } from "../../storage/repositories/job-run-repository.ts";
import type { TelegramBotRepository } from "../../storage/repositories/telegram-bot-repository.ts";
import type { TelegramMenuRepository } from "../../storage/repositories/telegram-menu-repository.ts";
import { type BotFailure, openBotApi, pause } from "./bot-api.ts";
import { type BotConfig, botConfigOf, isWebhook } from "./bot-config.ts";
import { hashCommands, listCommands, readCommands, sendCommands } from "./command-list.ts";
import type { BotIdentity, HandleMessage } from "./handle-message.ts";
import { type BotTimes, leadBot } from "./lead-bot.ts";
import type { UserMessages } from "./user-messages.ts";
import { createUpdateTaker, type UpdateTaker } from "./take-updates.ts";

/** The bot in this process. One process of all leads it: it polls, or maintains the webhook. */
export interface BotRunner {
  /** Follows the settings from now on. */
  start(): void;
  /** Applies changed settings. */
  follow(): void;
  /** Aborts calls in progress; resolves soon, even if Telegram hangs. */
  stop(): Promise<void>;
  /** Username of the bot as last seen; empty: there is none. */
  username(): string;
  /** The current bot, if it receives updates by webhook. */
  webhook(): { secret: string; take(update: unknown): Promise<boolean> } | undefined;
  status(): Promise<Omit<TelegramStatus, "commands_differ">>;
}

export interface BotRunnerDependencies {
  settings: () => Settings;
  runs: JobRunRepository;
  bots: TelegramBotRepository;
  menus: TelegramMenuRepository;
  handle: HandleMessage;
  messages: Pick<UserMessages, "keepSending">;
  clock: Clock;
  times: BotTimes;
  onError(error: unknown): void;
}

const runName = "telegram-bot";
/** Longer than a poll and a few slow statements: a living process keeps the bot. */
const heldSeconds = 40;
const forgetUpdatesAfter = 86_400;
/** Messages in progress when this process stops may be answered for this long; then their calls are aborted. */
const graceMilliseconds = 500;
/** The rest of an aborted call is awaited no longer than this. */
const stopMilliseconds = 2000;

const report = z.object({
  bot: z.number(),
  webhook: z.boolean(),
  online: z.boolean(),
  fault: z.enum(botFaults).nullable(),
  detail: z.string(),
});
type Report = z.infer<typeof report>;

/** The bot of one configuration. */
interface Running {
  config: BotConfig;
  taker(): Promise<UpdateTaker>;
  stop(): Promise<void>;
}

export function createBotRunner(deps: BotRunnerDependencies): BotRunner {
  const { runs, clock } = deps;
  let started = false;
  let running: Running | undefined;
  let username = "";
  let changing: Promise<void> = Promise.resolve();

  async function change(): Promise<void> {
    const config = started ? botConfigOf(deps.settings()) : undefined;
    if (JSON.stringify(config) === JSON.stringify(running?.config)) return;
    const before = running;
    running = undefined;
    username = "";
    await before?.stop();
    if (config) running = begin(config);
  }

  /** One change after the other; the last one reads the current settings. */
  function follow(): void {
    changing = changing.then(change).catch(deps.onError);
  }

  function begin(config: BotConfig): Running {
    const leading = new AbortController();
    const answering = new AbortController();
    let taker: Promise<UpdateTaker> | undefined;
    const openTaker = (): Promise<UpdateTaker> => {
      taker ??= openUpdates(config, answering.signal).catch((error: unknown) => {
        taker = undefined;
        throw error;
      });
      return taker;
    };
    const loop = keepLooking(config, leading.signal, openTaker);
    return {
      config,
      taker: openTaker,
      async stop() {
        leading.abort();
        const settled = taker?.then((one) => one.settled()).catch(() => {});
        await within(graceMilliseconds, settled);
        answering.abort();
        await within(stopMilliseconds, Promise.all([loop, settled]));
      },
    };
  }

  /** The bot's name, from the database or from Telegram. */
  async function identify(api: Api, botId: number): Promise<BotIdentity> {
    const known = await deps.bots.find(botId);
    if (known) return { id: botId, username: known.username };
    const me = await api.getMe();
    return { id: me.id, username: me.username };
  }

  async function openUpdates(config: BotConfig, signal: AbortSignal): Promise<UpdateTaker> {
    const api = await openBotApi(config, signal);
    const bot = await identify(api, config.botId);
    return createUpdateTaker({ ...deps, api, bot, signal });
  }

  /** Leads whenever no other process does. */
  async function keepLooking(
    config: BotConfig,
    signal: AbortSignal,
    openTaker: () => Promise<UpdateTaker>,
  ): Promise<void> {
    while (!signal.aborted) {
      try {
        await lookOnce(config, signal, openTaker);
      } catch (error) {
        if (!signal.aborted) deps.onError(error);
      }
      await pause(deps.times.lookMilliseconds, signal);
    }
  }

  async function lookOnce(
    config: BotConfig,
    signal: AbortSignal,
    openTaker: () => Promise<UpdateTaker>,
  ): Promise<void> {
    const known = await deps.bots.find(config.botId);
    // Changed settings have cleared the name, or another bot has set its own.
    if (signal.aborted) return;
    username = known?.username ?? "";
    const holder = randomText(20);
    const now = clock.now();
    const progress = reportText(config, false);
    // Reads first: a waiting process writes nothing.
    if (isHeld(await runs.find(runName), now)) return;
    if (!(await runs.hold(runName, { holder, now, until: now + heldSeconds, progress }))) return;
    let last = progress;
    const report = async (online: boolean, failure?: BotFailure): Promise<void> => {
      const text = reportText(config, online, failure);
      if (text === last) return;
      last = text;
      await runs.report(runName, holder, text);
    };
    const sending = new AbortController();
    const sender: { running?: Promise<void> | undefined } = {};
    try {
      await deps.bots.forgetUpdates(now - forgetUpdatesAfter);
      const api = await openBotApi(config, signal);
      const sendSignal = AbortSignal.any([signal, sending.signal]);
      const sendApi = await openBotApi(config, sendSignal);
      await leadBot({
        config,
        api,
        signal,
        times: deps.times,
        renew: () => runs.renew(runName, holder, clock.now() + heldSeconds),
        report: (failure) => report(failure === undefined, failure),
        async onOnline() {
          await introduce(api, config.botId, signal);
          sender.running ??= deps.messages.keepSending(sendApi, sendSignal, deps.times.lookMilliseconds);
        },
        take: async (update) => (await openTaker()).take(update),
      });
    } finally {
      sending.abort();
      await sender.running;
      await runs.release(runName, holder, last);
    }
  }

  /** Stores the bot's name and which commands Telegram shows; a bot without any gets them. */
  async function introduce(api: Api, botId: number, signal: AbortSignal): Promise<void> {
    const me = await api.getMe();
    const lists = await listCommands(deps.menus);
    let held = await readCommands(api, lists);
    if (held.every(({ commands }) => commands.length === 0)) {
      await sendCommands(api, lists);
      held = lists;
    }
    if (signal.aborted) return;
    username = me.username;
    await deps.bots.save({ bot_id: botId, username: me.username, commands_hash: hashCommands(held) });
  }

  return {
    start() {
      started = true;
      follow();
    },
    follow,
    async stop() {
      started = false;
      follow();
      await changing;
    },
    username: () => username,
    webhook() {
      const bot = running;
      if (!bot || !isWebhook(bot.config)) return undefined;
      return {
        secret: bot.config.webhookSecret,
        take: async (update) => (await bot.taker()).takeNow(update),
      };
    },
    async status() {
      const config = botConfigOf(deps.settings());
      if (!config) return { ...unknown, state: "off" };
      const run = await runs.find(runName);
      const read = isHeld(run, clock.now()) ? readReport(run?.progress ?? "") : undefined;
      const is_webhook = isWebhook(config);
      if (read?.bot !== config.botId || read.webhook !== is_webhook)
        return { ...unknown, is_webhook, state: "starting" };
      const bot = (await deps.bots.find(config.botId))?.username ?? "";
      const { online, fault, detail } = read;
      const state = online ? "online" : fault === null ? "starting" : "failing";
      return { status: online, is_webhook, state, bot, fault, detail };
    },
  };
}

/** Waits for work, but no longer than this. */
async function within(milliseconds: number, work: Promise<unknown> | undefined): Promise<void> {
  const done = new AbortController();
  await Promise.race([work, pause(milliseconds, done.signal)]);
  done.abort();
}

const unknown = { status: false, is_webhook: false, bot: "", fault: null, detail: "" } as const;

function isHeld(run: { holder: string; held_until: number } | undefined, now: number): boolean {
  return run !== undefined && run.holder !== "" && run.held_until >= now;
}

function reportText(config: BotConfig, online: boolean, failure?: BotFailure): string {
  const { fault = null, detail = "" } = failure ?? {};
  const text: Report = { bot: config.botId, webhook: isWebhook(config), online, fault, detail };
  return JSON.stringify(text);
}

function readReport(text: string): Report | undefined {
  try {
    return report.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
