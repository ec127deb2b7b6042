import * as z from "zod";
import { cutBytes } from "../../../../platform/cut-bytes.ts";
import { callForJson } from "../../../call-service.ts";
import { type NoticeChannel, NoticeRejected } from "../channel.ts";
import { descriptor } from "./descriptor.ts";

const answer = z.object({
  code: z.number(),
  error: z.string().default(""),
  content: z.object({ result: z.array(z.unknown()).default([]) }).optional(),
});

/** PushDeer, hosted or self-hosted. Messages of the type text have no markup. */
export const channel: NoticeChannel = {
  descriptor,

  async send({ title, text }, account) {
    const base = account["address"] || "https://api2.pushdeer.com";
    const message = cutBytes(`${title}\n\n${text}`, descriptor.longestMessage);
    const { body } = await callForJson(answer, `${base}/message/push`, {
      method: "POST",
      // In the body: a key in the query would be in the log of every proxy on the way.
      body: new URLSearchParams({ pushkey: account["push_key"] ?? "", text: message, type: "text" }),
    });
    if (body.code !== 0) throw new NoticeRejected(`${body.error} (${body.code})`);
    // An unknown key is no error of the service: it has no device to push to.
    if (body.content?.result.length === 0) throw new NoticeRejected("The key belongs to no device.");
  },
};
