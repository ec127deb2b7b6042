import { createHmac } from "node:crypto";
import { cutBytes } from "../../../../platform/cut-bytes.ts";
import { callService } from "../../../call-service.ts";
import { type NoticeChannel, NoticeRejected } from "../channel.ts";
import { descriptor } from "./descriptor.ts";

/** A signed JSON message by POST, by the Standard Webhooks specification (https://www.standardwebhooks.com). */
export const channel: NoticeChannel = {
  descriptor,

  async send({ id, event, title, text, time, count }, account, { milliseconds }) {
    const room = descriptor.longestMessage - Buffer.byteLength(title) - 1;
    const body = JSON.stringify({ id, event, title, text: cutBytes(text, room), time, count });
    const timestamp = String(Math.floor(milliseconds / 1000));
    const signature = signWebhook(account["secret"] ?? "", { id, timestamp, body });
    const response = await callService(account["address"] ?? "", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": signature,
      },
      body,
    });
    if (response.ok) return;
    const retryAfter = Number(response.headers.get("retry-after") ?? 0) || 0;
    throw new NoticeRejected(`status ${response.status}`, { retryAfter });
  },
};

/** `v1,` and the base64 of HMAC-SHA256 over id, timestamp and body, with dots between them. */
export function signWebhook(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
): string {
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
  const signed = `${id}.${timestamp}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}
