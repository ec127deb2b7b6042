import { isWildcard, matchModelPattern } from "@tollgate/contract/model-pattern";
import type { ChannelOffer } from "../channel-offer.ts";

export interface ModelOffer {
  groups: string[];
  /** Provider number of the first channel that serves the model. */
  type: number;
  billedAs: string;
}

/**
 * Models of enabled channels with the groups that reach them. A channel's wildcard is listed as the priced models under
 * it: other names may work too, but cannot be listed. The first of `offers` determines provider and price.
 */
export function listOffers(
  offers: Iterable<Pick<ChannelOffer, "type" | "enabled" | "groups" | "models" | "billedAs">>,
  usableGroups: readonly string[],
  pricedModels: readonly string[],
): Map<string, ModelOffer> {
  const found = new Map<string, ModelOffer>();
  for (const offer of offers) {
    if (!offer.enabled) continue;
    const groups = usableGroups.filter((group) => offer.groups.includes(group));
    if (groups.length === 0) continue;
    for (const model of offer.models.flatMap((name) => expand(name, pricedModels))) {
      const known = found.get(model);
      if (known) known.groups = usableGroups.filter((g) => known.groups.includes(g) || groups.includes(g));
      else found.set(model, { groups, type: offer.type, billedAs: offer.billedAs(model) });
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function expand(name: string, pricedModels: readonly string[]): string[] {
  if (!isWildcard(name)) return [name];
  return pricedModels.filter((model) => !isWildcard(model) && matchModelPattern([name], model) !== undefined);
}
