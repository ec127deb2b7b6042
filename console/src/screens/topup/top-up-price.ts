import type { OwnGateway, TopUpTerms } from "@tollgate/contract/orders";
import {
  breakDownTopUp,
  discountParts,
  moneyNumber,
  partsOf,
  partsPerOne,
  type TopUpBreakdown,
} from "@tollgate/contract/top-up";

/** What a top-up costs and brings, by the calculation that the server charges with. */
export function priceOf(amount: number, gateway: OwnGateway, terms: TopUpTerms): TopUpBreakdown {
  return breakDownTopUp(amount, {
    discounts: discountParts(terms.discounts),
    fees: {
      fixedFee: partsOf(gateway.fixed_fee, 2),
      percentFee: partsOf(gateway.percent_fee, 6),
      currency: gateway.currency,
      exchangeRate: partsOf(gateway.exchange_rate, 6),
    },
    quotaPerUnit: terms.quota_per_unit,
  });
}

/** Cents of a dollar → dollars. */
export const dollarsOf = (cents: number): number => moneyNumber(cents, "USD");

/** Percent that a discount takes off: a factor of 950,000 parts is 5. */
export const percentOff = (factor: number): number => ((partsPerOne - factor) / partsPerOne) * 100;

/** An amount to choose with one press. */
export interface QuickAmount {
  amount: number;
  /** 0: the full price. */
  percentOff: number;
}

const usual = [10, 20, 50, 100];

/** The amounts of the discount table that may be bought, smallest first; round ones where there is no table. */
export function quickAmounts({ discounts, min_amount, max_amount }: TopUpTerms): QuickAmount[] {
  const parts = discountParts(discounts);
  const amounts = Object.keys(parts).length > 0 ? Object.keys(parts).map(Number) : usual;
  return amounts
    .filter((amount) => amount >= min_amount && amount <= max_amount)
    .sort((a, b) => a - b)
    .map((amount) => ({ amount, percentOff: percentOff(parts[String(amount)] ?? partsPerOne) }));
}

export type AmountProblem = "missing" | "whole" | "min" | "max";

/** Whole dollars out of what was typed, or why it is no amount to buy. */
export function readAmount(
  text: string,
  { min_amount, max_amount }: Pick<TopUpTerms, "min_amount" | "max_amount">,
): { amount: number } | { problem: AmountProblem } {
  const typed = text.trim();
  if (typed === "") return { problem: "missing" };
  if (!/^\d{1,12}$/.test(typed) || Number(typed) === 0) return { problem: "whole" };
  if (Number(typed) < min_amount) return { problem: "min" };
  return Number(typed) > max_amount ? { problem: "max" } : { amount: Number(typed) };
}
