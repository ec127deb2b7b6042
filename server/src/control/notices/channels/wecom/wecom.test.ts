import { afterAll, beforeAll, expect, it } from "vitest";
import { describeNoticeChannel } from "../../../../../test/conformance/notice-conformance.ts";
import { type NoticeStandIn, startNoticeStandIn } from "../../../../../test/support/notice-stand-in.ts";
import { NoticeRejected } from "../channel.ts";
import { channel } from "./index.ts";

let service: NoticeStandIn;

const rejection = {
  json: { errcode: 93000, errmsg: "invalid webhook url, hint: [1790000000], from ip: 1.2.3.4" },
};
beforeAll(async () => {
  service = await startNoticeStandIn({
    read({ path, query, body }) {
      if (path !== "/cgi-bin/webhook/send" || query.get("key") !== "693a91f6-7xxx") return "rejected: key";
      const { msgtype, text } = JSON.parse(body) as { msgtype: string; text: { content: string } };
      return msgtype === "text" && Buffer.byteLength(text.content) <= 2048
        ? text.content
        : "rejected: length";
    },
    accepted: { json: { errcode: 0, errmsg: "ok" } },
    rejected: rejection,
  });
});
afterAll(() => service?.stop());

const account = () => ({ address: service.url, key: "693a91f6-7xxx" });

describeNoticeChannel({
  channel,
  account,
  received: () => service.messages.at(-1),
  rejectNext: () => service.replies.push(rejection),
  answerNext: (reply) => service.replies.push(reply),
});

const message = { id: "msg_1", event: "test", title: "Title", text: "Text", time: 1_790_000_000, count: 1 };
const given = {
  milliseconds: Date.now(),
  delivered: [] as string[],
  mail: () => Promise.reject(new Error("no mail")),
};

it("waits a minute after the robot sent too many messages", async () => {
  service.replies.push({ json: { errcode: 45009, errmsg: "api freq out of limit" } });
  const error: unknown = await channel.send(message, account(), given).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NoticeRejected);
  expect(error).toMatchObject({ message: "api freq out of limit (45009)", retryAfter: 60 });
});
