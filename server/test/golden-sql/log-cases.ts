import type { LogFilter } from "../../src/storage/repositories/log-filter.ts";
import { createLogRepository } from "../../src/storage/repositories/log-repository.ts";
import { createUsageRepository, type UsageFilter } from "../../src/storage/repositories/usage-repository.ts";
import { defineCases } from "./cases.ts";

const noFilter: LogFilter = {
  userIds: undefined,
  userPrefix: "",
  keyword: "",
  type: 0,
  from: 0,
  until: 0,
  modelName: "",
  tokenName: "",
  requestId: "",
  channelId: 0,
  sourceIp: "",
  outcome: "",
  tokenId: 0,
};
const page = { page: 1, size: 20, order: [] };
/** As long as what is found, so that the rows are counted. */
const fullPage = { page: 1, size: 1, order: [] };
const hours = { from: 3600, until: 7200 };
const everyone: UsageFilter = { ...hours, userIds: undefined, channelId: 0, modelName: "", outcome: "" };

export const logCases = {
  "log-repository": defineCases(({ database }) => createLogRepository(database), {
    page: {
      "of everyone": (logs) => logs.page(fullPage, noFilter),
      "oldest first, of a time": (logs) =>
        logs.page(
          { ...page, order: [{ field: "created_at", descending: false }] },
          { ...noFilter, ...hours },
        ),
      "of a user": (logs) => logs.page(fullPage, { ...noFilter, userIds: [1] }),
      "of several users": (logs) => logs.page(page, { ...noFilter, userIds: [1, 2] }),
      "of a user's top-ups": (logs) => logs.page(page, { ...noFilter, userIds: [1], type: 1 }),
      "of everyone's top-ups": (logs) => logs.page(page, { ...noFilter, type: 1 }),
      "of consumption": (logs) => logs.page(page, { ...noFilter, type: 2 }),
      "of a model": (logs) => logs.page(page, { ...noFilter, modelName: "m" }),
      "of a channel": (logs) => logs.page(page, { ...noFilter, channelId: 3 }),
      "of a request": (logs) => logs.page(page, { ...noFilter, requestId: "r", userIds: [1] }),
      "of a user, a channel and a model": (logs) =>
        logs.page(page, { ...noFilter, userIds: [1], channelId: 3, modelName: "m" }),
      "of a keyword": (logs) => logs.page(page, { ...noFilter, keyword: "k" }),
      "of failed calls": (logs) => logs.page(page, { ...noFilter, outcome: "failed" }),
      "of a user's refused calls": (logs) =>
        logs.page(page, { ...noFilter, userIds: [1], outcome: "refused" }),
      "of a channel's failed calls": (logs) =>
        logs.page(page, { ...noFilter, channelId: 3, outcome: "failed" }),
      "of calls that succeeded": (logs) => logs.page(page, { ...noFilter, outcome: "succeeded" }),
      "of names that begin so": (logs) =>
        logs.page(page, { ...noFilter, userPrefix: "u", modelName: "m*", tokenName: "t*" }),
      "of a token and an address": (logs) =>
        logs.page(page, { ...noFilter, userIds: [1], tokenId: 7, tokenName: "t", sourceIp: "::1" }),
    },
    deleteBefore: (logs) => logs.deleteBefore(5, 1000),
    sums: {
      "of everyone": (logs) => logs.sums({ ...noFilter, ...hours }),
      "of a user": (logs) => logs.sums({ ...noFilter, ...hours, userIds: [1] }),
    },
    searchSums: {
      "of everyone": (logs) => logs.searchSums(noFilter),
      "of a user's keyword": (logs) => logs.searchSums({ ...noFilter, userIds: [1], keyword: "k" }),
    },
  }),
  "usage-repository": defineCases(({ database }) => createUsageRepository(database), {
    byDayAndModel: (usage) => usage.byDayAndModel(1, 3600, 480),
    bySpanAndModel: (usage) => usage.bySpanAndModel(1, hours, 86_400),
    uncollected: (usage) => usage.uncollected(86_400),
    sums: {
      "of everyone": (usage) => usage.sums(everyone),
      "of everyone's failed calls": (usage) => usage.sums({ ...everyone, outcome: "failed" }),
      "of everyone's calls that succeeded": (usage) => usage.sums({ ...everyone, outcome: "succeeded" }),
      "of models that begin so": (usage) => usage.sums({ ...everyone, modelName: "m*" }),
      "of users, a channel and a model": (usage) =>
        usage.sums({ ...everyone, userIds: [1, 2], channelId: 3, modelName: "m" }),
    },
    any: (usage) => usage.any(),
  }),
};
