import { describe, expect, it } from "vitest";
import type {
  AdminNotice,
  NoticeAccount,
  NoticeChannel,
} from "../../src/control/notices/channels/channel.ts";
import { noticeChannels } from "../../src/control/notices/channels/registry.ts";

/** What a channel's test brings. */
export interface NoticeCase {
  channel: NoticeChannel;
  /** A filled form that leads to the test's stand-in; called inside tests. */
  account(): NoticeAccount;
  /** The message as the stand-in's service would show it, of the last call; undefined if none came. */
  received(): string | undefined;
  /** Makes the stand-in refuse the next message as the service does. */
  refuseNext(): void;
}

const notice: AdminNotice = {
  title: "Channel disabled",
  text: "“Primary” answered 401.\nIt is checked <every> & 5 minutes.",
};

/** Runs the promises that every notice channel makes. */
export function describeNoticeChannel(given: NoticeCase): void {
  const { channel } = given;
  const { descriptor } = channel;

  describe(`promises of the notice channel ${descriptor.id}`, () => {
    it("is registered once, under its own id", () => {
      expect(noticeChannels.filter(({ descriptor: { id } }) => id === descriptor.id)).toEqual([channel]);
    });

    it("describes a form in every language", () => {
      const names = descriptor.fields.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(descriptor.rootFields.filter((name) => !names.includes(name))).toEqual([]);
      for (const { label } of descriptor.fields) expect(Object.values(label).filter(Boolean)).toHaveLength(3);
    });

    it("delivers title and text as they are written", async () => {
      await channel.send(notice, given.account());
      expect(given.received()).toContain(notice.title);
      expect(given.received()).toContain(notice.text);
    });

    it("cuts a message that is too long, between characters", async () => {
      await channel.send({ ...notice, text: "渠道 🐣 ".repeat(descriptor.longestMessage) }, given.account());
      const message = given.received() ?? "";
      expect(Buffer.byteLength(message)).toBeLessThanOrEqual(descriptor.longestMessage);
      expect(Buffer.byteLength(message)).toBeGreaterThan(descriptor.longestMessage / 2);
      expect(message).not.toContain("\u{fffd}");
      expect(message.isWellFormed()).toBe(true);
    });

    it("reports a message that the service refuses, without a secret", async () => {
      given.refuseNext();
      const error: unknown = await channel.send(notice, given.account()).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      for (const { kind, name } of descriptor.fields)
        if (kind === "secret") expect(String(error)).not.toContain(given.account()[name]);
    });
  });
}
