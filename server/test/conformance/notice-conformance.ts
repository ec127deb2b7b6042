import { describe, expect, it } from "vitest";
import {
  type AdminNotice,
  type NoticeAccount,
  type NoticeChannel,
  NoticeRejected,
  type NoticeTry,
} from "../../src/control/notices/channels/channel.ts";
import { noticeChannels } from "../../src/control/notices/channels/registry.ts";
import type { StandInReply } from "../support/stand-in-server.ts";

/** A channel test's input. */
export interface NoticeCase {
  channel: NoticeChannel;
  /** A complete form for the test's stand-in; called inside tests. */
  account(): NoticeAccount;
  /** The message of the last call as the stand-in's service would show it; undefined if none arrived. */
  received(): string | undefined;
  /** Makes the stand-in reject the next message like the service. */
  rejectNext(): void;
  /**
   * Makes the stand-in respond to the next call with something else. Absent for a channel that makes no call itself.
   */
  answerNext?(reply: StandInReply): void;
  /** Other data of an attempt, if the channel uses it. */
  given?: Partial<NoticeTry>;
}

const notice: AdminNotice = {
  id: "msg_1",
  event: "channel_disabled",
  title: "Channel disabled",
  text: "“Primary” answered 401.\nIt is checked <every> & 5 minutes.",
  time: 1_790_000_000,
  count: 1,
};

/** Names that services could read as markup or as a mention. */
const hostile = 'A *b* _c_ `d` [e](https://evil.example) <!channel> <at user_id="all"></at> @channel &lt; #1';

/** Tests the guarantees of every notice channel. */
export function describeNoticeChannel(tested: NoticeCase): void {
  const { channel } = tested;
  const { descriptor } = channel;
  const send = (changes: Partial<AdminNotice> = {}): Promise<void> =>
    channel.send({ ...notice, ...changes }, tested.account(), {
      milliseconds: 1_790_000_000_000,
      delivered: [],
      mail: () => Promise.reject(new Error("not this channel's")),
      ...tested.given,
    });
  const failureOf = (sending: Promise<void>): Promise<unknown> => sending.catch((reason: unknown) => reason);

  function expectNoSecret(error: unknown): void {
    for (const { kind, name } of descriptor.fields) {
      const value = tested.account()[name];
      if (kind === "secret" && value) expect(String(error)).not.toContain(value);
    }
  }

  describe(`guarantees of the notice channel ${descriptor.id}`, () => {
    it("is registered once, under its own id", () => {
      expect(noticeChannels.filter(({ descriptor: { id } }) => id === descriptor.id)).toEqual([channel]);
    });

    it("describes a form in every language", () => {
      const names = descriptor.fields.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(descriptor.rootFields.filter((name) => !names.includes(name))).toEqual([]);
      for (const label of [descriptor.label, ...descriptor.fields.map((field) => field.label)])
        expect(Object.values(label).filter(Boolean)).toHaveLength(3);
    });

    it("delivers title and text unchanged", async () => {
      await send();
      expect(tested.received()).toContain(notice.title);
      expect(tested.received()).toContain(notice.text);
    });

    it("delivers names unchanged, whatever the service reads as markup", async () => {
      await send({ title: `Channel ${hostile} was disabled`, text: `Reason: ${hostile}` });
      expect(tested.received()).toContain(`Channel ${hostile} was disabled`);
      expect(tested.received()).toContain(`Reason: ${hostile}`);
    });

    it("truncates a message that is too long, between characters", async () => {
      await send({ text: "渠道 🐣 ".repeat(descriptor.longestMessage) });
      const message = tested.received() ?? "";
      expect(Buffer.byteLength(message)).toBeLessThanOrEqual(descriptor.longestMessage);
      expect(Buffer.byteLength(message)).toBeGreaterThan(descriptor.longestMessage / 2);
      expect(message).not.toContain("\u{fffd}");
      expect(message.isWellFormed()).toBe(true);
    });

    it("reports a rejected message with the service's reason and without a secret", async () => {
      tested.rejectNext();
      const error = await failureOf(send());
      expect(error).toBeInstanceOf(NoticeRejected);
      expect((error as Error).message).not.toBe("");
      expectNoSecret(error);
    });

    const answerNext = tested.answerNext?.bind(tested);
    it.runIf(answerNext).each<[what: string, reply: StandInReply]>([
      ["breaks off", "cut"],
      ["answers with an error of its own", { status: 503, text: "<h1>unavailable</h1>" }],
      ["leads elsewhere", { redirect: "https://elsewhere.example/" }],
    ])("reports a service that %s, without a secret", async (_what, reply) => {
      answerNext?.(reply);
      const error = await failureOf(send());
      expect(error).toBeInstanceOf(Error);
      expectNoSecret(error);
    });
  });
}
