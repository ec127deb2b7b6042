import { expect, it } from "vitest";
import { describeNoticeChannel } from "../../../../../test/conformance/notice-conformance.ts";
import { type AdminNotice, NoticeRejected } from "../channel.ts";
import { channel } from "./index.ts";

const handedOver: { addresses: readonly string[]; notice: AdminNotice }[] = [];
let rejectsNext = false;
const given = {
  milliseconds: 0,
  delivered: [],
  mail: async (addresses: readonly string[], notice: AdminNotice) => {
    const rejected = rejectsNext;
    rejectsNext = false;
    if (rejected) throw new NoticeRejected("No mail server is set up.");
    handedOver.push({ addresses, notice });
  },
};

describeNoticeChannel({
  channel,
  account: () => ({}),
  received() {
    const last = handedOver.at(-1)?.notice;
    return last && `${last.title}\n${last.text}`;
  },
  rejectNext: () => (rejectsNext = true),
  given,
});

const message = { id: "msg_1", event: "test", title: "Title", text: "Text", time: 1_790_000_000, count: 1 };

it("names each address once, and none for every administrator", async () => {
  await channel.send(message, { recipients: "a@example.org, b@example.org,a@example.org" }, given);
  await channel.send(message, { recipients: "" }, given);
  expect(handedOver.slice(-2).map(({ addresses }) => addresses)).toEqual([
    ["a@example.org", "b@example.org"],
    [],
  ]);
});
