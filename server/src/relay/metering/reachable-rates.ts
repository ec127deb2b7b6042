import { type CostRates, rateScale, type TokenClass } from "@tollgate/contract/cost";
import { evaluatePrice, type PriceRule } from "@tollgate/contract/price-rules";
import type { SnapshotPrice } from "../../snapshot/relay-snapshot.ts";
import type { Attempt, RoutedCall, SentRequest } from "../exchange.ts";
import type { PictureLook } from "./picture-looks.ts";
import type { TierTerms } from "./price-usage.ts";
import { largestRatio, possibleTerms } from "./tier-terms.ts";

/** Margin of a prompt's estimate: for what its vendor adds, and for text of more than half a token per byte. */
const promptMargin = 1.25;

/** What is known of a call before it is sent, for the rules of its price. */
export interface CallReach {
  /** Estimate of the prompt; computed only if the price has rules. */
  promptTokens(): number;
  /** Of images. */
  looks?: readonly PictureLook[] | undefined;
}

/**
 * Rates for the reservation of a call: no class costs more, whichever rules of the price apply and whatever the allowed
 * fields cost. Precomputed for a price without rules.
 */
export function reachableRates(attempt: Attempt, reach: CallReach): CostRates {
  const { exchange, route, sent } = attempt;
  const { price } = route;
  const ratio = largestRatio(sent);
  if (!price.rules) return exchange.snapshot.rates(price, exchange.group.ratio * ratio);
  const { ruled } = possibleTerms(attempt, undefined);
  const usual = { tier: undefined, ratio };
  return highestRates(exchange, price, [usual, ...ruled], {
    promptTokens: reach.promptTokens(),
    looks: reach.looks,
  });
}

/** The highest rate of each class for a prompt of up to so many tokens plus the margin, at one of the tiers. */
export function highestRates(
  { snapshot, group }: Pick<RoutedCall, "snapshot" | "group">,
  price: SnapshotPrice,
  tiers: readonly TierTerms[],
  {
    promptTokens: longest,
    looks = noLooks,
  }: { promptTokens: number; looks?: readonly PictureLook[] | undefined },
): CostRates {
  const found = new Set<CostRates>();
  for (const promptTokens of promptsOf(price.rules ?? [], longest * promptMargin)) {
    for (const { tier, ratio } of tiers) {
      for (const look of looks) {
        const { terms, ratio: ofRules } = evaluatePrice(price, { ...look, promptTokens, serviceTier: tier });
        found.add(snapshot.rates(terms, group.ratio * ofRules * ratio));
      }
    }
  }
  return [...found].reduce(dearerOf);
}

const noLooks: readonly PictureLook[] = [{}];

/** A prompt for each range of lengths that rules distinguish, none above the longest. */
function promptsOf(rules: readonly PriceRule[], longest: number): number[] {
  const borders = rules.flatMap(({ when }) => when.prompt_above ?? []).filter((border) => border < longest);
  return [0, ...new Set(borders.map((border) => border + 1))];
}

function dearerOf(one: CostRates, other: CostRates): CostRates {
  const rates: Partial<Record<TokenClass, bigint>> = { ...one.rates };
  for (const name in other.rates) {
    const rate = other.rates[name as TokenClass] ?? 0n;
    if (rate > (rates[name as TokenClass] ?? 0n)) rates[name as TokenClass] = rate;
  }
  if (one.kind === "times" || other.kind === "times") {
    const perCall = [one, other].map((each) => (each.kind === "times" ? each.perCall : 0n));
    return { kind: "times", perCall: perCall.reduce((most, each) => (each > most ? each : most)), rates };
  }
  return { kind: "tokens", rates: rates as Record<TokenClass, bigint> };
}

/** Cost of tool uses that no response will report, in quota. */
export function usesCost({ paid }: SentRequest, rates: CostRates): number {
  if (!paid || paid.uses.length === 0) return 0;
  let cost = 0n;
  for (const { tool } of paid.uses) cost += rates.rates[tool] ?? 0n;
  return Number((cost + rateScale - 1n) / rateScale);
}
