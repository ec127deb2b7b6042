import type { EndpointData } from "@tollgate/contract/endpoint";
import { parseOrder } from "@tollgate/contract/list-query";
import type { listAvailableModels } from "@tollgate/contract/models";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";
import { type DescribedPrice, describePrice, type PriceTerm } from "../../widgets/price-terms/price-terms";

export type Offers = EndpointData<typeof listAvailableModels>;

/** A model as the list shows it. */
export type OfferedModel = Offers[string] & { model: string };

/** What narrows the list; empty text means everything. */
export interface OfferFilters {
  keyword: string;
  /** Symbol of a group. */
  group: string;
  /** Number of a provider, as text. */
  provider: string;
  /** `in:image`, `out:audio`. */
  modality: string;
  /** A capability or a tag. */
  capability: string;
  /** `yes`: only models with a price; calls to others are rejected. */
  available: string;
}

/** One page of the models that fit. */
export interface OfferPage {
  total: number;
  rows: OfferedModel[];
}

/** What was found last among these models. */
const found = new WeakMap<Offers, { question: string; page: OfferPage }>();

/**
 * A page of the models that fit, sorted by the URL's order text. The same question as the last gets the same objects, also after another
 * screen was shown: they need not be found and laid out again.
 */
export function findOffers(
  offers: Offers,
  filters: OfferFilters,
  { order, page, size }: { order: string; page: number; size: number },
): OfferPage {
  const question = JSON.stringify([filters, order, page, size]);
  const known = found.get(offers);
  if (known?.question === question) return known.page;
  const fitting = sortOffers(filterOffers(offers, filters), order);
  const answer = { total: fitting.length, rows: fitting.slice((page - 1) * size, page * size) };
  found.set(offers, { question, page: answer });
  return answer;
}

/** Models that fit. The keyword is literal text in names, owner, description or tags. */
function filterOffers(offers: Offers, filters: OfferFilters): OfferedModel[] {
  const keyword = filters.keyword.trim().toLowerCase();
  return Object.entries(offers)
    .map(([model, offer]) => ({ model, ...offer }))
    .filter(
      (offer) =>
        (keyword === "" || searchedText(offer).includes(keyword)) &&
        (filters.provider === "" || String(offer.owner.type) === filters.provider) &&
        (filters.group === "" || offer.groups.includes(filters.group)) &&
        (filters.modality === "" || modalities(offer).includes(filters.modality)) &&
        (filters.capability === "" || abilities(offer).includes(filters.capability)) &&
        (filters.available === "" || offer.price !== null),
    );
}

function searchedText({ model, owned_by, facts }: OfferedModel): string {
  return [model, owned_by, facts?.name, facts?.description, ...(facts?.tags ?? [])].join("\n").toLowerCase();
}

const modalities = ({ facts }: Pick<OfferedModel, "facts">): string[] => [
  ...(facts?.input_modalities ?? []).map((kind) => `in:${kind}`),
  ...(facts?.output_modalities ?? []).map((kind) => `out:${kind}`),
];

/** Capabilities and tags, each once. */
export const abilities = ({ facts }: Pick<OfferedModel, "facts">): string[] => [
  ...new Set([...(facts?.capabilities ?? []), ...(facts?.tags ?? [])]),
];

const readers: Record<string, (offer: OfferedModel) => string | number> = {
  model: ({ model }) => model.toLowerCase(),
  owned_by: ({ owned_by }) => owned_by.toLowerCase(),
  input: ({ price }) => price?.input ?? -1,
  output: ({ price }) => price?.output ?? -1,
  context: ({ facts }) => facts?.context_length ?? 0,
};

/** `localeCompare` with options creates one for every pair. */
const byName = new Intl.Collator("en", { numeric: true });

/** Sorted by the URL's order text; models of one rank by name. */
function sortOffers(offers: readonly OfferedModel[], order: string): OfferedModel[] {
  const parts = [...parseOrder(order || "model"), { field: "model", descending: false }];
  return [...offers].sort((a, b) => {
    for (const { field, descending } of parts) {
      const read = readers[field];
      if (!read) continue;
      const [x, y] = [read(a), read(b)];
      const difference =
        typeof x === "number" && typeof y === "number" ? x - y : byName.compare(String(x), String(y));
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  });
}

type Priced = Pick<OfferedModel, "price" | "owner">;

/** What was described last of a model: each of its cells asks for the same. */
const described = new WeakMap<Priced, { groupRatio: number; unit: PriceUnit; prices: DescribedPrice }>();

/** What a model costs a group per so many tokens, as calls are charged; undefined for a model without a price. */
export function pricesOfOffer(
  offer: Priced,
  groupRatio: number,
  unit: PriceUnit,
): DescribedPrice | undefined {
  if (!offer.price) return undefined;
  const known = described.get(offer);
  if (known?.groupRatio === groupRatio && known.unit === unit) return known.prices;
  const prices = describeOffer(offer.price, offer.owner, groupRatio, unit);
  described.set(offer, { groupRatio, unit, prices });
  return prices;
}

function describeOffer(
  price: NonNullable<Priced["price"]>,
  owner: Priced["owner"],
  groupRatio: number,
  unit: PriceUnit,
): DescribedPrice {
  const { terms, rules } = describePrice(price, { groupRatio, marksCache: owner.marks_cache ?? false });
  const per = (term: PriceTerm): PriceTerm =>
    unit === "1K" && term.unit === "million"
      ? { ...term, dollars: Number((term.dollars / 1000).toPrecision(12)) }
      : term;
  return {
    terms: terms.map(per),
    rules: rules.map(({ when, terms: own }) => ({ when, terms: own.map(per) })),
  };
}

/** Owners of the models, by name, for the filter. */
export function ownersOf(offers: Offers): { value: string; label: string }[] {
  const owners = new Map(Object.values(offers).map(({ owner, owned_by }) => [String(owner.type), owned_by]));
  return [...owners]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));
}

/** Kinds of input and output that some model has. */
export const modalitiesOf = (offers: Offers): string[] =>
  [...new Set(Object.values(offers).flatMap(modalities))].filter((one) => one !== "in:text").sort();

/** Capabilities and tags that some model has. */
export const capabilitiesOf = (offers: Offers): string[] =>
  [...new Set(Object.values(offers).flatMap(abilities))].sort();
