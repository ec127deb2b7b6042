import { topUpDiscounts } from "@tollgate/contract/top-up";

/** A row as typed: whole dollars, and the price in percent of them. */
export interface DiscountDraft {
  amount: string;
  percent: string;
}

export type DraftProblem = "amount" | "percent" | "twice";

/** The rows of a stored table, smallest amount first; undefined for what is no table. */
export function draftsOf(value: unknown): DiscountDraft[] | undefined {
  const table = topUpDiscounts.safeParse(value);
  if (!table.success) return undefined;
  return Object.entries(table.data)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([amount, factor]) => ({ amount, percent: String(Math.round(factor * 1e8) / 1e6) }));
}

/** What the form holds of rows: the table, or a list, which the contract rejects, while a row is no entry of one. */
export function tableOf(rows: readonly DiscountDraft[]): Record<string, number> | DiscountDraft[] {
  if (problemsOfDrafts(rows).some((problem) => problem !== undefined)) return [...rows];
  const entries = rows.map(({ amount, percent }) => [amount.trim(), Math.round(Number(percent) * 1e6) / 1e8]);
  return Object.fromEntries(entries) as Record<string, number>;
}

/** For each row why it is no entry of a table. */
export function problemsOfDrafts(rows: readonly DiscountDraft[]): (DraftProblem | undefined)[] {
  return rows.map(({ amount, percent }, index) => {
    const typed = amount.trim();
    if (!/^[1-9]\d{0,6}$/.test(typed)) return "amount";
    if (rows.findIndex((other) => other.amount.trim() === typed) < index) return "twice";
    const price = percent.trim() === "" ? Number.NaN : Number(percent);
    return price > 0 && price <= 100 ? undefined : "percent";
  });
}

/** Whether two values of the form mean the same; the order of a table's entries does not matter. */
export function sameDiscounts(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.entries(value).sort(([a], [b]) => Number(a) - Number(b));
}
