import { mapModel } from "@tollgate/contract/map-model";
import type { ChannelTier, SnapshotChannel } from "../../snapshot/relay-snapshot.ts";
import type { ChannelViews, Route, RouteTarget, RoutedCall } from "../exchange.ts";
import type { FormatId } from "../format-ids.ts";
import type { ChannelView, Provider } from "../providers/provider.ts";
import { RelayError } from "../relay-error.ts";
import type { Breaker } from "./breaker.ts";
import { type ChannelFilter, isReady, pickChannel } from "./pick-channel.ts";
import type { Tried } from "./tried.ts";

export interface RoutingDependencies {
  breaker: Breaker;
  views: ChannelViews;
  findProvider(type: number): Provider | undefined;
  random(): number;
}

/** One exchange's search: its requirements, and what was tried. */
export interface Search {
  dependencies: RoutingDependencies;
  exchange: RoutedCall;
  tried: Tried;
}

/** Inputs for choosing a key. */
export interface KeySearch {
  dependencies: Pick<RoutingDependencies, "breaker" | "views">;
  tried: Tried;
}

/**
 * The next channel and key for an exchange, or undefined if every candidate was tried. Skips candidates without a price
 * or without the endpoint. `preferred` (the conversation's last channel) goes first if it is a healthy candidate.
 * @throws RelayError `price_missing` or `unsupported` if that is the only reason: nothing was tried and nothing is left
 */
export function chooseRoute(
  search: Search,
  tiers: readonly ChannelTier[],
  preferred?: RouteTarget,
): Route | undefined {
  const { exchange, tried } = search;
  const { breaker, random } = search.dependencies;
  let passedOver: Set<number> | undefined;
  let rejection: RelayError | undefined;
  const filter = filterFor(breaker, exchange, (id) => passedOver?.has(id) === true || tried.hasChannel(id));
  for (;;) {
    const channel = pickChannel(
      tiers,
      filter,
      random,
      passedOver === undefined ? preferred?.channelId : undefined,
    );
    if (!channel) break;
    const key = channel.id === preferred?.channelId ? preferred.key : undefined;
    const route = findRoute(search, channel, { preferred: key });
    if (!(route instanceof RelayError)) {
      breaker.enter(channel.id, route.keyIndex, route.upstreamModel);
      return route;
    }
    // Of several reasons, the one that an administrator can fix.
    if (rejection?.kind !== "price_missing") rejection = route;
    (passedOver ??= new Set()).add(channel.id);
  }
  // If every attempt failed, the last attempt's error is returned instead.
  if (rejection && tried.isEmpty) throw rejection;
  return undefined;
}

function filterFor(breaker: Breaker, { head }: RoutedCall, isOut: (id: number) => boolean): ChannelFilter {
  const { model, hasTools, stream } = head;
  return {
    isOut,
    hasTools,
    streams: stream,
    model,
    isCoolingDown: (channel) =>
      breaker.isCoolingDown(channel.id, channel.keys.length, mapModel(channel.mapping, model).upstreamModel),
    failedAt: (channel) =>
      breaker.leastRecentFailure(
        channel.id,
        channel.keys.length,
        mapModel(channel.mapping, model).upstreamModel,
      ).failedAt,
  };
}

/** True if a channel that is not cooling down could serve the exchange instead of `running`. Chooses nothing. */
export function hasAlternative(
  search: Search,
  tiers: readonly ChannelTier[],
  running: SnapshotChannel,
): boolean {
  const { dependencies, exchange, tried } = search;
  const isOut = (id: number): boolean => id === running.id || tried.hasChannel(id);
  const filter = filterFor(dependencies.breaker, exchange, isOut);
  const canServe = (channel: SnapshotChannel): boolean =>
    isReady(channel, filter) && !(findRoute(search, channel, { only: 0 }) instanceof RelayError);
  return tiers.some(({ channels }) => channels.some(canServe));
}

/** The route of a fixed channel: provider, key, names, price, native or not. @throws RelayError */
export function routeThrough(search: Search, channel: SnapshotChannel, key?: number): Route {
  // State of one key is at no other, even if that one is cooling down.
  const only = key !== undefined && key >= 0 && key < channel.keys.length ? key : undefined;
  const route = findRoute(search, channel, { only });
  if (route instanceof RelayError) throw route;
  search.dependencies.breaker.enter(channel.id, route.keyIndex, route.upstreamModel);
  return route;
}

/**
 * Anthropic's SDKs continue with the full conversation when they read `details`. `what` is the field that excludes
 * threads.
 */
export function threadUnsupported(what: "model" | "tools"): RelayError {
  return new RelayError(
    "thread_unsupported",
    `'thread' is not offered with this request's '${what}'. Send the full conversation in 'messages', without 'thread'.`,
    { param: "thread", details: { error_code: "thread_unsupported_request", unsupported: [what] } },
  );
}

/** @param key `preferred`: used if it is healthy; `only`: always used */
function findRoute(
  search: Search,
  channel: SnapshotChannel,
  key: { preferred?: number | undefined; only?: number | undefined },
): Route | RelayError {
  const { dependencies, exchange, tried } = search;
  const { format, head, snapshot } = exchange;
  const provider = dependencies.findProvider(channel.type);
  if (!provider) {
    return new RelayError("no_channel", `No channel is available for the model ${head.model}.`);
  }
  const { upstreamModel, billedModel } = mapModel(channel.mapping, head.model);
  const price = snapshot.price(billedModel);
  if (!price) return priceMissing(billedModel);
  const keyIndex = key.only ?? pickKey(search, channel, upstreamModel, key.preferred);
  const view = viewWithout(dependencies.views.view(channel, provider, keyIndex), tried.missingAt(channel.id));
  const native =
    head.translated !== true &&
    provider.native !== undefined &&
    (head.thread === undefined || provider.native.threads === true) &&
    !view.unsupported?.has(format.id) &&
    provider.native.supports(format.id, upstreamModel, view) &&
    (provider.native.acceptsBody?.(exchange.request.body) ?? true) &&
    !(head.unsigned && provider.native.needsSignatures?.(upstreamModel));
  if (!native && head.thread !== undefined) return threadUnsupported("model");
  if (!native && (format.nativeOnly || !provider[format.capability])) {
    return new RelayError("unsupported", `No channel of the model ${head.model} offers this endpoint.`, {
      param: "model",
    });
  }
  const sentAs =
    native || format.capability !== "chat" ? format.id : provider.chat?.sentAs?.(upstreamModel, view);
  return { channel, provider, keyIndex, view, upstreamModel, billedModel, price, native, sentAs };
}

/**
 * The same channel and key at another endpoint, after the upstream has none for the request. Undefined if the adapter
 * has no other one.
 */
export function rerouteWithoutEndpoint(
  search: Search,
  { channel, keyIndex, sentAs }: Route,
): Route | undefined {
  const { dependencies, tried } = search;
  if (sentAs === undefined || tried.missingAt(channel.id) !== undefined) return undefined;
  tried.addMissing(channel.id, sentAs);
  const route = findRoute(search, channel, { only: keyIndex });
  if (route instanceof RelayError || route.sentAs === sentAs) {
    tried.forgetMissing(channel.id);
    return undefined;
  }
  dependencies.breaker.enter(channel.id, keyIndex, route.upstreamModel);
  return route;
}

function viewWithout(view: ChannelView, missing: FormatId | undefined): ChannelView {
  return missing === undefined
    ? view
    : { ...view, unsupported: new Set([...(view.unsupported ?? []), missing]) };
}

/** A model without a price is never free. */
export function priceMissing(model: string): RelayError {
  return new RelayError(
    "price_missing",
    `The model ${model} has no price, so it cannot be called. An administrator can set one.`,
    { param: "model" },
  );
}

/**
 * The preferred key if it is healthy, else the next healthy one; if all keys are cooling down, the one with the oldest
 * failure.
 */
export function pickKey(
  { dependencies: { breaker, views }, tried }: KeySearch,
  channel: SnapshotChannel,
  model: string,
  preferred: number | undefined,
): number {
  const count = channel.keys.length;
  if (count === 1) return 0;
  if (preferred !== undefined && preferred < count && !tried.hasKey(channel.id, preferred)) {
    if (breaker.pickKey(channel.id, count, model, preferred) === preferred) return preferred;
  }
  const start = views.nextKey(channel);
  for (let step = 0; step < count; step++) {
    const index = (start + step) % count;
    if (tried.hasKey(channel.id, index)) continue;
    if (breaker.pickKey(channel.id, count, model, index) === index) return index;
  }
  return breaker.leastRecentFailure(channel.id, count, model).key;
}
