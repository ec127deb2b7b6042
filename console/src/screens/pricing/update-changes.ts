import type { PriceChange, PriceChangeState } from "@tollgate/contract/price-updates";
import { describePrice, type PriceTerm, termOf } from "../../widgets/price-terms/price-terms";

export type StateFilter = PriceChangeState | "all";

/** What narrows the changes down. */
export interface ChangeFilters {
  state: StateFilter;
  keyword: string;
  /** Only models that a channel serves. */
  served: boolean;
}

/** Changes that fit, those of served models first, then by name. */
export function filterChanges(changes: readonly PriceChange[], filters: ChangeFilters): PriceChange[] {
  const keyword = filters.keyword.trim().toLowerCase();
  return changes
    .filter(
      ({ model, state, served }) =>
        (filters.state === "all" || state === filters.state) &&
        (!filters.served || served) &&
        (keyword === "" || model.toLowerCase().includes(keyword)),
    )
    .sort(
      (a, b) =>
        Number(b.served) - Number(a.served) || a.model.localeCompare(b.model, "en", { numeric: true }),
    );
}

/** An amount before and after; undefined where a price has none and no standard holds. */
export interface TermChange {
  id: string;
  before: PriceTerm | undefined;
  after: PriceTerm | undefined;
}

/** Amounts that change; rules are compared as a whole, since their order counts. */
export function changedTerms({ before, after }: PriceChange): { terms: TermChange[]; rules: boolean } {
  if (!before || !after) return { terms: [], rules: false };
  const ids = new Set([before, after].flatMap((price) => describePrice(price).terms.map(({ id }) => id)));
  const terms = [...ids]
    .map((id): TermChange => ({ id, before: termOf(before, id), after: termOf(after, id) }))
    .filter((term) => term.before?.dollars !== term.after?.dollars);
  return { terms, rules: JSON.stringify(before.rules) !== JSON.stringify(after.rules) };
}

/** How many of the chosen models get, change and lose a price. */
export function countChosen(
  changes: readonly PriceChange[],
  chosen: ReadonlySet<string>,
): Record<"new" | "changed" | "gone", number> {
  const counts = { new: 0, changed: 0, gone: 0 };
  for (const { model, state } of changes) if (state !== "locked" && chosen.has(model)) counts[state] += 1;
  return counts;
}

/** Default selection: new and changed prices; deletions must be selected. */
export function chosenAtFirst(changes: readonly PriceChange[]): Set<string> {
  const some = changes.some(({ served, state }) => served && state !== "gone" && state !== "locked");
  return new Set(
    changes
      .filter(({ state, served }) => (state === "new" || state === "changed") && (served || !some))
      .map(({ model }) => model),
  );
}
