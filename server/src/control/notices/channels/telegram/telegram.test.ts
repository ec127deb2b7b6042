import { afterAll, beforeAll, expect, it } from "vitest";
import { describeNoticeChannel } from "../../../../../test/conformance/notice-conformance.ts";
import { type NoticeStandIn, startNoticeStandIn } from "../../../../../test/support/notice-stand-in.ts";
import { NoticeRejected } from "../channel.ts";
import { channel } from "./index.ts";

let service: NoticeStandIn;

const rejection = {
  status: 400,
  json: { ok: false, error_code: 400, description: "Bad Request: chat not found" },
};
beforeAll(async () => {
  service = await startNoticeStandIn({
    read({ path, body, headers }) {
      if (path !== "/bot123:abc/sendMessage" || headers["content-type"] !== "application/json")
        return "rejected: 404";
      const { chat_id, text, parse_mode } = JSON.parse(body) as Record<string, string>;
      if (!["-1001", "@ops"].includes(chat_id ?? "") || parse_mode !== undefined) return "rejected: chat";
      return text ?? "rejected: empty";
    },
    accepted: { json: { ok: true, result: { message_id: 1 } } },
    rejected: rejection,
  });
});
afterAll(() => service?.stop());

const account = (changes: Record<string, string> = {}) => ({
  address: service.url,
  token: "123:abc",
  chat_ids: "-1001",
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

it("retries only the chats that rejected the message", async () => {
  service.calls.length = 0;
  const both = account({ chat_ids: "-1001, @gone" });
  const error: unknown = await channel.send(message, both, given).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: "@gone: Bad Request: chat not found", delivered: ["-1001"] });
  service.calls.length = 0;
  await channel.send(message, account({ chat_ids: "-1001,@ops" }), { ...given, delivered: ["-1001"] });
  expect(service.calls.map(({ body }) => (JSON.parse(body) as { chat_id: string }).chat_id)).toEqual([
    "@ops",
  ]);
});

it("waits as long as Telegram requires", async () => {
  const parameters = { retry_after: 17 };
  const json = { ok: false, error_code: 429, description: "Too Many Requests: retry after 17", parameters };
  service.replies.push({ status: 429, json });
  const error: unknown = await channel.send(message, account(), given).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NoticeRejected);
  expect(error).toMatchObject({ retryAfter: 17 });
});
