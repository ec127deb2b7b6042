import { parseOrder } from "@tollgate/contract/list-query";
import type { Price } from "@tollgate/contract/pricing";

/** What the toolbar of the price list narrows down to; empty text means everything. */
export interface PriceFilters {
  keyword: string;
  type: string;
  channelType: string;
  locked: string;
}

/** Prices that fit the filters; the keyword is literal text in the model's name. */
export function filterPrices(prices: readonly Price[], filters: PriceFilters): Price[] {
  const keyword = filters.keyword.trim().toLowerCase();
  return prices.filter(
    (price) =>
      (keyword === "" || price.model.toLowerCase().includes(keyword)) &&
      (filters.type === "" || price.type === filters.type) &&
      (filters.channelType === "" || String(price.channel_type) === filters.channelType) &&
      (filters.locked === "" || price.locked === (filters.locked === "yes")),
  );
}

const readers: Record<string, (price: Price) => string | number> = {
  model: (price) => price.model.toLowerCase(),
  type: (price) => price.type,
  channel_type: (price) => price.channel_type,
  input: (price) => price.input,
  output: (price) => price.output,
  locked: (price) => Number(price.locked),
  extra_ratios: (price) => Object.keys(price.extra_ratios).length + price.rules.length,
};

/** `localeCompare` with options creates one for every pair. */
const byName = new Intl.Collator("en", { numeric: true });

/** Sorts by the URL's order text (`-input,model`); ties keep the model's name in order. Without one the server's order stays: models in use first. */
export function sortPrices(prices: readonly Price[], order: string): Price[] {
  if (order === "") return [...prices];
  const parts = [...parseOrder(order), { field: "model", descending: false }];
  return [...prices].sort((a, b) => {
    for (const { field, descending } of parts) {
      const read = readers[field];
      if (!read) continue;
      const difference = compare(read(a), read(b));
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  });
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return byName.compare(String(a), String(b));
}

/** One page of a list that is held whole in the browser; a page past the end shows the last one. */
export function pageOfList<T>(rows: readonly T[], page: number, size: number): T[] {
  const last = Math.max(1, Math.ceil(rows.length / size));
  const start = (Math.min(page, last) - 1) * size;
  return rows.slice(start, start + size);
}
