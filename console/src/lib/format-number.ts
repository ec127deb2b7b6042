import { formatQuota, type QuotaFormat } from "@tollgate/contract/quota";
import { currentLanguage } from "./i18n/i18n";
import { languageTag } from "./i18n/languages";
import { keepFormats } from "./keep-formats";

/**
 * Number formats of every screen. Rows and sentences show counts whole with separators; cards, sums and charts shorten them from
 * 10,000 on and show them whole on hover. Balances and sums of money have cents, the cost of one call and what rounds to no cent six
 * decimals; both are whole on hover.
 * Durations have the unit that keeps them short, milliseconds on hover. `format-number.test.tsx` rejects other formatting code.
 */

const numberFormat = keepFormats(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

/** 1234567 → `1,234,567`, grouped as the language in use does. */
export function formatNumber(value: number, maximumFractionDigits = 0): string {
  return numberFormat(languageTag(currentLanguage()), { maximumFractionDigits }).format(value);
}

/** 1234567 → `1.2M`; the letters are those of the quota display, the same in every language. */
export { abbreviateNumber } from "@tollgate/contract/quota";

/** Tokens of a context or a limit, as vendors write them: 271,999 → `272K`, 1,050,000 → `1.05M`, in every language. */
export function formatTokenCount(tokens: number): string {
  const maximumFractionDigits = tokens >= 999_500 ? 2 : 0;
  return numberFormat("en-US", { notation: "compact", maximumFractionDigits }).format(tokens);
}

/** A multiplier with its sign: `× 1.5`. */
export function formatRatio(value: number): string {
  return `× ${formatNumber(value, 6)}`;
}

/** A part of a whole, 0 to 1: `42%`, below ten per cent `4.2%`. */
export function formatShare(share: number): string {
  return `${formatNumber(share * 100, share < 0.1 ? 1 : 0)}%`;
}

/** Dollars that are no quota, with cents: `$1,234.50`, `-$0.26`. */
export function formatDollars(dollars: number): string {
  return money(dollars, 2);
}

/** A unit price with as many digits as it has and at least the cents: `$2.50`, `$0.075`. */
export function formatUnitPrice(dollars: number): string {
  return money(dollars, 8);
}

/** The cost of one call with six decimals; `$0` where nothing was charged. */
export function formatCost(quota: number, format: QuotaFormat): string {
  return quota === 0 && format.displayInCurrency ? "$0" : formatQuota(quota, format, 6);
}

/** A line of a bill with all of its digits and at least six, so that the lines add up: `$0.0000225`, `$0.000030`; nothing is `$0`. */
export function formatBillLine(dollars: number): string {
  return dollars === 0 ? "$0" : money(dollars, 12, 6);
}

/** An amount in its own currency with that currency's decimals: `$10.50`, `CN¥66.43`; yuan are `¥66.43` in Chinese. */
export function formatMoney(amount: number, currency: string): string {
  if (currency === "USD") return formatDollars(amount);
  return numberFormat(languageTag(currentLanguage()), {
    style: "currency",
    currency,
    signDisplay: "negative",
  }).format(amount);
}

/** Money is written alike in every language. */
function money(dollars: number, maximumFractionDigits: number, minimumFractionDigits = 2): string {
  return numberFormat("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits,
    maximumFractionDigits,
    signDisplay: "negative",
  }).format(dollars);
}

/** Milliseconds → `820 ms`, `3.2 s`, `2 min 5 s`, `1 h 3 min`; units in the international short form. */
export function formatDuration(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  if (whole < 1000) return `${whole} ms`;
  const tenths = Math.round(milliseconds / 100);
  if (tenths < 600) return `${Math.floor(tenths / 10)}.${tenths % 10} s`;
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${formatNumber(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** The same without rounding: `3,215 ms`. */
export function exactDuration(milliseconds: number): string {
  return `${formatNumber(Math.round(milliseconds))} ms`;
}
