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
 * The next channel for an exchange, or undefined when every candidate was tried.
 * @throws RelayError `price_missing` naming the model (D20)
 */
export function chooseRoute(
  dependencies: RoutingDependencies,
  exchange: Exchange,
  tiers: readonly ChannelTier[],
  tried: ReadonlySet<number>,
): Route | undefined {
  const { model } = exchange.head;
  const channel = pickChannel(
    tiers,
    {
      tried,
      hasTools: exchange.head.hasTools,
      streams: exchange.head.stream,
      model,
      isCooling: (id) => dependencies.cooldowns.isCooling(id, model),
    },
    dependencies.random,
  );
  return channel && routeThrough(dependencies, exchange, channel);
}

/** What follows from choosing a channel: provider, names, price, native or not. @throws RelayError */
export function routeThrough(
  dependencies: RoutingDependencies,
  exchange: Exchange,
  channel: SnapshotChannel,
): Route {
  const provider = dependencies.findProvider(channel.type);
  if (!provider) {
    throw new RelayError("no_channel", `No channel is available for the model ${exchange.head.model}.`);
  }
  const { upstreamModel, billedModel } = mapModel(channel, exchange.head.model);
  const price = exchange.snapshot.price(billedModel);
  if (!price) {
    throw new RelayError(
      "price_missing",
      `The model ${billedModel} has no price, so it cannot be called. An administrator can set one.`,
      { param: "model" },
    );
  }
  const native = provider.native?.formats.includes(exchange.format.id) ?? false;
  return { channel, provider, upstreamModel, billedModel, price, native };
}
