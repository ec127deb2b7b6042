import { afterAll, beforeAll, expect, it } from "vitest";
import { describeNoticeChannel } from "../../../../../test/conformance/notice-conformance.ts";
import { type NoticeStandIn, startNoticeStandIn } from "../../../../../test/support/notice-stand-in.ts";
import { NoticeRejected } from "../channel.ts";
import { channel } from "./index.ts";

let service: NoticeStandIn;

const rejection = { status: 404, text: "no_service" };
/** As Slack shows it, without the invisible space. */
const shown = (text: string): string =>
  text.replaceAll("\u200b", "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
beforeAll(async () => {
  service = await startNoticeStandIn({
    read({ path, body }) {
      const { text, mrkdwn } = JSON.parse(body) as { text: string; mrkdwn: boolean };
      if (path !== "/services/T000/B000/XXXX" || mrkdwn) return "rejected: path";
      return /<|>|@channel/.test(text) ? "rejected: it notifies" : shown(text);
    },
    accepted: { status: 200, text: "ok" },
    rejected: rejection,
  });
});
afterAll(() => service?.stop());

const account = (changes: Record<string, string> = {}) => ({
  address: service.url,
  webhook: `${service.url}/services/T000/B000/XXXX`,
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

it("uses only the path of the webhook", async () => {
  await channel.send(message, account({ webhook: "/services/T000/B000/XXXX" }), given);
  expect(service.messages.at(-1)).toBe("Title\n\nText");
});

it.each([
  "https://evil.example/x",
  "//evil.example/x",
  "https://a@127.0.0.1/x",
  "\\\\evil.example\\x",
  "file:///x",
])("calls no other server than the one that a super administrator set: %s", async (webhook) => {
  service.calls.length = 0;
  const sending = channel.send(message, account({ webhook }), given);
  await expect(sending).rejects.toThrow("does not belong to");
  expect(service.calls).toEqual([]);
});

it("waits as long as the server requires", async () => {
  service.replies.push({ status: 429, text: "rate_limited", headers: { "retry-after": "30" } });
  const error: unknown = await channel.send(message, account(), given).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NoticeRejected);
  expect(error).toMatchObject({ message: "rate_limited (429)", retryAfter: 30 });
});
