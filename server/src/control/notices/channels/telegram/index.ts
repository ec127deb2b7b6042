import * as z from "zod";
import { cutBytes } from "../../../../platform/cut-bytes.ts";
import { callForJson } from "../../../call-service.ts";
import { type NoticeAccount, type NoticeChannel, NoticeRejected } from "../channel.ts";
import { descriptor } from "./descriptor.ts";

const answer = z.object({
  ok: z.boolean(),
  description: z.string().default(""),
  parameters: z.object({ retry_after: z.number().default(0) }).optional(),
});

/** Telegram's Bot API. Without a parse mode nothing in the text is markup. */
export const channel: NoticeChannel = {
  descriptor,

  async send({ title, text }, account, { delivered }) {
    const message = cutBytes(`${title}\n\n${text}`, descriptor.longestMessage);
    const chats = chatsOf(account).filter((chat) => !delivered.includes(chat));
    const tries = await Promise.allSettled(chats.map((chat) => sendTo(chat, message, account)));
    const failed = tries.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    if (failed.length === 0) return;
    const reached = chats.filter((_, index) => tries[index]?.status === "fulfilled");
    if (reached.length === 0) throw failed[0];
    const reasons = failed.map((error) => (error instanceof Error ? error.message : "")).join("; ");
    const waits = failed.map((error) => (error instanceof NoticeRejected ? error.retryAfter : 0));
    throw new NoticeRejected(reasons, { retryAfter: Math.max(...waits), delivered: reached });
  },
};

async function sendTo(chat: string, text: string, account: NoticeAccount): Promise<void> {
  const url = `${account["address"] || "https://api.telegram.org"}/bot${account["token"]}/sendMessage`;
  const { body } = await callForJson(answer, url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ chat_id: chat, text, link_preview_options: { is_disabled: true } }),
  });
  if (!body.ok)
    throw new NoticeRejected(`${chat}: ${body.description}`, {
      retryAfter: body.parameters?.retry_after ?? 0,
    });
}

function chatsOf(account: NoticeAccount): string[] {
  return [...new Set((account["chat_ids"] ?? "").split(",").map((chat) => chat.trim()))];
}
