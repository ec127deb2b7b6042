import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeNoticeChannel } from "../../../../../test/conformance/notice-conformance.ts";
import { type NoticeStandIn, startNoticeStandIn } from "../../../../../test/support/notice-stand-in.ts";
import { NoticeRejected } from "../channel.ts";
import { channel } from "./index.ts";

let service: NoticeStandIn;

interface Post {
  timestamp?: string;
  sign?: string;
  msg_type: string;
  content: {
    post: { zh_cn: { title: string; content: { tag: string; text: string; un_escape?: boolean }[][] } };
  };
}
const rejection = {
  json: { code: 19021, msg: "sign match fail or timestamp is not within one hour from current time" },
};
beforeAll(async () => {
  service = await startNoticeStandIn({
    read({ path, body }) {
      const { timestamp = "", sign, msg_type, content } = JSON.parse(body) as Post;
      const expected = createHmac("sha256", `${timestamp}\nthe secret`).digest("base64");
      if (path !== "/open-apis/bot/v2/hook/the-token" || !/^\d{10}$/.test(timestamp) || sign !== expected)
        return "rejected: signature";
      const { title, content: lines } = content.post.zh_cn;
      const texts = lines
        .flat()
        .map(({ tag, text, un_escape }) => (tag === "text" && !un_escape ? text : "?"));
      return msg_type === "post" ? `${title}\n${texts.join("")}` : "rejected: type";
    },
    accepted: { json: { code: 0, msg: "success", data: {}, StatusCode: 0, StatusMessage: "success" } },
    rejected: rejection,
  });
});
afterAll(() => service?.stop());

const account = (changes: Record<string, string> = {}) => ({
  address: service.url,
  token: "the-token",
  secret: "the secret",
  ...changes,
});

describeNoticeChannel({
  channel,
  account: () => account(),
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

it("is rejected by a bot with another secret, with the bot's message", async () => {
  const wrong = account({ secret: "another" });
  const error: unknown = await channel.send(message, wrong, given).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: expect.stringContaining("sign match fail") });
});

it("waits a minute after the bot sent too many messages", async () => {
  service.replies.push({ json: { code: 11232, msg: "frequency limited" } });
  const error: unknown = await channel.send(message, account(), given).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NoticeRejected);
  expect(error).toMatchObject({ retryAfter: 60 });
});
