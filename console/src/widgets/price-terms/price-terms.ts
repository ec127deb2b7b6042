import {
  dollarsPerCall,
  effectivePrices,
  extraRatioClasses,
  extraRatioKeys,
  type PriceTerms,
  toolPriceClasses,
  toolPriceKeys,
  unitPriceKeys,
} from "@tollgate/contract/cost";
import { evaluatePrice, type RuleConditions, type RuledPrice } from "@tollgate/contract/price-rules";

/** What an amount of a price is for. */
export type TermUnit = "million" | "call" | "second" | "picture" | "character";

/** One amount of a price, as calls are charged. */
export interface PriceTerm {
  /** A class of tokens, `call`, a unit, or a tool of the vendor's. */
  id: string;
  dollars: number;
  unit: TermUnit;
}

/** What a price charges, and what it charges instead where conditions hold. */
export interface DescribedPrice {
  terms: PriceTerm[];
  /** In the rules' order; only terms that differ. */
  rules: { when: RuleConditions; terms: PriceTerm[] }[];
}

/** Classes that are shown although the price names none of them: the standard ratios of a vendor whose callers mark what is cached. */
const markedClasses = ["cached_read_tokens", "cached_write_tokens", "cached_write_1h_tokens"] as const;

/**
 * A price in dollars for a group: input and output, and every class, unit and tool that it names.
 * @param options `marksCache`: the standard prices of cache reads and writes are named, too
 */
export function describePrice(
  price: RuledPrice,
  { groupRatio = 1, marksCache = false }: { groupRatio?: number; marksCache?: boolean } = {},
): DescribedPrice {
  const terms = termsOf(price, groupRatio, marksCache);
  const before = new Map(terms.map((term) => [term.id, term.dollars]));
  const rules = (price.rules ?? []).map(({ when }) => {
    const { terms: own, ratio } = evaluatePrice(price, {
      promptTokens: (when.prompt_above ?? -1) + 1,
      serviceTier: when.service_tier,
      size: when.size,
      quality: when.quality,
    });
    const changed = termsOf(own, groupRatio * ratio, marksCache).filter(
      ({ id, dollars }) => before.get(id) !== dollars,
    );
    return { when, terms: changed };
  });
  return { terms, rules };
}

/** Everything that a price names, with input and output. */
function termsOf(price: PriceTerms, groupRatio: number, marksCache: boolean): PriceTerm[] {
  return namedIds(price, marksCache).flatMap((id) => termOf(price, id, groupRatio) ?? []);
}

function namedIds(price: PriceTerms, marksCache: boolean): string[] {
  const named = price.extra_ratios ?? {};
  const isNamed = (key: keyof typeof named) => named[key] !== undefined;
  const units = unitPriceKeys.filter(isNamed);
  const tools = toolPriceKeys.filter(isNamed).map((key) => toolPriceClasses[key].tokenClass);
  if (price.type === "times") return ["call", ...tools];
  const marked: readonly string[] = marksCache && price.input > 0 ? markedClasses : [];
  const classes = extraRatioKeys
    .filter((key) => isNamed(key) || marked.includes(key))
    .map((key) => extraRatioClasses[key].tokenClass);
  // A price by second or picture has no price by token.
  const isByUnit = units.length > 0 && price.input === 0 && price.output === 0;
  return [...(isByUnit ? [] : ["input", "output"]), ...classes, ...units, ...tools];
}

/** One amount as calls are charged, named by the price or standard; undefined if the price has no such amount. */
export function termOf(price: PriceTerms, id: string, groupRatio = 1): PriceTerm | undefined {
  const named = price.extra_ratios ?? {};
  const perMillion = effectivePrices(price, groupRatio);
  if (id === "call")
    return perMillion
      ? undefined
      : { id, dollars: exact(dollarsPerCall(price.input, groupRatio)), unit: "call" };
  const unit = unitPriceKeys.find((key) => key === id);
  if (unit !== undefined)
    return named[unit] === undefined ? undefined : { id, dollars: exact(named[unit] * groupRatio), unit };
  const tool = toolPriceKeys.find((key) => toolPriceClasses[key].tokenClass === id);
  if (tool !== undefined) {
    const dollars = named[tool] ?? toolPriceClasses[tool].dollars;
    return { id, dollars: exact(dollars * groupRatio), unit: "call" };
  }
  if (!perMillion || !Object.hasOwn(perMillion, id)) return undefined;
  const dollars = perMillion[id as keyof typeof perMillion];
  const isSide = id === "input" || id === "output";
  return { id, dollars: isSide ? exact(dollars) : Number(dollars.toPrecision(ratioDigits)), unit: "million" };
}

/** A ratio is kept with six decimals, so that a price by it has fewer digits that mean anything. */
const ratioDigits = 5;
/** Without the noise of binary fractions. */
const exact = (dollars: number) => Number(dollars.toPrecision(12));
