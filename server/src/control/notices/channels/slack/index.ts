import { cutBytes } from "../../../../platform/cut-bytes.ts";
import { callService } from "../../../call-service.ts";
import { type NoticeAccount, type NoticeChannel, NoticeRejected } from "../channel.ts";
import { descriptor } from "./descriptor.ts";

/** An incoming webhook of Slack or of a compatible server. */
export const channel: NoticeChannel = {
  descriptor,

  async send({ title, text }, account) {
    const message = cutBytes(`${title}\n\n${text}`, descriptor.longestMessage);
    const response = await callService(webhookOf(account), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        text: escape(message),
        mrkdwn: false,
        unfurl_links: false,
        unfurl_media: false,
      }),
    });
    if (response.ok) return;
    const retryAfter = Number(response.headers.get("retry-after") ?? 0) || 0;
    const reason = (await response.text()).trim().slice(0, 300);
    throw new NoticeRejected(`${reason || "no reason"} (${response.status})`, { retryAfter });
  },
};

/** An administrator enters it, but only a super administrator sets the server that is called. */
function webhookOf(account: NoticeAccount): string {
  const base = new URL(account["address"] || "https://hooks.slack.com");
  const url = URL.parse(account["webhook"] ?? "", base.href);
  if (url === null || url.origin !== base.origin || url.username !== "" || url.password !== "")
    throw new NoticeRejected(`The webhook address does not belong to ${base.origin}.`);
  return url.href;
}

/**
 * Slack's entities; mentions of everyone get an invisible space, so that servers which parse names in text notify no
 * one.
 */
function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/@(?=\w)/g, "@\u200b");
}
