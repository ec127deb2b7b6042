import type { Api } from "grammy";
import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { sealedColumns } from "../../storage/repositories/secret-columns.ts";
import type { TelegramMessageRepository } from "../../storage/repositories/telegram-message-repository.ts";
import { failureOf, isApiError, pause } from "./bot-api.ts";
import { sendReply } from "./send-reply.ts";

/** Seconds until the next attempt, after each failed one; then the message is given up. */
export const retrySeconds = [30, 120, 600, 1800];
/** A notice that waited longer is no news. */
const keptSeconds = 86_400;
/** Messages between two looks at the queue. */
const mostPerLook = 20;
/** More are dropped: one account's tasks do not delay the notices of others. */
const mostPerChat = 50;
/** Longest text, so that a title in front and Telegram's limit of 4,096 fit. */
const longestText = 3500;

/** Notices to users through the bot: stored by any process, sent by the one that leads the bot. */
export interface UserMessages {
  put(chatId: string, title: string, text: string): Promise<void>;
  /** Sends until the signal aborts. Failures of Telegram are retried; after others it looks again. */
  keepSending(api: Api, signal: AbortSignal, lookMilliseconds: number): Promise<void>;
}

export function createUserMessages(deps: {
  messages: TelegramMessageRepository;
  secretBox: SecretBox;
  clock: Clock;
  onError(error: unknown): void;
}): UserMessages {
  const { messages, secretBox, clock } = deps;

  async function sendDue(api: Api, signal: AbortSignal): Promise<void> {
    for (const row of await messages.due(clock.now(), mostPerLook)) {
      if (signal.aborted) return;
      if (row.created_time <= clock.now() - keptSeconds) {
        await messages.delete(row.id);
        continue;
      }
      const wait = retrySeconds[row.attempts];
      const until = clock.now() + (wait ?? keptSeconds);
      if (!(await messages.take(row.id, row.next_time, until))) continue;
      try {
        const text = secretBox.open(row.body_encrypted, sealedColumns.telegramMessage(row.seal_ref));
        await sendReply(api, Number(row.chat_id), { text, mode: "plain" }, signal);
      } catch (error) {
        if (signal.aborted) return;
        const mayWork = !isApiError(error) || failureOf(error).fault !== "refused";
        // The next message would fail as well: look again later, when this one comes behind the others.
        if (mayWork && wait !== undefined) return;
      }
      await messages.delete(row.id);
    }
  }

  return {
    async put(chatId, title, text) {
      if ((await messages.waiting(chatId)) >= mostPerChat) return;
      const seal_ref = randomText(20);
      const body = `${title}\n\n${text}`.slice(0, longestText);
      await messages.insert({
        chat_id: chatId,
        created_time: clock.now(),
        next_time: clock.now(),
        attempts: 0,
        seal_ref,
        body_encrypted: secretBox.seal(body, sealedColumns.telegramMessage(seal_ref)),
      });
    },

    async keepSending(api, signal, lookMilliseconds) {
      while (!signal.aborted) {
        await sendDue(api, signal).catch(deps.onError);
        await pause(lookMilliseconds, signal);
      }
    },
  };
}
