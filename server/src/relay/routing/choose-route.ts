import type { ChannelTier, SnapshotChannel } from "../../snapshot/relay-snapshot.ts";
import type { Exchange, Route } from "../exchange.ts";
import type { Provider } from "../providers/provider.ts";
import { RelayError } from "../relay-error.ts";
import type { Cooldowns } from "./cooldowns.ts";
import { mapModel } from "./map-model.ts";
import { pickChannel } from "./pick-channel.ts";

export interface RoutingDependencies {
  cooldowns: Cooldowns;
  findProvider(type: number): Provider | undefined;
  random(): number;
}

/**
 * The next channel for an exchange, or undefined when every candidate was tried. Candidates without a price are passed over.
 * @throws RelayError `price_missing` naming the model (D20), if that is all that is wrong: nothing was tried and nothing is left
 */
export function chooseRoute(
  dependencies: RoutingDependencies,
  exchange: Exchange,
  tiers: readonly ChannelTier[],
  tried: ReadonlySet<number>,
): Route | undefined {
  const { cooldowns, random } = dependencies;
  const { model, hasTools, stream } = exchange.head;
  let out = tried;
  let unpriced: RelayError | undefined;
  for (;;) {
    const channel = pickChannel(
      tiers,
      { tried: out, hasTools, streams: stream, model, isCooling: (id) => cooldowns.isCooling(id, model) },
      random,
    );
    if (!channel) break;
    const route = findRoute(dependencies, exchange, channel);
    if (!(route instanceof RelayError)) {
      cooldowns.enter(channel.id, model);
      return route;
    }
    if (route.kind === "price_missing") unpriced ??= route;
    out = new Set(out).add(channel.id);
  }
  // After failed attempts the caller hears of the last of those instead.
  if (unpriced && tried.size === 0) throw unpriced;
  return undefined;
}

/** What follows from a channel that is set: provider, names, price, native or not. @throws RelayError */
export function routeThrough(
  dependencies: RoutingDependencies,
  exchange: Exchange,
  channel: SnapshotChannel,
): Route {
  const route = findRoute(dependencies, exchange, channel);
  if (route instanceof RelayError) throw route;
  return route;
}

function findRoute(
  dependencies: RoutingDependencies,
  exchange: Exchange,
  channel: SnapshotChannel,
): Route | RelayError {
  const provider = dependencies.findProvider(channel.type);
  if (!provider) {
    return new RelayError("no_channel", `No channel is available for the model ${exchange.head.model}.`);
  }
  const { upstreamModel, billedModel } = mapModel(channel, exchange.head.model);
  const price = exchange.snapshot.price(billedModel);
  if (!price) {
    return new RelayError(
      "price_missing",
      `The model ${billedModel} has no price, so it cannot be called. An administrator can set one.`,
      { param: "model" },
    );
  }
  const native = provider.native?.formats.includes(exchange.format.id) ?? false;
  return { channel, provider, upstreamModel, billedModel, price, native };
}
