import { callCost, promptTokens, type UsageCounts } from "@tollgate/contract/cost";
import type { LogMetadata } from "@tollgate/contract/logs";
import { type EvaluatedPrice, evaluatePrice } from "@tollgate/contract/price-rules";
import type { SnapshotPrice } from "../../snapshot/relay-snapshot.ts";
import type { RoutedCall } from "../exchange.ts";
import { billedUsage } from "./billed-units.ts";
import { priceTerms } from "./charge.ts";
import type { PictureLook } from "./picture-looks.ts";

/** Everything that was measured of a call, in tokens and in units. */
export interface MeasuredCall {
  /** Capability of the format: it decides which unit counts what. */
  capability: string;
  usage: UsageCounts;
  /** The gateway counted the tokens because the upstream reported no usage. */
  counted: boolean;
  /** Of images, if the price has rules: the most expensive one counts. */
  looks?: readonly PictureLook[] | undefined;
}

/** The service tier of a call, for rules, and the other multipliers of its price. */
export interface TierTerms {
  tier: string | undefined;
  ratio: number;
}

export interface UsagePrice {
  /** In quota. */
  cost: number;
  /** The part of the measured usage that was charged. */
  usage: UsageCounts;
  evaluated: EvaluatedPrice;
  /** Names of the rules and of the other multipliers. */
  ratio: number;
}

const noTier: TierTerms = { tier: undefined, ratio: 1 };

/** Cost of a call at one price, by the rules that apply to it. */
export function priceUsage(
  exchange: Pick<RoutedCall, "snapshot" | "group">,
  price: SnapshotPrice,
  call: MeasuredCall,
  terms: TierTerms = noTier,
): UsagePrice {
  // Most prices have no rules: they are their own terms.
  if (!price.rules) return priceAt(exchange, { terms: price, ratio: 1, rules: none }, call, terms.ratio);
  const { usage, looks = noLooks } = call;
  const facts = { promptTokens: promptTokens(usage), serviceTier: terms.tier };
  let dearest: UsagePrice | undefined;
  for (const look of looks) {
    const found = priceAt(exchange, evaluatePrice(price, { ...facts, ...look }), call, terms.ratio);
    if (!dearest || found.cost > dearest.cost) dearest = found;
  }
  return dearest ?? priceAt(exchange, evaluatePrice(price, facts), call, terms.ratio);
}

function priceAt(
  { snapshot, group }: Pick<RoutedCall, "snapshot" | "group">,
  evaluated: EvaluatedPrice,
  call: MeasuredCall,
  ratio: number,
): UsagePrice {
  const all = evaluated.ratio * ratio;
  const usage = billedUsage(call.capability, evaluated.terms, call.usage, call.counted);
  return {
    cost: callCost(snapshot.rates(evaluated.terms, group.ratio * all), usage),
    usage,
    evaluated,
    ratio: all,
  };
}

const noLooks: readonly PictureLook[] = [{}];
const none: readonly never[] = [];

/** A log row's details of a price beyond its base values: the values in force, the rules, and the multiplier. */
export function noteOfPrice(model: string, { evaluated, ratio }: UsagePrice): Partial<LogMetadata> {
  const { terms, rules } = evaluated;
  const note: Partial<LogMetadata> = ratio === 1 ? {} : { price_ratio: ratio };
  if (rules.length === 0) return note;
  return {
    ...note,
    ...priceTerms({ ...terms, model }),
    extra_ratios: { ...terms.extra_ratios },
    price_rules: [...rules],
  };
}
