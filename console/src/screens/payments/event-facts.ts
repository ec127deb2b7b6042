import type { OrderDetail } from "@tollgate/contract/orders";
import { formatQuota, type QuotaFormat } from "@tollgate/contract/quota";
import { moneyNumber } from "@tollgate/contract/top-up";
import type { TFunction } from "i18next";
import { formatMoney } from "../../lib/format-number";

type Event = OrderDetail["events"][number];

/** Details that are shown, in this order; sums are in the smallest unit of their currency. */
const shown = ["amount", "quota", "status", "source", "reason", "by", "gateway_no", "number"] as const;
type ShownDetail = (typeof shown)[number];

/** Values with their own texts. */
const translated: Partial<Record<ShownDetail, readonly string[]>> = {
  status: ["pending", "paid", "failed", "unknown"],
  source: ["callback", "query"],
};

/** The figures of an order's event by name, ready to be shown. */
export function eventFacts(
  t: TFunction<"payments">,
  { kind, detail }: Event,
  format: QuotaFormat,
): { name: string; value: string }[] {
  // The creation event contains the whole calculation; the facts above show the rest.
  const facts = kind === "created" ? { amount: detail["pay"], currency: detail["currency"] } : detail;
  const named: unknown = facts["currency"];
  const currency = typeof named === "string" ? named : "USD";
  // Already in the event's sentence.
  const known = kind === "closed" && facts["reason"] === "expired" ? ["reason"] : [];
  return shown.flatMap((key) => {
    const value: unknown = (facts as Record<string, unknown>)[key];
    if (value === undefined || value === null || value === "" || known.includes(key)) return [];
    return [{ name: t(`detail.${key}`), value: textOf(key, value) }];
  });

  function textOf(key: ShownDetail, value: unknown): string {
    if (key === "amount") return formatMoney(moneyNumber(Number(value), currency), currency);
    if (key === "quota") return formatQuota(Number(value), format);
    return translated[key]?.includes(String(value)) ? t(`detail.${key}_${String(value)}`) : String(value);
  }
}
