import type { Api } from "grammy";
import type { Clock } from "../../platform/clock.ts";
import type { TelegramBotRepository } from "../../storage/repositories/telegram-bot-repository.ts";
import { loggedFailure, isApiError } from "./bot-api.ts";
import type { BotIdentity, HandleMessage } from "./handle-message.ts";
import { type IncomingUpdate, readUpdate } from "./incoming-update.ts";
import { sendReply } from "./send-reply.ts";

/** Messages that one process answers concurrently: bounds memory while the Bot API hangs. */
const atOnce = 20;

/** Receives the updates of one bot, by polling or webhook. Unreadable ones are dropped. */
export interface UpdateTaker {
  /** Waits for a free slot, then answers in the background. */
  take(update: unknown): Promise<void>;
  /** The same without waiting; false, and nothing received, if there is no free slot. */
  takeNow(update: unknown): boolean;
  /** Resolves when everything in progress has ended. */
  settled(): Promise<void>;
}

export interface UpdateDependencies {
  api: Api;
  bot: BotIdentity;
  signal: AbortSignal;
  bots: Pick<TelegramBotRepository, "takeUpdate">;
  handle: HandleMessage;
  clock: Clock;
  onError(error: unknown): void;
}

/**
 * An update that any process received is dropped. It is recorded before it is answered: after a crash between the two a
 * user sends a command again, instead of getting it executed twice.
 */
export function createUpdateTaker(deps: UpdateDependencies): UpdateTaker {
  const { api, bot, signal } = deps;
  const running = new Set<Promise<void>>();

  async function answer({ message, update_id: id }: IncomingUpdate): Promise<void> {
    if (!message || !(await deps.bots.takeUpdate(bot.id, id, deps.clock.now()))) return;
    const reply = await deps.handle(bot, message);
    if (reply) await sendReply(api, message.chat.id, reply, signal);
  }

  function begin(sent: unknown): void {
    const update = readUpdate(sent);
    if (!update) return;
    const run: Promise<void> = answer(update)
      .catch((error: unknown) => {
        if (!signal.aborted) deps.onError(isFromApi(error) ? loggedFailure(error) : error);
      })
      .finally(() => running.delete(run));
    running.add(run);
  }

  return {
    async take(update) {
      while (running.size >= atOnce) await Promise.race(running);
      begin(update);
    },
    takeNow(update) {
      if (running.size >= atOnce) return false;
      begin(update);
      return true;
    },
    async settled() {
      await Promise.all(running);
    },
  };
}

/** grammY's errors contain messages of users. */
function isFromApi(error: unknown): boolean {
  return isApiError(error) || (error instanceof Error && error.name === "HttpError");
}
