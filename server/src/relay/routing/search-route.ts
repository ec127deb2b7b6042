import type { ChannelTier } from "../../snapshot/relay-snapshot.ts";
import { resolveAccount } from "../response-state/reasoning-signatures.ts";
import type { Admitted } from "../admission/admit-request.ts";
import { backupGroupOf } from "../admission/caller-group.ts";
import { lastAccount } from "../canonical/foreign-signature.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { Route, RouteTarget, RoutedCall } from "../exchange.ts";
import { findCandidates } from "./find-candidates.ts";
import type { FormatId } from "../format-ids.ts";
import type { NamedState } from "../formats/format.ts";
import { RelayError } from "../relay-error.ts";
import type { Affinity } from "./affinity.ts";
import type { Bindings } from "../response-state/bindings.ts";
import {
  chooseRoute,
  hasAlternative,
  rerouteWithoutEndpoint,
  type RoutingDependencies,
  routeThrough,
  type Search,
} from "./choose-route.ts";
import { conversationKey } from "./conversation-key.ts";
import type { EndpointMemory } from "./endpoint-memory.ts";
import { findOrigins, unknownState } from "../response-state/find-origins.ts";
import { hasAnswered, shouldRetry } from "./should-retry.ts";
import { Tried } from "./tried.ts";

export interface SearchDependencies extends RoutingDependencies {
  affinity: Affinity;
  bindings: Bindings;
  endpoints: EndpointMemory;
}

/** One exchange's search for a channel and key: allowed, preferred and tried ones. */
export class RouteSearch {
  #dependencies: SearchDependencies;
  #exchange: RoutedCall;
  #tiers: readonly ChannelTier[];
  /** Only one channel may serve this: the caller named it, or it is the origin of the state that the call continues. */
  #only: RouteTarget | undefined;
  #tried: Tried;
  #search: Search;
  #preferred: RouteTarget | undefined;
  #conversation: number | undefined;
  #startedAt = performance.now();
  /** Milliseconds spent in attempts without a response. */
  #silent = 0;

  constructor(dependencies: SearchDependencies, exchange: RoutedCall, admitted: Admitted) {
    const pinned = admitted.pinForRawOnly ? undefined : admitted.pinned;
    this.#dependencies = dependencies;
    this.#exchange = exchange;
    this.#tried = new Tried(admitted.excluded);
    this.#search = { dependencies, exchange, tried: this.#tried };
    this.#tiers = findCandidates(exchange, pinned);
    if (pinned !== undefined) this.#only = { channelId: pinned, key: -1 };
    else if (admitted.excluded === undefined && hasChoice(this.#tiers)) this.#findConversation();
  }

  /** The conversation's last channel and key, which have its prompt cache. */
  #findConversation(): void {
    const { request, body, caller, head, format } = this.#exchange;
    if (format.capability !== "chat") return;
    const { userId, tokenId } = caller;
    this.#conversation = conversationKey(request.headers, body.outline, {
      userId,
      tokenId,
      model: head.model,
    });
    if (this.#conversation !== undefined)
      this.#preferred = this.#dependencies.affinity.find(this.#conversation);
  }

  /**
   * Binds the search to the origin of the state that the request names. An administrator who pins a channel uses its
   * account directly.
   * @throws RelayError for state that is not the caller's own, or no longer reachable
   */
  async findOrigin(names: readonly NamedState[]): Promise<void> {
    if (this.#only) return;
    const { bindings } = this.#dependencies;
    const found = await bindings.find(names.map(({ id }) => id));
    const { kept, history, reasoning } = findOrigins(names, found, this.#exchange.caller.userId);
    if (kept && !this.#offers(kept.origin)) throw unknownState(kept.state);
    const isPrompt = kept?.state.kind === "response" || kept?.state.kind === "thread";
    if (kept && isPrompt && kept.origin.tokens !== undefined)
      this.#exchange.storedTokens = kept.origin.tokens;
    const origin = kept?.origin ?? history;
    if (origin && this.#offers(origin)) this.#only = origin;
    if (!reasoning) return;
    this.#exchange.reasoningOrigins = reasoning;
    // Newest first. If its origin is unavailable, the reasoning is dropped and the conversation continues.
    for (const preferred of reasoning.values()) {
      this.#preferred = preferred;
      break;
    }
  }

  /**
   * Prefers the origin of the newest reasoning signature: other accounts would lose the reasoning. Only for requests
   * with a signature of another dialect.
   */
  findAccount(): void {
    const { request, caller } = this.#exchange;
    const account = this.#only ? undefined : lastAccount(request.body);
    if (account === undefined || !hasChoice(this.#tiers)) return;
    for (const { channels } of this.#tiers)
      for (const { id, keys } of channels) {
        const key = keys.findIndex((secret) => resolveAccount(caller.userId, secret) === account);
        if (key === -1) continue;
        this.#preferred = { channelId: id, key };
        return;
      }
  }

  #offers(origin: RouteTarget): boolean {
    return this.#tiers.some((tier) => tier.channels.some(({ id }) => id === origin.channelId));
  }

  /** @throws RelayError if no channel is available */
  first(): Route {
    const route = this.#choose() ?? this.#chooseBackup();
    const { model } = this.#exchange.head;
    if (!route) throw new RelayError("no_channel", `No channel is available for the model ${model}.`);
    return route;
  }

  /** The next route after a failure; undefined if there is none, or no more retries are allowed. */
  next(failed: Route, problem: UpstreamProblem, firstByteAt?: number): Route | undefined {
    const { kind } = problem;
    const other = this.#otherEndpoint(failed, problem);
    if (other) return other;
    if (this.#conversation !== undefined && kind !== "unsupported")
      this.#dependencies.affinity.forget(this.#conversation);
    const answered = hasAnswered(problem, firstByteAt);
    const { attempts } = this.#exchange;
    if (!answered) this.#silent += attempts.at(-1)?.time ?? 0;
    if (!this.#mayRetry(kind, answered, attempts.length)) return undefined;
    this.#tried.add(failed.channel.id, failed.keyIndex, failed.channel.keys.length, kind);
    return this.#choose();
  }

  /**
   * The same channel at another endpoint, if its upstream has none for the request (404 or 405); also for pinned calls.
   */
  #otherEndpoint(failed: Route, problem: UpstreamProblem): Route | undefined {
    const { endpoints } = this.#dependencies;
    const { id } = failed.channel;
    const missing = this.#tried.missingAt(id);
    if (missing !== undefined) {
      // The upstream has the second endpoint if only the request was wrong.
      if (provesEndpoint(problem)) this.#learn(failed.channel.id, missing);
      else endpoints.noteVain(id, missing);
      return undefined;
    }
    const { reply } = this.#exchange;
    if (problem.cause !== "no_such_endpoint" || failed.sentAs === undefined) return undefined;
    if (reply.started || reply.closed || this.#secondsLeft() <= 0) return undefined;
    if (!endpoints.mayRepeat(id, failed.sentAs)) return undefined;
    return rerouteWithoutEndpoint(this.#search, failed);
  }

  #learn(channelId: number, endpoint: FormatId): void {
    const { head, request } = this.#exchange;
    const { requestId } = request;
    this.#dependencies.endpoints.learn(channelId, endpoint, { model: head.model, requestId });
  }

  /** True if another channel could replace the attempt at `running` now. */
  canFailOver(running: Route): boolean {
    if (!this.#mayRetry("timeout", false, this.#exchange.attempts.length + 1)) return false;
    return hasAlternative(this.#search, this.#tiers, running.channel);
  }

  /** Seconds for an attempt at the channel: its own total limit, within that of the whole exchange. */
  secondsFor({ channel }: Route): number {
    const isFirst = this.#exchange.attempts.length === 0;
    return isFirst ? channel.totalTimeout : Math.min(channel.totalTimeout, this.#secondsLeft());
  }

  #mayRetry(kind: UpstreamProblem["kind"], answered: boolean, made: number): boolean {
    const { reply, snapshot, attempts } = this.#exchange;
    const { retryTimes, retryTimeOut } = snapshot.settings;
    return shouldRetry({
      kind,
      answered,
      attempts:
        made -
        attempts.filter(({ reason, cause }) => reason === "unsupported" || cause === "no_such_endpoint")
          .length,
      retryTimes,
      elapsedSeconds: (performance.now() - this.#startedAt - this.#silent) / 1000,
      retryTimeOut,
      secondsLeft: this.#secondsLeft(),
      pinned: this.#only !== undefined,
      started: reply.started,
      callerGone: reply.closed,
    });
  }

  /** The total time limit of the exchange is the longest of its candidates. */
  #secondsLeft(): number {
    let longest = 0;
    for (const { channels } of this.#tiers)
      for (const { totalTimeout } of channels) longest = Math.max(longest, totalTimeout);
    return longest - (performance.now() - this.#startedAt) / 1000;
  }

  #choose(): Route | undefined {
    const only = this.#only;
    if (!only) return chooseRoute(this.#search, this.#tiers, this.#preferred);
    for (const tier of this.#tiers)
      for (const channel of tier.channels)
        if (channel.id === only.channelId) return routeThrough(this.#search, channel, only.key);
    return undefined;
  }

  /** The token's backup group, if the first group has channels of the model but none that can serve this call. */
  #chooseBackup(): Route | undefined {
    const { caller, snapshot, group, head } = this.#exchange;
    const backup = backupGroupOf(caller, snapshot);
    if (!backup || backup === group || this.#only) return undefined;
    this.#exchange.group = backup;
    this.#tiers = snapshot.candidates(backup.symbol, head.model);
    return this.#choose();
  }

  /** After a success: stores the conversation's channel, and the endpoints that the channel lacks. */
  remember(route: Route): void {
    const missing = this.#tried.missingAt(route.channel.id);
    if (missing !== undefined) this.#learn(route.channel.id, missing);
    if (this.#conversation === undefined) return;
    const target = { channelId: route.channel.id, key: route.keyIndex };
    this.#dependencies.affinity.remember(this.#conversation, target);
  }
}

/** A response about the request, and not about the path, proves that the endpoint exists. */
function provesEndpoint({ kind, status }: UpstreamProblem): boolean {
  return kind === "filter" || (kind === "request" && status !== 404 && status !== 405);
}

function hasChoice(tiers: readonly ChannelTier[]): boolean {
  if (tiers.length > 1) return true;
  const channels = tiers[0]?.channels ?? [];
  return channels.length > 1 || (channels[0]?.keys.length ?? 0) > 1;
}
