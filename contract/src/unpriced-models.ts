import { findModel, isWildcard, type ModelIndex } from "./model-pattern.ts";

/**
 * Names that calls to a channel would be billed by and that no price covers: such calls are rejected. Of a wildcard among the models
 * only priced names are offered, so that one price under it, or over it, is enough.
 * @param models names and `prefix*` that the channel serves, mapped names included
 * @param billedAs the name that a call for a model is billed by
 */
export function unpricedModels(
  models: Iterable<string>,
  billedAs: (model: string) => string,
  prices: ModelIndex<unknown>,
): string[] {
  const billed = new Set([...models].map(billedAs));
  return [...billed].filter(
    (model) => findModel(prices, model) === undefined && !coversPriced(model, prices),
  );
}

function coversPriced(model: string, prices: ModelIndex<unknown>): boolean {
  if (!isWildcard(model)) return false;
  const prefix = model.slice(0, -1);
  if (prices.wildcards.some((wildcard) => wildcard.prefix.startsWith(prefix))) return true;
  for (const name of prices.exact.keys()) if (name.startsWith(prefix)) return true;
  return false;
}
