import { dollarsPerCall, dollarsPerMillion } from "@tollgate/contract/cost";
import type { EndpointData } from "@tollgate/contract/endpoint";
import { parseOrder } from "@tollgate/contract/list-query";
import type { listAvailableModels } from "@tollgate/contract/models";

type Offers = EndpointData<typeof listAvailableModels>;

/** A model as the list shows it. */
export type OfferedModel = Offers[string] & { model: string };

/** Tokens that a price is told for. */
export type PriceUnit = "1M" | "1K";

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

/** Dollars of a multiplier for a group: per call, or per so many tokens. */
export function unitPrice(
  type: "tokens" | "times",
  multiplier: number,
  groupRatio: number,
  unit: PriceUnit,
): number {
  if (type === "times") return dollarsPerCall(multiplier, groupRatio);
  const perMillion = dollarsPerMillion(multiplier, groupRatio);
  // Cuts the noise of binary fractions; prices have far fewer digits.
  return Number((unit === "1M" ? perMillion : perMillion / 1000).toPrecision(12));
}

/** Owners of the models, by name, for the filter. */
export function ownersOf(offers: Offers): { value: string; label: string }[] {
  const owners = new Map(Object.values(offers).map(({ owner, owned_by }) => [String(owner.type), owned_by]));
  return [...owners]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));
}
