import { unitPriceKeys } from "@tollgate/contract/cost";
import { isWildcard } from "@tollgate/contract/model-pattern";
import type { PriceRule } from "@tollgate/contract/price-rules";
import type { SnapshotChannel, SnapshotGroup, SnapshotPrice } from "./relay-snapshot.ts";

/**
 * True if a group may call a model whose price is zero, ignoring tools of the upstream. True in doubt (wildcards,
 * mappings, rules): the exact price decides after the request is read.
 * @param priceOf the current price of a model's exact name
 */
export function offersFree(
  group: SnapshotGroup,
  channels: Iterable<SnapshotChannel>,
  prices: Iterable<SnapshotPrice>,
  priceOf: (model: string) => SnapshotPrice | undefined,
): boolean {
  const free = [...prices].filter(isFree).map(({ model }) => model);
  if (group.ratio !== 0 && free.length === 0) return false;
  for (const channel of channels) {
    if (!channel.groups.includes(group.symbol)) continue;
    if (group.ratio === 0) return true;
    for (const name of namesOf(channel)) {
      if (isWildcard(name) ? free.some((pattern) => overlap(pattern, name)) : isFree(priceOf(name)))
        return true;
    }
  }
  return false;
}

/** Free by its base values, or possibly by a rule that sets one of them to zero. */
function isFree(price: SnapshotPrice | undefined): boolean {
  if (price === undefined) return false;
  const { type, rules = [] } = price;
  if (rules.some(({ ratio }) => ratio === 0)) return true;
  const maybeZero = (valueOf: (terms: PriceRule | SnapshotPrice) => number | undefined): boolean =>
    [price, ...rules].some((terms) => valueOf(terms) === 0);
  const unitsFree = unitPriceKeys.every(
    (unit) => !price.extra_ratios?.[unit] || maybeZero((terms) => terms.extra_ratios?.[unit]),
  );
  return (
    unitsFree && maybeZero(({ input }) => input) && (type === "times" || maybeZero(({ output }) => output))
  );
}

/** Every name by which a call through the channel may be billed. */
function* namesOf({ models, mapping }: SnapshotChannel): Generator<string> {
  yield* models;
  for (const [requested, forwarded] of Object.entries(mapping)) {
    yield requested;
    yield forwarded.replace(/^\+/, "");
  }
}

/** Some name matches both. */
function overlap(pattern: string, wildcard: string): boolean {
  const prefix = wildcard.slice(0, -1);
  if (!isWildcard(pattern)) return pattern.startsWith(prefix);
  const other = pattern.slice(0, -1);
  return other.startsWith(prefix) || prefix.startsWith(other);
}
