import { dollarsPerCall, effectivePrices, type UnitPriceKey } from "@tollgate/contract/cost";
import type { EndpointData } from "@tollgate/contract/endpoint";
import { parseOrder } from "@tollgate/contract/list-query";
import type { listAvailableModels } from "@tollgate/contract/models";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";
import { unitPriceOf } from "../../widgets/price-cells/unit-price";

type Offers = EndpointData<typeof listAvailableModels>;

/** A model as the list shows it. */
export type OfferedModel = Offers[string] & { model: string };

/** What narrows the list; empty text means everything. */
export interface OfferFilters {
  keyword: string;
  /** Symbol of a group. */
  group: string;
  /** Number of a provider, as text. */
  provider: string;
}

/** Models that fit. The keyword is literal text in the model's or its owner's name. */
export function filterOffers(offers: Offers, filters: OfferFilters): OfferedModel[] {
  const keyword = filters.keyword.trim().toLowerCase();
  return Object.entries(offers)
    .map(([model, offer]) => ({ model, ...offer }))
    .filter(
      ({ model, owned_by, owner, groups }) =>
        (keyword === "" || `${model}\n${owned_by}`.toLowerCase().includes(keyword)) &&
        (filters.provider === "" || String(owner.type) === filters.provider) &&
        (filters.group === "" || groups.includes(filters.group)),
    );
}

const readers: Record<string, (offer: OfferedModel) => string | number> = {
  model: ({ model }) => model.toLowerCase(),
  owned_by: ({ owned_by }) => owned_by.toLowerCase(),
  input: ({ price }) => price?.input ?? -1,
  output: ({ price }) => price?.output ?? -1,
};

/** Sorted by the URL's order text; models of one rank by name. */
export function sortOffers(offers: readonly OfferedModel[], order: string): OfferedModel[] {
  const parts = [...parseOrder(order || "model"), { field: "model", descending: false }];
  return [...offers].sort((a, b) => {
    for (const { field, descending } of parts) {
      const read = readers[field];
      if (!read) continue;
      const [x, y] = [read(a), read(b)];
      const difference =
        typeof x === "number" && typeof y === "number"
          ? x - y
          : String(x).localeCompare(String(y), "en", { numeric: true });
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  });
}

/** What a model costs a group, in dollars per call or per so many tokens, as calls are charged. */
export type OfferPrices =
  | { type: "times"; call: number }
  | { type: "unit"; unit: UnitPriceKey; dollars: number }
  | {
      type: "tokens";
      input: number;
      output: number;
      /** Input read from the vendor's cache; the full price where there is no discount. */
      cached: number;
      /** Input written to the cache for five minutes and for an hour; undefined where the vendor caches by itself. */
      cacheWrite: { short: number; long: number } | undefined;
    };

/** Undefined for a model without a price. */
export function pricesOfOffer(
  { price, owner }: Pick<OfferedModel, "price" | "owner">,
  groupRatio: number,
  unit: PriceUnit,
): OfferPrices | undefined {
  if (!price) return undefined;
  const prices = effectivePrices(price, groupRatio);
  if (!prices) return { type: "times", call: dollarsPerCall(price.input, groupRatio) };
  const byUnit = unitPriceOf(price);
  if (byUnit) return { type: "unit", unit: byUnit.unit, dollars: byUnit.dollars * groupRatio };
  // Cuts the noise of binary fractions; prices have far fewer digits.
  const per = (dollars: number) => Number((unit === "1M" ? dollars : dollars / 1000).toPrecision(12));
  const marks = owner.marks_cache ?? false;
  return {
    type: "tokens",
    input: per(prices.input),
    output: per(prices.output),
    cached: per(marks ? prices.cached_read : prices.cached),
    cacheWrite: marks ? { short: per(prices.cached_write), long: per(prices.cached_write_1h) } : undefined,
  };
}

/** Owners of the models, by name, for the filter. */
export function ownersOf(offers: Offers): { value: string; label: string }[] {
  const owners = new Map(Object.values(offers).map(({ owner, owned_by }) => [String(owner.type), owned_by]));
  return [...owners]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));
}
