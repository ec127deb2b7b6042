import type { EndpointData } from "@tollgate/contract/endpoint";
import type { listAvailableModels } from "@tollgate/contract/models";

export interface OfferedProvider {
  name: string;
  icon: { text: string; color: string };
  /** Names, in the order of the list. */
  models: string[];
}

/** The models by owner, the largest first. */
export function groupByOwner(models: EndpointData<typeof listAvailableModels>): OfferedProvider[] {
  const found = new Map<string, OfferedProvider>();
  for (const [model, { owned_by: name, owner }] of Object.entries(models)) {
    const known = found.get(name);
    if (known) known.models.push(model);
    else found.set(name, { name, icon: { text: owner.text, color: owner.color }, models: [model] });
  }
  return [...found.values()].sort(
    (a, b) => b.models.length - a.models.length || a.name.localeCompare(b.name, "en"),
  );
}
