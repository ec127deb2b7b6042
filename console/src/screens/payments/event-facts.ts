import type { TFunction } from "i18next";
import { formatMoney, formatNumber } from "../../lib/format-number";

/** Details that are sums of the order's currency, or of the one that the event names. */
const sums = new Set(["amount", "paid", "expected"]);
/** Shown elsewhere, or only of use to programs. */
const left = new Set(["notification", "currency"]);

/** The figures of an order's event by name, ready to be shown; what no text names keeps its own name. */
export function detailFacts(
  t: TFunction<"payments">,
  detail: Readonly<Record<string, unknown>>,
  currency: string,
): { name: string; value: string }[] {
  const named = typeof detail["currency"] === "string" ? detail["currency"] : currency;
  return Object.entries(detail)
    .filter(([key, value]) => !left.has(key) && value !== "" && value !== null && value !== undefined)
    .map(([key, value]) => ({
      name: t(`detail.${key}`, { defaultValue: key }),
      value: valueText(value, sums.has(key) ? (key === "expected" ? currency : named) : undefined),
    }));
}

function valueText(value: unknown, currency: string | undefined): string {
  if (typeof value === "number") {
    return currency === undefined ? formatNumber(value, 6) : formatMoney(value, currency);
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
