import type { Price, PriceSyncMode, SavedPrice } from "@tollgate/contract/pricing";
import { isDeepStrictEqual } from "node:util";

/** Prices to write; what is stored already is in none of the lists. */
export interface PricePlan {
  added: Price[];
  updated: { before: Price; price: Price }[];
  /** Names of models. */
  deleted: string[];
}

/** A price to store, with the current rules of its model where it has none. */
export function withRules(price: SavedPrice, before: Pick<Price, "rules"> | undefined): Price {
  return { ...price, rules: price.rules ?? before?.rules ?? [] };
}

/** Compares the stored prices with an imported list. Locked prices stay as they are. */
export function planSync(
  stored: readonly Price[],
  sent: readonly SavedPrice[],
  mode: PriceSyncMode,
): PricePlan {
  const byModel = new Map(stored.map((price) => [price.model, price]));
  const adds = mode !== "update";
  const updates = mode === "update" || mode === "overwrite";
  const plan: PricePlan = { added: [], updated: [], deleted: [] };
  for (const saved of sent) {
    const before = byModel.get(saved.model);
    const price = withRules(saved, before);
    if (!before) {
      if (adds) plan.added.push(price);
    } else if (updates && !before.locked && !isDeepStrictEqual(before, price)) {
      plan.updated.push({ before, price });
    }
  }
  if (mode === "overwrite") {
    const kept = new Set(sent.map(({ model }) => model));
    plan.deleted = stored
      .filter(({ model, locked }) => !locked && !kept.has(model))
      .map(({ model }) => model);
  }
  return plan;
}

/**
 * One price for many models. `original`: the models that had it before; of those, the ones that `models` lacks lose
 * their price. `taken`: models that are new to the price and have another one already.
 */
export function planMultiple(
  stored: readonly Price[],
  {
    original,
    models,
    price,
  }: { original: readonly string[]; models: readonly string[]; price: Omit<SavedPrice, "model"> },
): PricePlan & { taken: string[] } {
  const byModel = new Map(stored.map((one) => [one.model, one]));
  const names = [...new Set(models)];
  const added = names.filter((model) => !original.includes(model));
  const updated = names.flatMap((model) => {
    const before = original.includes(model) ? byModel.get(model) : undefined;
    const next = withRules({ ...price, model }, before);
    return before && !isDeepStrictEqual(before, next) ? [{ before, price: next }] : [];
  });
  const missing = names.filter((model) => original.includes(model) && !byModel.has(model));
  return {
    added: [...added, ...missing].map((model) => withRules({ ...price, model }, undefined)),
    updated,
    deleted: [...new Set(original)].filter((model) => !names.includes(model) && byModel.has(model)),
    taken: added.filter((model) => byModel.has(model)),
  };
}
