import type { Price } from "@tollgate/contract/pricing";

/** Models that have one price in common. `model` is the first of them. */
export type PriceGroup = Price & { models: string[] };

/** Groups equal prices, in the order of their first model. Locked prices are not mixed with others. */
export function groupPrices(prices: readonly Price[]): PriceGroup[] {
  const groups = new Map<string, PriceGroup>();
  for (const price of prices) {
    const key = groupKey(price);
    const known = groups.get(key);
    if (known) known.models.push(price.model);
    else groups.set(key, { ...price, models: [price.model] });
  }
  return [...groups.values()];
}

function groupKey({ type, channel_type, input, output, locked, extra_ratios: extras, rules }: Price): string {
  return JSON.stringify([type, channel_type, input, output, locked, sorted(extras), rules.map(sorted)]);
}

/** With the names in order, at every depth: prices may be stored in another one. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}
