import type { Api } from "grammy";
import { type BotFailure, failureOf, pause } from "./bot-api.ts";
import { type BotConfig, isWebhook, webhookPath } from "./bot-config.ts";

/** Seconds and milliseconds that tests shorten. */
export interface BotTimes {
  /** How long Telegram keeps a poll without updates open. */
  pollSeconds: number;
  /** Between two checks of the leader, and of Telegram's webhook report. */
  lookMilliseconds: number;
  webhookCheckMilliseconds: number;
  /** Between two comparisons of the commands: another program can change them. */
  commandCheckMilliseconds: number;
  /** After a failure, doubled up to the maximum. */
  retryMilliseconds: number;
  longestRetryMilliseconds: number;
}

export const usualTimes: BotTimes = {
  pollSeconds: 9,
  lookMilliseconds: 3000,
  webhookCheckMilliseconds: 60_000,
  commandCheckMilliseconds: 600_000,
  retryMilliseconds: 1000,
  longestRetryMilliseconds: 60_000,
};

/** Only these updates are requested. */
const allowedUpdates = ["message"] as const;

/** Work of the process that leads the bot; the others wait. */
export interface Lead {
  config: BotConfig;
  api: Api;
  signal: AbortSignal;
  times: BotTimes;
  /** Renews the leadership; false: another process leads. */
  renew(): Promise<boolean>;
  /** Records the bot's status. Undefined: it is online. */
  report(failure: BotFailure | undefined): Promise<void>;
  /** After the first response of Telegram, and from time to time: reads and compares the commands. */
  onOnline(): Promise<void>;
  take(update: unknown): Promise<void>;
}

/** Leads until the signal aborts or another process leads. Failures are reported and retried with backoff. */
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

/** A problem without a failed call. */
class BotFault extends Error {
  override name = "BotFault";
  readonly failure: BotFailure;

  constructor(fault: BotFailure["fault"], detail = "") {
    super(fault);
    this.failure = { fault, detail, retryAfter: 0 };
  }
}

/** Other errors are the database's: this process gives up the bot. */
function isOfTelegram(error: unknown): boolean {
  return error instanceof Error && (error.name === "GrammyError" || error.name === "HttpError");
}

/** Waits and renews the leadership; false: this process no longer leads. */
async function waitAsLeader(lead: Lead, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const left = end - performance.now();
    if (lead.signal.aborted || !(await lead.renew())) return false;
    if (left <= 0) return true;
    await pause(Math.min(left, lead.times.lookMilliseconds), lead.signal);
  }
}

/** Compares the commands at the first call, and again when it is time. */
function checkRegularly({ onOnline, times }: Lead): () => Promise<void> {
  let checked = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - checked < times.commandCheckMilliseconds) return;
    await onOnline();
    checked = performance.now();
  };
}

async function poll(lead: Lead, onSuccess: () => void): Promise<void> {
  const { api, signal } = lead;
  // Polling does not work while a webhook is set. Waiting updates are kept; old ones are dropped by their time.
  await api.deleteWebhook();
  const checkCommands = checkRegularly(lead);
  let offset = 0;
  // The first call returns immediately, so that the bot is known to be online.
  let timeout = 0;
  while (!signal.aborted && (await lead.renew())) {
    await checkCommands();
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
  const checkCommands = checkRegularly(lead);
  const begun = Date.now() / 1000;
  for (;;) {
    await checkCommands();
    onSuccess();
    const info = await api.getWebhookInfo();
    // Another program took the bot over: take it back.
    if (info.url !== url) throw new BotFault("conflict");
    const recent = Math.max(begun, Date.now() / 1000 - recentSeconds);
    const failed = (info.last_error_date ?? 0) > recent && info.pending_update_count > 0;
    const detail = (info.last_error_message ?? "").slice(0, 300);
    await lead.report(failed ? { fault: "webhook_failed", detail, retryAfter: 0 } : undefined);
    if (!(await waitAsLeader(lead, times.webhookCheckMilliseconds))) return;
  }
}

/** How long Telegram's report of a failed call is shown. */
const recentSeconds = 300;
