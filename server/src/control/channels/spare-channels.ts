import { isWildcard } from "@tollgate/contract/model-pattern";

/** An enabled channel, as input of the rule. */
export interface OfferingChannel {
  id: number;
  groups: readonly string[];
  models: readonly string[];
}

/** Decides which channels one run of tests may disable. */
export interface SpareRule {
  /**
   * Removes the channel if enough others remain. Else returns a model of it that would have lost more than half of its
   * channels, and the channel stays.
   */
  takeAway(id: number): string | undefined;
}

interface Offer extends OfferingChannel {
  exact: ReadonlySet<string>;
  prefixes: readonly string[];
}

/**
 * A run never disables more than half of the channels that offer one model to one group: when every channel fails
 * together, the cause is probably our own network or the test, and an empty gateway is worse. The only channel of a
 * model therefore stays.
 */
export function createSpareRule(enabled: readonly OfferingChannel[]): SpareRule {
  const offers: Offer[] = enabled.map((channel) => ({
    ...channel,
    exact: new Set(channel.models),
    prefixes: channel.models.filter(isWildcard).map((pattern) => pattern.slice(0, -1)),
  }));
  const taken = new Set<number>();
  return {
    takeAway(id) {
      const channel = offers.find((one) => one.id === id);
      if (!channel) return undefined;
      for (const group of channel.groups) {
        const peers = offers.filter((one) => one.groups.includes(group));
        for (const model of channel.models) {
          const offering = peers.filter((one) => isOffered(one, model));
          const gone = offering.filter((one) => taken.has(one.id)).length;
          if ((gone + 1) * 2 > offering.length) return model;
        }
      }
      taken.add(id);
      return undefined;
    },
  };
}

function isOffered(channel: Offer, model: string): boolean {
  return channel.exact.has(model) || channel.prefixes.some((prefix) => model.startsWith(prefix));
}
