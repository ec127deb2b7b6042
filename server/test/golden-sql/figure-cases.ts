import { createFigureNameRepository } from "../../src/storage/repositories/figure-name-repository.ts";
import { createFigureRepository } from "../../src/storage/repositories/figure-repository.ts";
import { createFigureWriteRepository } from "../../src/storage/repositories/figure-write-repository.ts";
import { createGrowthRepository } from "../../src/storage/repositories/growth-repository.ts";
import {
  figureDimensions,
  figureSpans,
  type UsageFiguresTable,
} from "../../src/storage/tables/usage-figures.ts";
import { defineCases } from "./cases.ts";
import { newRow } from "./new-row.ts";

const { group, model, token } = figureDimensions;
const { quarter, hour } = figureSpans;
const units = [{ sign: 1, span: 900, start: 900 }] as const;
const seriesUnits = [{ at: 0, span: 900, start: 900 }] as const;
const time = { from: 3600, until: 7200 };
const span = { start: 3600, end: 7200 };
const key = (subject: string) => [{ userId: 0, subject }];

export const figureCases = {
  "figure-repository": defineCases(({ database }) => createFigureRepository(database), {
    foldedUntil: (figures) => figures.foldedUntil(group),
    begin: (figures) => figures.begin(),
    sums: {
      "of all models": (figures) => figures.sums(units, ""),
      "of one model": (figures) => figures.sums(units, "m"),
      "of models that begin so": (figures) => figures.sums(units, "m*"),
    },
    sumsByKey: {
      "of everyone": (figures) => figures.sumsByKey(model, units, { by: "subject" }),
      "by user": (figures) => figures.sumsByKey(token, units, { by: "user" }),
      "of one user": (figures) => figures.sumsByKey(token, units, { by: "subject", userId: 1 }),
    },
    series: {
      "of everyone": (figures) =>
        figures.series({ dimension: group, units: seriesUnits, groups: undefined, by: "subject" }),
      "of some models": (figures) =>
        figures.series({ dimension: model, units: seriesUnits, groups: [key("a"), key("b")], by: "subject" }),
      "of many models": (figures) =>
        figures.series({
          dimension: model,
          units: seriesUnits,
          groups: Array.from({ length: 50 }, (_, at) => key(`m${at}`)),
          by: "subject",
        }),
      "of a user": (figures) =>
        figures.series({
          dimension: token,
          units: seriesUnits,
          groups: [[{ userId: 1, subject: "" }]],
          by: "user",
        }),
    },
    minutes: (figures) => figures.minutes(5),
    latencies: (figures) => figures.latencies(5),
  }),
  "figure-write-repository": defineCases(({ database }) => createFigureWriteRepository(database.queries), {
    folds: (figures) => figures.folds(),
    setFoldedUntil: (figures) => figures.setFoldedUntil(group, 3600),
    firstStart: (figures) => figures.firstStart(group, quarter, 5),
    fold: (figures) => figures.fold([group, model], { ...time, span: quarter }, { span: hour, start: 3600 }),
    add: (figures) => figures.add([newRow<UsageFiguresTable>("usage_figures")]),
    delete: (figures) => figures.delete([group, model], quarter, time),
    countedCalls: (figures) => figures.countedCalls(group, time),
    calls: {
      "of a time": (figures) => figures.calls(time, undefined, 100),
      "behind a row": (figures) => figures.calls(time, { created_at: 3700, id: 5 }, 100),
    },
    oldestCall: (figures) => figures.oldestCall(),
  }),
  "figure-name-repository": defineCases(({ database }) => createFigureNameRepository(database.reads), {
    users: (names) => names.users([1]),
    tokens: (names) => names.tokens([7]),
    channels: (names) => names.channels([3]),
    groups: (names) => names.groups(),
    channelTypes: (names) => names.channelTypes(),
  }),
  "growth-repository": defineCases(({ database }) => createGrowthRepository(database), {
    registrations: (growth) => growth.registrations(span),
    redemptions: (growth) => growth.redemptions(span),
    redeemers: (growth) => growth.redeemers(span),
    orders: (growth) => growth.orders(span),
    users: (growth) => growth.users(),
    channels: (growth) => growth.channels(),
    codes: (growth) => growth.codes(),
    paid: (growth) => growth.paid(),
  }),
};
