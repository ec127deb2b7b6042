import { createTaskRepository } from "../../src/storage/repositories/task-repository.ts";
import { defineCases } from "./cases.ts";

const page = { page: 2, size: 20, order: [{ field: "submitted_at", descending: false }] };
const all = {
  platform: "",
  exceptPlatform: "midjourney",
  userIds: undefined,
  username: "",
  tokenId: 0,
  channelId: 0,
  taskId: "",
  action: "",
  statuses: [],
  from: 0,
  until: 0,
};

export const taskCases = {
  "task-repository": defineCases(({ database }) => createTaskRepository(database), {
    page: {
      "of all": (tasks) => tasks.page(page, all),
      "of a user, by every filter": (tasks) =>
        tasks.page(page, {
          platform: "suno",
          exceptPlatform: "",
          userIds: [1],
          username: "u",
          tokenId: 7,
          channelId: 5,
          taskId: "t",
          action: "music",
          statuses: ["failure", "expired"],
          from: 1,
          until: 9,
        }),
    },
    find: {
      "of anybody": (tasks) => tasks.find("t"),
      "of a user": (tasks) => tasks.find("t", 1),
    },
    findAll: (tasks) => tasks.findAll(1, "suno", ["t", "u"]),
    latest: {
      "the first page": (tasks) =>
        tasks.latest({ userId: 1, platform: "suno" }, { after: 0, limit: 20, oldestFirst: false }),
      "a later one, the oldest first": (tasks) =>
        tasks.latest({ userId: 1, platform: "suno" }, { after: 9, limit: 20, oldestFirst: true }),
    },
    followUps: (tasks) => tasks.followUps("t", 50),
    ledgerEntry: (tasks) => tasks.ledgerEntry("r1"),
    countOpen: (tasks) => tasks.countOpen(1),
    dueGroups: (tasks) => tasks.dueGroups(100, 50),
    dueNotices: (tasks) => tasks.dueNotices(100, 50),
    changedSince: (tasks) => tasks.changedSince(100, 1000),
    deleteBefore: (tasks) => tasks.deleteBefore(100, 500),
  }),
};
