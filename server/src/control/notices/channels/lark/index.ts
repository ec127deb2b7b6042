import { createHmac } from "node:crypto";
import * as z from "zod";
import { cutBytes } from "../../../../platform/cut-bytes.ts";
import { callForJson } from "../../../call-service.ts";
import { type NoticeAccount, type NoticeChannel, NoticeRejected } from "../channel.ts";
import { descriptor } from "./descriptor.ts";

const answer = z.object({ code: z.number(), msg: z.string().default("") });

/** Five messages a second and a hundred a minute for each bot. */
const tooOften = [11_232, 9499];

/**
 * A custom bot of a Lark group. Text elements of a rich message are shown as they are, unlike those of a text message,
 * which may contain `<at>`.
 */
export const channel: NoticeChannel = {
  descriptor,

  async send({ title, text }, account, { milliseconds }) {
    const base = account["address"] || "https://open.feishu.cn";
    const keyword = account["keyword"] ? `${account["keyword"]}\n` : "";
    const room = descriptor.longestMessage - Buffer.byteLength(title) - 1;
    const lines = cutBytes(`${keyword}${text}`, room);
    const content = [[{ tag: "text", text: lines }]];
    const token = encodeURIComponent(account["token"] ?? "");
    const { body } = await callForJson(answer, `${base}/open-apis/bot/v2/hook/${token}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        ...signature(account, milliseconds),
        msg_type: "post",
        content: { post: { zh_cn: { title, content } } },
      }),
    });
    if (body.code !== 0)
      throw new NoticeRejected(`${body.msg} (${body.code})`, {
        retryAfter: tooOften.includes(body.code) ? 60 : 0,
      });
  },
};

/** The key is timestamp and secret; the signed text is empty. */
function signature(account: NoticeAccount, milliseconds: number): Record<string, string> {
  const secret = account["secret"];
  if (!secret) return {};
  const timestamp = String(Math.floor(milliseconds / 1000));
  const sign = createHmac("sha256", `${timestamp}\n${secret}`).digest("base64");
  return { timestamp, sign };
}
