import * as z from "zod";
import { cutBytes } from "../../../../platform/cut-bytes.ts";
import { callForJson } from "../../../call-service.ts";
import { type NoticeChannel, NoticeRejected } from "../channel.ts";
import { descriptor } from "./descriptor.ts";

const answer = z.object({ errcode: z.number(), errmsg: z.string().default("") });

/** Twenty messages a minute for each robot. */
const tooOften = 45_009;

/** A group robot of WeCom. Messages of the type text have no markup. */
export const channel: NoticeChannel = {
  descriptor,

  async send({ title, text }, account) {
    const query = new URLSearchParams({ key: account["key"] ?? "" });
    const base = account["address"] || "https://qyapi.weixin.qq.com";
    const content = cutBytes(`${title}\n\n${text}`, descriptor.longestMessage);
    const { body } = await callForJson(answer, `${base}/cgi-bin/webhook/send?${query.toString()}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ msgtype: "text", text: { content } }),
    });
    if (body.errcode !== 0)
      throw new NoticeRejected(`${body.errmsg} (${body.errcode})`, {
        retryAfter: body.errcode === tooOften ? 60 : 0,
      });
  },
};
