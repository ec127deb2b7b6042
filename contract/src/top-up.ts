import * as z from "zod";
import { limits } from "./limits.ts";

/** Parts of one: fractions and rates are integers of this many to a whole, so that money is never a float. */
export const partsPerOne = 1_000_000;

/** Currencies whose smallest unit is the whole one. */
const wholeCurrencies = new Set(["JPY", "KRW", "VND"]);

/** Smallest units of one unit of a currency: 100 cents, 1 yen. */
export const unitsOf = (currency: string): number => (wholeCurrencies.has(currency) ? 1 : 100);

/** Amount in whole dollars → factor in parts per one: `{ "100": 950000 }` sells 100 dollars for 95. */
export type TopUpDiscounts = Readonly<Record<string, number>>;

/** What a gateway adds and takes. `exchangeRate` is units of its currency per dollar. */
export interface GatewayFees {
  /** Cents of a dollar. */
  fixedFee: number;
  /** Parts per one of the discounted amount. */
  percentFee: number;
  currency: string;
  /** Parts per one. */
  exchangeRate: number;
}

/** What a top-up costs and brings. All integers; the dollar parts add up to the cent. */
export interface TopUpBreakdown {
  /** Whole dollars bought. */
  amount: number;
  /** Parts per one; `partsPerOne` where there is no discount. */
  factor: number;
  /** Cents after the discount. */
  discounted: number;
  /** Cents. */
  fee: number;
  /** Cents: `discounted + fee`. */
  total: number;
  currency: string;
  exchangeRate: number;
  /** Smallest units of `currency`: what the customer pays. */
  pay: number;
  quota: number;
}

/** Whole dollars, exactly as the discount table names them. */
export function discountOf(amount: number, discounts: TopUpDiscounts): number {
  return Object.hasOwn(discounts, String(amount)) ? (discounts[String(amount)] ?? partsPerOne) : partsPerOne;
}

/**
 * The only calculation for display and charge: `pay = amount × discount + fee`, `fee = fixed + amount × discount × percent`,
 * in dollars, rounded half up to cents once, then times the exchange rate, rounded half up to the currency's smallest unit.
 * @param amount whole dollars, at least 1
 */
export function breakDownTopUp(
  amount: number,
  { discounts, fees, quotaPerUnit }: { discounts: TopUpDiscounts; fees: GatewayFees; quotaPerUnit: number },
): TopUpBreakdown {
  const one = BigInt(partsPerOne);
  const factor = discountOf(amount, discounts);
  // Cents, in parts per one.
  const exact = BigInt(amount) * 100n * BigInt(factor);
  const discounted = roundHalfUp(exact, one);
  const withFee = exact * (one + BigInt(fees.percentFee)) + BigInt(fees.fixedFee) * one * one;
  const total = roundHalfUp(withFee, one * one);
  const units = BigInt(unitsOf(fees.currency));
  const pay = roundHalfUp(BigInt(total) * units * BigInt(fees.exchangeRate), 100n * one);
  return {
    amount,
    factor,
    discounted,
    fee: total - discounted,
    total,
    currency: fees.currency,
    exchangeRate: fees.exchangeRate,
    pay,
    quota: amount * Math.trunc(quotaPerUnit),
  };
}

function roundHalfUp(dividend: bigint, divisor: bigint): number {
  return Number((2n * dividend + divisor) / (2n * divisor));
}

/** `1050` cents of USD → `10.5`; the number that the family's API writes. Exact to the smallest unit. */
export const moneyNumber = (units: number, currency: string): number => units / unitsOf(currency);

/** `1050`, USD → `10.50`; 1050, JPY → `1050`. */
export function moneyText(units: number, currency: string): string {
  return moneyNumber(units, currency).toFixed(unitsOf(currency) === 1 ? 0 : 2);
}

/** A decimal number of at most `digits` decimals → an integer of 10^digits to the whole. */
export function partsOf(value: number, digits: number): number {
  return Math.round(value * 10 ** digits);
}

/** True if a number has no more decimals than these. */
export function hasDecimals(value: number, digits: number): boolean {
  return (
    Math.abs(value * 10 ** digits - Math.round(value * 10 ** digits)) < 1e-6 * Math.max(1, Math.abs(value))
  );
}

/** The fees of a gateway from the fields that customers see. */
export function feesShown(way: {
  fixed_fee: number;
  percent_fee: number;
  currency: string;
  exchange_rate: number;
}): GatewayFees {
  return {
    fixedFee: partsOf(way.fixed_fee, 2),
    percentFee: partsOf(way.percent_fee, 6),
    currency: way.currency,
    exchangeRate: partsOf(way.exchange_rate, 6),
  };
}

/** Limits of one top-up in whole dollars; the operator's minimum also applies. */
export const topUpAmount = z.int().min(1).max(limits.topUpMax);

/** The discount table as operators write it: `{"100": 0.95}`. Keys are whole dollars, values above 0 up to 1. */
export const topUpDiscounts = z
  .record(z.string(), z.number().min(0.01).max(1))
  .refine((table) => Object.keys(table).length <= 50, { message: "A table has 50 amounts at most." })
  .refine((table) => Object.keys(table).every((key) => /^[1-9]\d{0,6}$/.test(key)), {
    params: { code: "setting.bad_discount" },
    message: "Each key is an amount in whole dollars, such as 100.",
  });

/** The stored table in parts per one. */
export function discountParts(table: Readonly<Record<string, number>>): TopUpDiscounts {
  return Object.fromEntries(Object.entries(table).map(([key, factor]) => [key, partsOf(factor, 6)]));
}
