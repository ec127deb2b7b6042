import { extraRatioClasses, extraRatioKeys, toolPriceClasses, toolPriceKeys } from "@tollgate/contract/cost";
import { findModel, indexModels, isWildcard, matchModelPattern } from "@tollgate/contract/model-pattern";
import type { PriceRule } from "@tollgate/contract/price-rules";
import type { PriceChange } from "@tollgate/contract/price-updates";
import type { Price } from "@tollgate/contract/pricing";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { ListedRow } from "./price-list.ts";
import { rankOf } from "./provider-names.ts";

/** Prices that are compared before yielding: a few milliseconds. */
const sliceLength = 500;

/** The effect of importing a list, by model. */
export interface Comparison {
  changes: PriceChange[];
  unchanged: number;
}

/**
 * Compares a list with the stored prices. A listed model that a stored wildcard covers at the same price is unchanged;
 * a stored wildcard is gone only if the list has no model under it.
 * @param isServed whether a channel serves a model
 */
export async function comparePrices(
  stored: readonly Price[],
  rows: readonly ListedRow[],
  isServed: (model: string) => boolean,
): Promise<Comparison> {
  const byModel = new Map(stored.map((price) => [price.model, price]));
  const index = indexModels(byModel);
  const listed = oneByModel(rows, byModel);
  const changes: PriceChange[] = [];
  let compared = 0;
  for (const { price, ...origin } of listed.values()) {
    // Long lists would block every request of the process.
    if ((compared += 1) % sliceLength === 0) await nextTurn();
    const before = byModel.get(price.model);
    const after = before ? kept(price, before) : price;
    const covering = before ?? (isWildcard(price.model) ? undefined : findModel(index, price.model));
    if (covering && hasSameTerms(covering, after)) continue;
    const state = before === undefined ? "new" : before.locked ? "locked" : "changed";
    changes.push({
      model: price.model,
      state,
      before: before ?? null,
      after,
      served: isServed(price.model),
      ...origin,
    });
  }
  const unchanged = listed.size - changes.length;
  const names = [...listed.keys()];
  for (const before of stored) {
    const { model, locked } = before;
    if (listed.has(model)) continue;
    if (isWildcard(model) && names.some((name) => matchModelPattern([model], name) !== undefined)) continue;
    changes.push({ model, state: locked ? "locked" : "gone", before, after: null, served: isServed(model) });
  }
  return { changes, unchanged };
}

/**
 * One row for each name: of the provider that the stored price names, else of the vendor before a reseller. Names that
 * only unknown providers have count if one of them has it: their prices are indistinguishable.
 */
function oneByModel(rows: readonly ListedRow[], stored: ReadonlyMap<string, Price>): Map<string, ListedRow> {
  const byModel = Map.groupBy(rows, ({ price }) => price.model);
  const chosen = new Map<string, ListedRow>();
  for (const [model, candidates] of byModel) {
    const type = stored.get(model)?.channel_type;
    const ranked = candidates.toSorted(
      (a, b) => rankFor(a, type) - rankFor(b, type) || a.price.channel_type - b.price.channel_type,
    );
    const [best, next] = ranked;
    const isGuess = best?.price.channel_type === 0 && next !== undefined;
    if (best && !isGuess) chosen.set(model, best);
  }
  return chosen;
}

function rankFor({ price }: ListedRow, type: number | undefined): number {
  return price.channel_type === type && type !== 0 ? -1 : rankOf(price.channel_type);
}

/** Fields that a list lacks stay: the lock, and the provider where the list names none. */
function kept(price: Price, { locked, channel_type }: Price): Price {
  return { ...price, locked, channel_type: price.channel_type === 0 ? channel_type : price.channel_type };
}

function hasSameTerms(one: Price, other: Price): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other));
}

/** Six digits of every number, since lists differ in rounding; a limit of 271,999 tokens is one of 272,000. */
function comparable({ type, input, output, extra_ratios, rules }: Price): unknown {
  return {
    type,
    input: round(input),
    output: round(output),
    extra: roundAll(withoutStandards(extra_ratios)),
    rules: rules.map(({ when, extra_ratios: extra, ...rule }: PriceRule) => ({
      when: {
        ...when,
        prompt_above: when.prompt_above === undefined ? undefined : Math.ceil(when.prompt_above / 10),
      },
      extra: roundAll(extra ?? {}),
      ...roundAll(rule),
    })),
  };
}

/** An explicit ratio and the same default one cost the same. */
function withoutStandards(extras: Price["extra_ratios"]): Price["extra_ratios"] {
  return Object.fromEntries(
    Object.entries(extras).filter(([key, value]) => value !== (standards as Record<string, number>)[key]),
  );
}

const standards = Object.fromEntries([
  ...extraRatioKeys.map((key) => [key, extraRatioClasses[key].ratio] as const),
  ...toolPriceKeys.map((key) => [key, toolPriceClasses[key].dollars] as const),
]);

const round = (value: number) => Number(value.toPrecision(5));

function roundAll(values: Readonly<Record<string, number | undefined>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, round(value)] as const],
    ),
  );
}
