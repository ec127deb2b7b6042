import type { Api } from "grammy";
import { type BotFailure, failureOf, pause } from "./bot-api.ts";
import { type BotConfig, isWebhook, webhookPath } from "./bot-config.ts";

/** Seconds and milliseconds that tests shorten. */
export interface BotTimes {
  /** How long Telegram holds a poll without updates. */
  pollSeconds: number;
  /** Between two looks at who leads, and at Telegram's report of the webhook. */
  lookMilliseconds: number;
  webhookCheckMilliseconds: number;
  /** After a failure, doubled up to the longest. */
  retryMilliseconds: number;
  longestRetryMilliseconds: number;
}

export const usualTimes: BotTimes = {
  pollSeconds: 9,
  lookMilliseconds: 3000,
  webhookCheckMilliseconds: 60_000,
  retryMilliseconds: 1000,
  longestRetryMilliseconds: 60_000,
};

/** Only these are asked for. */
const allowedUpdates = ["message"] as const;

/** What the process does that leads the bot; the others wait. */
export interface Lead {
  config: BotConfig;
  api: Api;
  signal: AbortSignal;
  times: BotTimes;
  /** Shows that this process lives; false: another one leads. */
  renew(): Promise<boolean>;
  /** Notes how the bot fares. Undefined: it is online. */
  report(failure: BotFailure | undefined): Promise<void>;
  /** After the first answer of Telegram: reads and compares the commands. */
  onOnline(): Promise<void>;
  take(update: unknown): Promise<void>;
}

/** Leads until the signal ends or another process leads. Failures are reported and tried again, more and more slowly. */
export async function leadBot(lead: Lead): Promise<void> {
  let tries = 0;
  const onSuccess = (): void => {
    tries = 0;
  };
  while (!lead.signal.aborted) {
    try {
      await (isWebhook(lead.config) ? keepWebhook(lead, onSuccess) : poll(lead, onSuccess));
      return;
    } catch (error) {
      if (lead.signal.aborted) return;
      if (!(error instanceof BotFault) && !isOfTelegram(error)) throw error;
      const failure = error instanceof BotFault ? error.failure : failureOf(error);
      await lead.report(failure);
      const { retryMilliseconds, longestRetryMilliseconds } = lead.times;
      const backOff = Math.min(retryMilliseconds * 2 ** tries, longestRetryMilliseconds);
      tries = Math.min(tries + 1, 16);
      if (!(await waitAsLeader(lead, Math.max(backOff, failure.retryAfter * 1000)))) return;
    }
  }
}

/** Something that is wrong without a failed call. */
class BotFault extends Error {
  override name = "BotFault";
  readonly failure: BotFailure;

  constructor(fault: BotFailure["fault"], detail = "") {
    super(fault);
    this.failure = { fault, detail, retryAfter: 0 };
  }
}

/** Other errors are the database's: this process lets go of the bot. */
function isOfTelegram(error: unknown): boolean {
  return error instanceof Error && (error.name === "GrammyError" || error.name === "HttpError");
}

/** Waits and renews meanwhile; false: this process no longer leads. */
async function waitAsLeader(lead: Lead, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const left = end - performance.now();
    if (lead.signal.aborted || !(await lead.renew())) return false;
    if (left <= 0) return true;
    await pause(Math.min(left, lead.times.lookMilliseconds), lead.signal);
  }
}

async function poll(lead: Lead, onSuccess: () => void): Promise<void> {
  const { api, signal } = lead;
  // Polling does not work while a webhook is set. Updates that wait are kept; old ones are dropped by their time.
  await api.deleteWebhook();
  await lead.onOnline();
  let offset = 0;
  // The first call returns at once, so that the bot is known to be online.
  let timeout = 0;
  while (!signal.aborted && (await lead.renew())) {
    const updates = await api.getUpdates({
      offset,
      timeout,
      allowed_updates: allowedUpdates,
    });
    timeout = lead.times.pollSeconds;
    onSuccess();
    await lead.report(undefined);
    for (const update of updates) {
      if (signal.aborted) return;
      await lead.take(update);
      offset = update.update_id + 1;
    }
  }
}

async function keepWebhook(lead: Lead, onSuccess: () => void): Promise<void> {
  const { api, config, times } = lead;
  if (config.serverAddress === "") throw new BotFault("no_server_address");
  const url = `${config.serverAddress}${webhookPath}`;
  await api.setWebhook(url, {
    secret_token: config.webhookSecret,
    max_connections: 20,
    allowed_updates: allowedUpdates,
  });
  await lead.onOnline();
  const begun = Date.now() / 1000;
  for (;;) {
    onSuccess();
    const info = await api.getWebhookInfo();
    // Another program took the bot: take it back.
    if (info.url !== url) throw new BotFault("conflict");
    const recent = Math.max(begun, Date.now() / 1000 - recentSeconds);
    const failed = (info.last_error_date ?? 0) > recent && info.pending_update_count > 0;
    const detail = (info.last_error_message ?? "").slice(0, 300);
    await lead.report(failed ? { fault: "webhook_failed", detail, retryAfter: 0 } : undefined);
    if (!(await waitAsLeader(lead, times.webhookCheckMilliseconds))) return;
  }
}

/** Telegram's report of a failed call is of interest for so long. */
const recentSeconds = 300;
