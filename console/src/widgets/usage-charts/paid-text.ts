import type { OrderSums } from "@tollgate/contract/analytics";
import { formatMoney } from "../../lib/format-number";

/** Money that came in, summed by currency: `$120.00 + CN¥66.40`; empty for none. */
export function paidText(orders: readonly Pick<OrderSums, "currency" | "amount">[]): string {
  const sums = new Map<string, number>();
  for (const { currency, amount } of orders) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => formatMoney(amount, currency)).join(" + ");
}
