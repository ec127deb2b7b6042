import type { Offer } from "./read-offers";

export interface OfferedProvider {
  name: string;
  icon: Offer["icon"];
  /** Names, in the order of the list. */
  models: string[];
}

/** The models by owner, the largest first. */
export function groupByOwner(offers: readonly Offer[]): OfferedProvider[] {
  const found = new Map<string, OfferedProvider>();
  for (const { model, owner, icon } of offers) {
    const known = found.get(owner);
    if (known) known.models.push(model);
    else found.set(owner, { name: owner, icon, models: [model] });
  }
  return [...found.values()].sort(
    (a, b) => b.models.length - a.models.length || a.name.localeCompare(b.name, "en"),
  );
}
