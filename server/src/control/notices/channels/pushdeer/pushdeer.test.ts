import { afterAll, beforeAll, expect, it } from "vitest";
import { describeNoticeChannel } from "../../../../../test/conformance/notice-conformance.ts";
import { type NoticeStandIn, startNoticeStandIn } from "../../../../../test/support/notice-stand-in.ts";
import { channel } from "./index.ts";

let service: NoticeStandIn;

const rejection = { json: { code: 80501, error: "pushkey is not valid" } };
beforeAll(async () => {
  service = await startNoticeStandIn({
    read({ path, query, body }) {
      const form = new URLSearchParams(body);
      if (path !== "/message/push" || query.size > 0 || form.get("pushkey") !== "PDU1T")
        return "rejected: key";
      return form.get("type") === "text" ? (form.get("text") ?? "") : "rejected: type";
    },
    accepted: { json: { code: 0, content: { result: ['{"counter":1,"logs":[],"success":"ok"}'] } } },
    rejected: rejection,
  });
});
afterAll(() => service?.stop());

const account = () => ({ address: service.url, push_key: "PDU1T" });

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

it("reports a key that belongs to no device, which the service calls a success", async () => {
  service.replies.push({ json: { code: 0, content: { result: [] } } });
  await expect(channel.send(message, account(), given)).rejects.toThrow("The key belongs to no device.");
});
