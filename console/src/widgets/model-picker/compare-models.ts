import { isWildcard } from "@tollgate/contract/model-pattern";

/** Whether a model is in the channel's list, the provider's list, or both. */
export type ModelPresence = "new" | "existing" | "removed";

export interface ComparedModel {
  name: string;
  presence: ModelPresence;
}

const byName = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true });

/**
 * The provider's list compared with the channel's: new models first, then shared ones, then those the provider no longer
 * lists. Mapped names and wildcards are the channel's own, so neither counts as removed.
 */
export function compareModels(
  current: readonly string[],
  offered: readonly string[],
  mapped: readonly string[] = [],
): ComparedModel[] {
  const have = new Set(current);
  const offer = new Set(offered);
  const own = new Set(mapped);
  const added = [...offer].filter((name) => !have.has(name)).sort(byName);
  const shared = [...have].filter((name) => offer.has(name)).sort(byName);
  const removed = [...have]
    .filter((name) => !offer.has(name) && !own.has(name) && !isWildcard(name))
    .sort(byName);
  return [
    ...added.map((name): ComparedModel => ({ name, presence: "new" })),
    ...shared.map((name): ComparedModel => ({ name, presence: "existing" })),
    ...removed.map((name): ComparedModel => ({ name, presence: "removed" })),
  ];
}

/** The channel's models after the picker: picked names, with names that the picker did not show left alone. */
export function mergePicked(
  current: readonly string[],
  compared: readonly ComparedModel[],
  picked: ReadonlySet<string>,
): string[] {
  const shown = new Set(compared.map((model) => model.name));
  const kept = current.filter((name) => !shown.has(name) || picked.has(name));
  const have = new Set(kept);
  const added = compared.filter((model) => picked.has(model.name) && !have.has(model.name));
  return [...kept, ...added.map((model) => model.name)];
}
