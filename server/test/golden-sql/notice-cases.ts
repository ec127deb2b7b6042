import { createNoticeChannelRepository } from "../../src/storage/repositories/notice-channel-repository.ts";
import {
  createNoticeRepository,
  type NewNoticeRow,
} from "../../src/storage/repositories/notice-repository.ts";
import { defineCases } from "./cases.ts";
import { newRow } from "./new-row.ts";

const newestFirst = { page: 2, size: 20, order: [{ field: "id", descending: true }] };
const oldestFirst = { page: 1, size: 20, order: [{ field: "id", descending: false }] };

export const noticeCases = {
  "notice-channel-repository": defineCases(
    ({ database }) => createNoticeChannelRepository(database.queries),
    {
      page: {
        "of all": (channels) => channels.page(newestFirst, ""),
        "of a kind": (channels) => channels.page(newestFirst, "telegram"),
      },
      all: (channels) => channels.all(),
      find: (channels) => channels.find(1),
      insert: (channels) => channels.insert(newRow("notice_channels")),
      update: (channels) => channels.update({ id: 1, config_encrypted: "c" }, { enable: 0 }),
      delete: (channels) => channels.delete(1),
      hold: (channels) => channels.hold(1, "holder", { now: 5, until: 9 }),
      renew: (channels) => channels.renew(1, "holder", 9),
      release: (channels) => channels.release(1, "holder"),
      noteTry: (channels) => channels.noteTry(1, { last_error: "error" }),
    },
  ),
  "notice-repository": defineCases(
    ({ database }) => createNoticeRepository(database.queries),
    {
      collect: (notices) => notices.collect(newRow<NewNoticeRow>("notices")),
      lastAbout: (notices) => notices.lastAbout(1, "channel_disabled", "channel:5"),
      dueChannels: (notices) => notices.dueChannels(5),
      findDue: (notices) => notices.findDue(1, 5),
      take: (notices) => notices.take(1, 5, 9),
      settleSent: (notices) => notices.settleSent(1, 5),
      settleFailed: (notices) => notices.settleFailed(1, "error"),
      postpone: (notices) => notices.postpone(1, { next_time: 9, last_error: "error", delivered: "[]" }),
      holdBack: (notices) => notices.holdBack(1, 9),
      waiting: (notices) => notices.waiting(),
      stuckSince: (notices) => notices.stuckSince(5),
      page: {
        "of all": (notices) => notices.page(newestFirst, { channel_id: 0, event: "", status: "" }),
        "by every field": (notices) =>
          notices.page(oldestFirst, { channel_id: 1, event: "test_summary", status: "failed" }),
      },
      deleteQueued: (notices) => notices.deleteQueued(1),
      deleteUntil: (notices) => notices.deleteUntil(5),
    },
    { first: 1 },
  ),
};
