import type { Api } from "grammy";
import { failureOf, pause } from "./bot-api.ts";
import type { Reply } from "./commands/command.ts";

/** Telegram's longest message, after parsing its markup. */
const longestText = 4096;
/** Longest rate limit that is waited for; a longer one drops the reply. */
const waitedSeconds = 5;

/**
 * Sends a reply. A chat that blocked the bot is skipped.
 * @throws errors of grammY
 */
export async function sendReply(api: Api, chatId: number, reply: Reply, signal: AbortSignal): Promise<void> {
  try {
    await send(api, chatId, reply);
  } catch (error) {
    const { fault, detail, retryAfter } = failureOf(error);
    if (fault === "rate_limited" && retryAfter <= waitedSeconds) {
      await pause(retryAfter * 1000, signal);
      return send(api, chatId, reply);
    }
    // Saved before Telegram's rules changed, or by another program: send the text without its styles.
    if (fault === "refused" && /can't parse entities/i.test(detail))
      return send(api, chatId, { text: reply.text, mode: "plain" });
    if (fault === "refused" && /blocked|deactivated|kicked|not found/i.test(detail)) return;
    throw error;
  }
}

async function send(api: Api, chatId: number, { text, mode = "HTML", prompt }: Reply): Promise<void> {
  await api.sendMessage(chatId, text.slice(0, longestText), {
    ...(mode !== "plain" && { parse_mode: mode }),
    link_preview_options: { is_disabled: true },
    ...(prompt && { reply_markup: { force_reply: true } }),
  });
}
