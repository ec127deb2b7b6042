/**
 * A price is a list: its base values, then rules that change them for some calls. `evaluatePrice` is the one function that decides which
 * rules apply, for relay, price editor, available models, log detail and simulator.
 */
import {
  callCost,
  costRates,
  type ExtraPrices,
  type PriceTerms,
  promptTokens,
  type UsageCounts,
} from "./cost.ts";

/** What must hold for a rule to apply; all conditions that it names. */
export interface RuleConditions {
  /** The whole prompt, cache reads and writes included, has more tokens than this. */
  prompt_above?: number | undefined;
  /** Service tier or speed that the call was served at: `flex`, `priority`, `batch`, `fast` … */
  service_tier?: string | undefined;
  /** Size of the pictures or the video, as request or answer name it: `1024x1536`, in any spelling of `pictureSize`. */
  size?: string | undefined;
  /** Quality of the pictures or the video, as request or answer name it: `high`. */
  quality?: string | undefined;
}

/** Values that replace the price's own. `extra_ratios` replace key by key, `ratio` multiplies everything the call costs. */
export interface PriceRule {
  when: RuleConditions;
  input?: number | undefined;
  output?: number | undefined;
  extra_ratios?: ExtraPrices | undefined;
  ratio?: number | undefined;
}

/** A price with its rules, in the order in which they are evaluated. */
export interface RuledPrice extends PriceTerms {
  rules?: readonly PriceRule[] | undefined;
}

/** What conditions are compared with. */
export interface CallFacts {
  promptTokens: number;
  serviceTier?: string | undefined;
  size?: string | undefined;
  quality?: string | undefined;
}

/** A price as it is for one call. */
export interface EvaluatedPrice {
  /** The values in force, without rules. */
  terms: PriceTerms;
  /** Product of the ratios of the rules that applied. */
  ratio: number;
  /** Those rules, in order. */
  rules: readonly PriceRule[];
}

/**
 * Applies the rules of a price in order: each whose every condition holds. Calls for which the same rules apply get the same object, so that
 * rates can be kept by its `terms`.
 */
export function evaluatePrice(price: RuledPrice, facts: CallFacts): EvaluatedPrice {
  const rules = price.rules ?? [];
  const applied = rules.flatMap((rule, index) => (holds(rule.when, facts) ? [index] : []));
  let byRules = evaluated.get(price);
  if (!byRules) evaluated.set(price, (byRules = new Map()));
  const key = applied.join();
  let found = byRules.get(key);
  if (!found)
    byRules.set(
      key,
      (found = applyRules(
        price,
        applied.map((index) => rules[index] as PriceRule),
      )),
    );
  return found;
}

const evaluated = new WeakMap<RuledPrice, Map<string, EvaluatedPrice>>();

function holds(when: RuleConditions, facts: CallFacts): boolean {
  return (
    (when.prompt_above === undefined || facts.promptTokens > when.prompt_above) &&
    (when.service_tier === undefined || isSameTier(when.service_tier, facts.serviceTier)) &&
    (when.size === undefined || isSameSize(when.size, facts.size)) &&
    (when.quality === undefined || isSameWord(when.quality, facts.quality))
  );
}

function applyRules(price: RuledPrice, rules: readonly PriceRule[]): EvaluatedPrice {
  const { type, input, output, extra_ratios } = price;
  if (rules.length === 0) return { terms: price, ratio: 1, rules };
  const terms: PriceTerms = { type, input, output, extra_ratios: { ...extra_ratios } };
  let ratio = 1;
  for (const rule of rules) {
    terms.input = rule.input ?? terms.input;
    terms.output = rule.output ?? terms.output;
    terms.extra_ratios = { ...terms.extra_ratios, ...rule.extra_ratios };
    ratio *= rule.ratio ?? 1;
  }
  return { terms, ratio, rules };
}

/** True for two spellings of one tier: Google writes `SERVICE_TIER_PRIORITY` and `ON_DEMAND_PRIORITY` for `priority`. */
export function isSameTier(one: string, other: string | undefined): boolean {
  return other !== undefined && tierName(one) === tierName(other);
}

function tierName(tier: string): string {
  return tier
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/^(?:servicetier|ondemand)(?=.)/, "");
}

function isSameSize(one: string, other: string | undefined): boolean {
  return other !== undefined && pictureSize(one) === pictureSize(other);
}

/** The size of a picture in one spelling: `1024*1024`, `1024 X 1024` and `1024×1024` are `1024x1024`. Other words in small letters. */
export function pictureSize(text: string): string {
  const word = text.trim().toLowerCase();
  const [, width, height] = /^(\d{1,6})\s*[x*×✕]\s*(\d{1,6})$/.exec(word) ?? [];
  return width === undefined ? word : `${Number(width)}x${Number(height)}`;
}

/** True for a size in pixels: two of them can be compared, `auto` and `landscape` cannot. */
export function isPixelSize(text: string): boolean {
  return /^\d+x\d+$/.test(pictureSize(text));
}

function isSameWord(one: string, other: string | undefined): boolean {
  return other !== undefined && one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** What a call costs whose every fact is known, in quota, and by which terms. */
export function priceCall(
  price: RuledPrice,
  groupRatio: number,
  usage: UsageCounts,
  facts: Omit<CallFacts, "promptTokens"> = {},
): { cost: number; evaluated: EvaluatedPrice } {
  const found = evaluatePrice(price, { ...facts, promptTokens: promptTokens(usage) });
  return { cost: callCost(costRates(found.terms, groupRatio * found.ratio), usage), evaluated: found };
}
