/**
 * Quota is an integer; `quotaPerUnit` (default 500000) of it is one US dollar.
 * Multiplier 1 is $0.002 per 1,000 tokens, which is one quota per token at the default unit.
 */
export const defaultQuotaPerUnit = 500_000;

export interface QuotaFormat {
  quotaPerUnit: number;
  displayInCurrency: boolean;
}

/**
 * Dollars with two decimals, or an abbreviated number (1e4 k, 1e6 M, 1e9 B, one decimal). An amount too small for its decimals has six of
 * them: $0.00 means that nothing was spent.
 */
export function formatQuota(quota: number, format: QuotaFormat, decimals = 2): string {
  if (format.displayInCurrency) {
    const dollars = quota / format.quotaPerUnit;
    const size = Math.abs(dollars);
    const vanishes = size > 0 && Number(size.toFixed(decimals)) === 0;
    const amount = groupDigits(size.toFixed(vanishes ? 6 : decimals));
    return `${dollars < 0 && /[1-9]/.test(amount) ? "-" : ""}$${amount}`;
  }
  return abbreviateNumber(quota);
}

/** `1975308.64` → `1,975,308.64`: money is written alike in every language. */
function groupDigits(amount: string): string {
  const [whole, fraction] = amount.split(".");
  // A list formats hundreds of amounts; `toLocaleString` takes many times as long.
  const grouped = (whole as string).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** 12345 → 12.3k; below 10,000 the integer with separators. What rounds up to the next letter takes it: 999,950 → 1.0M. */
export function abbreviateNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 999.95e6) return `${(value / 1e9).toFixed(1)}B`;
  if (size >= 999.95e3) return `${(value / 1e6).toFixed(1)}M`;
  if (size >= 1e4) return `${(value / 1e3).toFixed(1)}k`;
  return value.toLocaleString("en-US");
}

/** The whole amount, never rounded: dollars to six decimals and the integer quota. For tooltips. */
export function exactQuota(quota: number, quotaPerUnit: number): string {
  return `$${groupDigits((quota / quotaPerUnit).toFixed(6))} (${quota.toLocaleString("en-US")})`;
}

/** Dollars typed by a person → integer quota, rounded half up. */
export function quotaFromDollars(dollars: number, quotaPerUnit: number): number {
  return Math.round(dollars * quotaPerUnit);
}

export function dollarsFromQuota(quota: number, quotaPerUnit: number): number {
  return quota / quotaPerUnit;
}
