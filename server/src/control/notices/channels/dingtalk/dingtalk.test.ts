import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeNoticeChannel } from "../../../../../test/conformance/notice-conformance.ts";
import { type NoticeStandIn, startNoticeStandIn } from "../../../../../test/support/notice-stand-in.ts";
import { NoticeRejected } from "../channel.ts";
import { channel } from "./index.ts";

let service: NoticeStandIn;

/** The service checks the signature first. */
function isSigned(query: URLSearchParams): boolean {
  const timestamp = query.get("timestamp") ?? "";
  const sign = createHmac("sha256", "SECret").update(`${timestamp}\nSECret`).digest("base64");
  return /^\d{13}$/.test(timestamp) && query.get("sign") === sign;
}
const rejection = {
  json: { errcode: 310000, errmsg: "description:关键词不匹配;solution:请联系群管理员查看此机器人的关键词" },
};
beforeAll(async () => {
  service = await startNoticeStandIn({
    read({ path, query, body }) {
      if (path !== "/robot/send" || query.get("access_token") !== "the-token" || !isSigned(query))
        return "rejected: signature";
      const { msgtype, text } = JSON.parse(body) as { msgtype: string; text: { content: string } };
      return msgtype === "text" && text.content.includes("Tollgate") ? text.content : "rejected: keyword";
    },
    accepted: { json: { errcode: 0, errmsg: "ok" } },
    rejected: rejection,
  });
});
afterAll(() => service?.stop());

const account = (changes: Record<string, string> = {}) => ({
  address: service.url,
  token: "the-token",
  secret: "SECret",
  keyword: "Tollgate",
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

it("is rejected by a robot with another secret, with the robot's message", async () => {
  const wrong = account({ secret: "SECother" });
  const error: unknown = await channel.send(message, wrong, given).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: expect.stringContaining("关键词不匹配") });
});

it("waits ten minutes after the robot sent too many messages", async () => {
  service.replies.push({ json: { errcode: 130101, errmsg: "send too fast" } });
  const error: unknown = await channel.send(message, account(), given).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NoticeRejected);
  expect(error).toMatchObject({ retryAfter: 600 });
});
