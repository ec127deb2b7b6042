import type { LogFilter } from "../../src/storage/repositories/log-filter.ts";
import { createLogNameRepository } from "../../src/storage/repositories/log-name-repository.ts";
import { createLogRepository } from "../../src/storage/repositories/log-repository.ts";
import { createStatementRepository } from "../../src/storage/repositories/statement-repository.ts";
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
/** As long as the result, so that the rows are counted. */
const fullPage = { page: 1, size: 1, order: [] };
const hours = { from: 3600, until: 7200 };
const everyone: UsageFilter = { ...hours, userIds: undefined, channelId: 0, modelName: "" };

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
      "of a user's rejected calls": (logs) =>
        logs.page(page, { ...noFilter, userIds: [1], outcome: "refused" }),
      "of a channel's failed calls": (logs) =>
        logs.page(page, { ...noFilter, channelId: 3, outcome: "failed" }),
      "of calls that succeeded": (logs) => logs.page(page, { ...noFilter, outcome: "succeeded" }),
      "of names that begin so": (logs) =>
        logs.page(page, { ...noFilter, userPrefix: "u", modelName: "m*", tokenName: "t*" }),
      "of a token and an address": (logs) =>
        logs.page(page, { ...noFilter, userIds: [1], tokenId: 7, tokenName: "t", sourceIp: "::1" }),
    },
    stretch: {
      "of everyone": (logs) => logs.stretch(noFilter, undefined, 2000),
      "of a user, behind a row": (logs) =>
        logs.stretch({ ...noFilter, userIds: [1], keyword: "k" }, { created_at: 5, id: 9 }, 2000),
      "of failed calls, behind a row": (logs) =>
        logs.stretch({ ...noFilter, outcome: "failed" }, { created_at: 5, id: 9 }, 2000),
    },
    find: {
      "of everyone": (logs) => logs.find(9),
      "of a user": (logs) => logs.find(9, 1),
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
  "log-name-repository": defineCases(({ database }) => createLogNameRepository(database), {
    models: (names) => names.models(2000),
    modelsOf: (names) => names.modelsOf(1, 3600, 2000),
    tokens: {
      "of everyone": (names) => names.tokens(undefined, "", 20),
      "of a user": (names) => names.tokens(1, "part", 20),
    },
    users: (names) => names.users("part", 20),
    channels: (names) => names.channels("part", 20),
  }),
  "statement-repository": defineCases(({ database }) => createStatementRepository(database), {
    changesBefore: (statements) => statements.changesBefore(1, 3600),
    usedBefore: (statements) => statements.usedBefore(1, 3600),
    changeSums: (statements) => statements.changeSums({ userId: 1, ...hours }),
    changes: (statements) => statements.changes({ userId: 1, ...hours }, 20),
    usageByModel: (statements) => statements.usageByModel({ userId: 1, ...hours }),
    usageByMonth: (statements) => statements.usageByMonth(1),
  }),
  "usage-repository": defineCases(({ database }) => createUsageRepository(database), {
    byDayAndModel: (usage) => usage.byDayAndModel(1, 3600, 480),
    bySpanAndModel: (usage) => usage.bySpanAndModel(1, hours, 86_400),
    uncollected: (usage) => usage.uncollected(86_400),
    sums: {
      "of everyone": (usage) => usage.sums(everyone),
      "of models that begin so": (usage) => usage.sums({ ...everyone, modelName: "m*" }),
      "of users, a channel and a model": (usage) =>
        usage.sums({ ...everyone, userIds: [1, 2], channelId: 3, modelName: "m" }),
    },
    endedSums: {
      "of everyone": (usage) => usage.endedSums(everyone, ""),
      "of everyone's failed calls": (usage) => usage.endedSums(everyone, "failed"),
    },
    any: (usage) => usage.any(),
  }),
};
