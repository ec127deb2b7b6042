import { createHmac } from "node:crypto";
import * as z from "zod";
import { cutBytes } from "../../../../platform/cut-bytes.ts";
import { callForJson } from "../../../call-service.ts";
import { type NoticeAccount, type NoticeChannel, NoticeRejected } from "../channel.ts";
import { descriptor } from "./descriptor.ts";

const answer = z.object({ errcode: z.number(), errmsg: z.string().default("") });

/** Robots send 20 messages a minute; the service then rejects them for ten minutes. */
const tooOften: Readonly<Record<number, number>> = { 130101: 600, 660026: 600 };

/** A custom robot of a DingTalk group. Messages of the type text have no markup. */
export const channel: NoticeChannel = {
  descriptor,

  async send({ title, text }, account, { milliseconds }) {
    const query = new URLSearchParams({
      access_token: account["token"] ?? "",
      ...signature(account, milliseconds),
    });
    const url = `${account["address"] || "https://oapi.dingtalk.com"}/robot/send?${query.toString()}`;
    const keyword = account["keyword"] ? `${account["keyword"]}\n` : "";
    const content = cutBytes(`${keyword}${title}\n\n${text}`, descriptor.longestMessage);
    const { body } = await callForJson(answer, url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ msgtype: "text", text: { content }, at: { isAtAll: false } }),
    });
    if (body.errcode !== 0)
      throw new NoticeRejected(`${body.errmsg} (${body.errcode})`, {
        retryAfter: tooOften[body.errcode] ?? 0,
      });
  },
};

function signature(account: NoticeAccount, milliseconds: number): Record<string, string> {
  const secret = account["secret"];
  if (!secret) return {};
  const timestamp = String(milliseconds);
  const sign = createHmac("sha256", secret).update(`${timestamp}\n${secret}`).digest("base64");
  return { timestamp, sign };
}
