import { roles } from "@tollgate/contract/access";
import type { Ledger, Reservation } from "../ledger/ledger.ts";
import type { ChannelTier, SnapshotChannel, SnapshotGroup } from "../snapshot/relay-snapshot.ts";
import { admitCaller, admitModel } from "./admission/admit-caller.ts";
import type { RateLimiter } from "./admission/limit-rate.ts";
import { readApiKey } from "./admission/read-api-key.ts";
import type { UpstreamCaller } from "./call-upstream.ts";
import type { AttemptOutcome, ClientReply, Exchange, IncomingRequest, Route } from "./exchange.ts";
import { errorFromProblem, publicError, replyError } from "./fail-exchange.ts";
import type { ChatFormat } from "./formats/format.ts";
import { nestsDeeper } from "./json-depth.ts";
import { estimateCost } from "./metering/estimate-cost.ts";
import { settleExchange } from "./metering/settle-exchange.ts";
import type { TokenCounter } from "./metering/token-counter.ts";
import type { Caller, CallerLookup, HealthSink, SnapshotReader } from "./ports.ts";
import type { ChannelView, Provider } from "./providers/provider.ts";
import { RelayError } from "./relay-error.ts";
import { chooseRoute, routeThrough } from "./routing/choose-route.ts";
import type { Cooldowns } from "./routing/cooldowns.ts";
import { shouldRetry } from "./routing/should-retry.ts";
import { runAttempt } from "./run-attempt.ts";

export interface ExchangeDependencies {
  snapshots: SnapshotReader;
  callers: CallerLookup;
  ledger: Ledger;
  health: HealthSink;
  upstream: UpstreamCaller;
  tokenCounter: TokenCounter;
  rateLimiter: RateLimiter;
  cooldowns: Cooldowns;
  findProvider(type: number): Provider | undefined;
  /** One of a channel's keys, in turn, with what else adapters may know. */
  viewOf(channel: SnapshotChannel, provider: Provider): ChannelView;
  random(): number;
  /** Epoch seconds. */
  now(): number;
  onInternalError(error: unknown, requestId: string): void;
}

/** Deeper JSON than any client sends; recursion further on stays shallow. */
const depthLimit = 128;

/** THE pipeline: one admitted request to its settlement. Never throws; every failure becomes an answer. */
export async function serveExchange(
  dependencies: ExchangeDependencies,
  format: ChatFormat,
  request: IncomingRequest,
  reply: ClientReply,
  { caller, pinned }: Admitted,
  headers: Record<string, string>,
): Promise<void> {
  try {
    const exchange = openExchange(dependencies, format, request, reply, caller);
    const tiers = findCandidates(exchange, pinned);
    await deliver(dependencies, exchange, tiers, pinned !== undefined, headers);
  } catch (error) {
    if (!(error instanceof RelayError)) dependencies.onInternalError(error, request.requestId);
    replyError(reply, format, publicError(error, request.requestId), headers);
  }
}

/** Headers of every relay answer; they travel with the head in one piece. */
export function openHeaders(requestId: string): Record<string, string> {
  return {
    "x-request-id": requestId,
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
  };
}

export interface Admitted {
  caller: Caller;
  /** `KEY#12`: only this channel. */
  pinned: number | undefined;
}

/** Who calls, and may they at all. Shared by every relay endpoint. @throws RelayError */
export async function admit(
  dependencies: Pick<ExchangeDependencies, "callers" | "snapshots" | "rateLimiter" | "now">,
  request: Pick<IncomingRequest, "headers" | "sourceIp">,
  headers: Record<string, string>,
): Promise<Admitted> {
  const apiKey = readApiKey(request.headers);
  if (!apiKey)
    throw new RelayError("missing_key", "No API key was sent. Send it as `Authorization: Bearer sk-…`.");
  const found = dependencies.callers.find(apiKey.key);
  const caller = found instanceof Promise ? await found.catch(notNow) : found;
  if (!caller) throw new RelayError("invalid_key", "This API key is not valid.");
  admitCaller(caller, request.sourceIp, dependencies.now());
  if (apiKey.pinnedChannel !== undefined && caller.userRole < roles.admin) {
    throw new RelayError("pin_refused", "Only administrators may choose a channel.");
  }
  const ownGroup = dependencies.snapshots.current().group(caller.userGroup);
  if (!ownGroup)
    throw new RelayError("group_unavailable", "The user group of this API key is not available.");
  const rate = dependencies.rateLimiter.hit(caller.userId, ownGroup.apiRate, Date.now());
  headers["x-ratelimit-limit-requests"] = String(rate.limit);
  headers["x-ratelimit-remaining-requests"] = String(rate.remaining);
  headers["x-ratelimit-reset-requests"] = `${rate.resetSeconds}s`;
  if (!rate.allowed) {
    throw new RelayError("rate_limited", `More than ${rate.limit} requests in a minute. Try again later.`, {
      retryAfter: rate.resetSeconds,
    });
  }
  return { caller, pinned: apiKey.pinnedChannel };
}

/** The database does not answer: the caller may try again, nothing is wrong with the request. */
function notNow(cause: unknown): never {
  throw new RelayError(
    "unavailable",
    "The gateway cannot serve this request at the moment. Try again shortly.",
    {
      retryAfter: 1,
      cause,
    },
  );
}

function openExchange(
  dependencies: ExchangeDependencies,
  format: ChatFormat,
  request: IncomingRequest,
  reply: ClientReply,
  caller: Caller,
): Exchange {
  const body = parseBody(request.body);
  const head = format.readHead(body);
  admitModel(caller, head.model);
  const snapshot = dependencies.snapshots.current();
  const group = groupOf(caller, (symbol) => snapshot.group(symbol));
  return { request, reply, format, snapshot, caller, body, head, group, attempts: [] };
}

function parseBody(bytes: Buffer): unknown {
  if (nestsDeeper(bytes, depthLimit)) {
    throw new RelayError("malformed_json", `The body nests deeper than ${depthLimit} levels.`);
  }
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new RelayError("malformed_json", "The body is not valid JSON.");
  }
}

/** The token's group, else the user's. @throws RelayError */
export function groupOf(caller: Caller, find: (symbol: string) => SnapshotGroup | undefined): SnapshotGroup {
  const symbol = caller.tokenGroup || caller.userGroup;
  const group = find(symbol);
  if (!group) throw new RelayError("group_unavailable", `The group ${symbol} is not available.`);
  return group;
}

/** Channels that serve the model to the caller's group, else to the token's backup group. @throws RelayError */
function findCandidates(exchange: Exchange, pinned: number | undefined): readonly ChannelTier[] {
  const { snapshot, caller, head } = exchange;
  if (pinned !== undefined) {
    const channel = snapshot.channel(pinned);
    if (!channel) throw new RelayError("no_channel", `The channel ${pinned} is not available.`);
    return [{ priority: channel.priority, channels: [channel] }];
  }
  const tiers = snapshot.candidates(exchange.group.symbol, head.model);
  if (tiers.length > 0) return tiers;
  const backup = caller.backupGroup === "" ? undefined : snapshot.group(caller.backupGroup);
  if (backup) {
    exchange.group = backup;
    const others = snapshot.candidates(backup.symbol, head.model);
    if (others.length > 0) return others;
  }
  throw new RelayError("model_not_found", `The model ${head.model} does not exist or you cannot use it.`, {
    param: "model",
  });
}

/** Tries channels until one delivers, and settles. @throws RelayError when none did */
async function deliver(
  dependencies: ExchangeDependencies,
  exchange: Exchange,
  tiers: readonly ChannelTier[],
  pinned: boolean,
  headers: Record<string, string>,
): Promise<void> {
  const { request, reply, snapshot, head } = exchange;
  const tried = new Set<number>();
  let hold: { reservation: Reservation; billedModel: string } | undefined;
  try {
    let route = nextRoute(dependencies, exchange, tiers, tried, pinned);
    if (!route) throw new RelayError("no_channel", `No channel is available for the model ${head.model}.`);
    for (;;) {
      if (hold && hold.billedModel !== route.billedModel) {
        dependencies.ledger.release(hold.reservation);
        hold = undefined;
      }
      hold ??= { reservation: await reserve(dependencies, exchange, route), billedModel: route.billedModel };
      // Who has left by now is not served, and pays nothing.
      if (reply.closed) return;
      tried.add(route.channel.id);
      const outcome = await attempt(dependencies, exchange, route, headers);
      const { problem } = outcome;
      const again =
        problem &&
        shouldRetry({
          kind: problem.kind,
          attempts: exchange.attempts.length,
          retryTimes: snapshot.settings.retryTimes,
          elapsedSeconds: (performance.now() - request.startedAt) / 1000,
          retryTimeOut: snapshot.settings.retryTimeOut,
          pinned,
          started: reply.started,
          callerGone: reply.closed,
        });
      const next = again ? nextRoute(dependencies, exchange, tiers, tried, pinned) : undefined;
      if (next) {
        route = next;
        continue;
      }
      const { reservation } = hold;
      hold = undefined;
      await settleExchange(dependencies, exchange, route, reservation, outcome);
      if (problem) throw errorFromProblem(problem);
      return;
    }
  } finally {
    if (hold) dependencies.ledger.release(hold.reservation);
  }
}

function nextRoute(
  dependencies: ExchangeDependencies,
  exchange: Exchange,
  tiers: readonly ChannelTier[],
  tried: ReadonlySet<number>,
  pinned: boolean,
): Route | undefined {
  const only = pinned ? tiers[0]?.channels[0] : undefined;
  if (only) return tried.has(only.id) ? undefined : routeThrough(dependencies, exchange, only);
  return chooseRoute(dependencies, exchange, tiers, tried);
}

async function reserve(
  { ledger }: ExchangeDependencies,
  exchange: Exchange,
  route: Route,
): Promise<Reservation> {
  const { snapshot, caller, group, head, body, request } = exchange;
  const amount = estimateCost(
    snapshot.rates(route.price, group.ratio),
    head,
    body,
    request.body.length,
    route.channel.preCost,
    snapshot.settings.preConsumedQuota,
  );
  const asked = ledger.reserve({
    userId: caller.userId,
    tokenId: caller.tokenId,
    tokenUnlimited: caller.tokenUnlimited,
    amount,
  });
  const answer = asked instanceof Promise ? await asked.catch(notNow) : asked;
  if (answer.ok) return answer;
  if (answer.short === "busy") notNow(undefined);
  if (answer.short === "token") {
    throw new RelayError("token_exhausted", "The quota of this API key does not cover this call.");
  }
  throw new RelayError("insufficient_quota", "The balance of the account does not cover this call.");
}

async function attempt(
  dependencies: ExchangeDependencies,
  exchange: Exchange,
  route: Route,
  headers: Record<string, string>,
): Promise<AttemptOutcome> {
  const { channel, provider } = route;
  const startedAt = performance.now();
  const answerHeaders = { ...headers };
  if (exchange.caller.userRole >= roles.admin) {
    answerHeaders["x-tollgate-channel"] = String(channel.id);
    answerHeaders["x-tollgate-attempts"] = String(exchange.attempts.length + 1);
  }
  const view = dependencies.viewOf(channel, provider);
  const outcome = await runAttempt(dependencies, exchange, route, view, answerHeaders);
  exchange.attempts.push({
    channel_id: channel.id,
    channel_name: channel.name,
    status: outcome.status,
    time: Math.round((outcome.firstByteAt ?? performance.now()) - startedAt),
    reason: outcome.problem?.kind ?? "",
  });
  if (outcome.endReason !== "client_closed") {
    const { model } = exchange.head;
    const rest = exchange.snapshot.settings.retryCooldownSeconds;
    dependencies.cooldowns.note(channel.id, model, outcome.problem, rest);
    dependencies.health.report({ channelId: channel.id, model, problem: outcome.problem });
  }
  return outcome;
}
