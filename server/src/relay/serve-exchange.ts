import { roles } from "@tollgate/contract/access";
import type { Ledger } from "../ledger/ledger.ts";
import { noteShortage } from "./admission/reject-spent.ts";
import type { AdmissionDependencies, AdmittedCall } from "./admission/admit-request.ts";
import { applyPaidFields } from "./request/paid-fields/apply-paid-fields.ts";
import type { UpstreamCaller } from "./upstream/upstream-call.ts";
import type { Attempt, AttemptOutcome, Exchange, Route } from "./exchange.ts";
import { countRejected } from "./admission/count-rejected.ts";
import { errorFromProblem, publicError, replyError, replyFailedStream, whyOf } from "./fail-exchange.ts";
import type { Format } from "./formats/format.ts";
import { release } from "../platform/release-buffer.ts";
import { captureExchange, type RunningCapture } from "./answer/capture-exchange.ts";
import { keepAlive, acceptsKeepAlive } from "./answer/keep-alive.ts";
import type { Charge } from "./metering/charge.ts";
import { settleExchange } from "./metering/settle-exchange.ts";
import type { TokenCounter } from "./metering/token-counter.ts";
import { openExchange } from "./request/open-exchange.ts";
import type { AttemptCounter, CaptureSink, HealthSink, TranslatedItems } from "./ports.ts";
import { addChannelParameters } from "./request/channel-parameters.ts";
import type { PrepareDependencies } from "./prepare-attempt.ts";
import { RelayError } from "./relay-error.ts";
import { reserveExchange } from "./metering/reserve-exchange.ts";
import { resolveItems } from "./request/resolve-items.ts";
import { type ResponseCache, replyCached } from "./answer/response-cache.ts";
import type { FirstByteTimes } from "./upstream/first-byte-times.ts";
import { runAttempt } from "./run-attempt.ts";
import { RouteSearch, type SearchDependencies } from "./routing/search-route.ts";

export interface ExchangeDependencies extends AdmissionDependencies, SearchDependencies, PrepareDependencies {
  ledger: Ledger;
  health: HealthSink;
  attempts: AttemptCounter;
  upstream: UpstreamCaller;
  tokenCounter: TokenCounter;
  cache: ResponseCache;
  items: TranslatedItems;
  captures: CaptureSink;
  firstBytes: FirstByteTimes;
  onInternalError(error: unknown, requestId: string): void;
}

/**
 * The pipeline: one admitted request to its settlement. Never throws; every failure becomes a response. Returns the
 * charged tokens.
 */
export async function serveExchange(
  dependencies: ExchangeDependencies,
  format: Format,
  call: AdmittedCall,
): Promise<number> {
  const { request, reply, admitted, headers } = call;
  let exchange: Exchange | undefined;
  let capture: RunningCapture | undefined;
  try {
    const opened = openExchange(dependencies.snapshots, format, call);
    exchange = opened instanceof Promise ? await opened : opened;
    capture = captureExchange(dependencies, exchange);
    return await answer(dependencies, exchange, call);
  } catch (error) {
    if (!(error instanceof RelayError)) dependencies.onInternalError(error, request.requestId);
    noteShortage(dependencies.callers, admitted.caller, error);
    const reported = publicError(error, request.requestId);
    countRejected(dependencies, request, reported, format.id);
    if (!exchange || !replyFailedStream(exchange, reported, headers))
      replyError(
        { reply: exchange?.reply ?? reply, headers, renderer: exchange?.renderer },
        format,
        reported,
      );
    return 0;
  } finally {
    capture?.finish();
  }
}

/** From the cache if the caller enabled it and the response is stored, else from a channel. */
function answer(dependencies: ExchangeDependencies, exchange: Exchange, call: AdmittedCall): Promise<number> {
  const key = dependencies.cache.keyOf(exchange);
  // Fast path: no cache and no keep-alive means no extra promise.
  return key === undefined && exchange.caller.heartbeatSeconds === 0
    ? deliver(dependencies, exchange, call)
    : answerSpecially(dependencies, exchange, call, key);
}

/** With the cache, or with keep-alives. */
async function answerSpecially(
  dependencies: ExchangeDependencies,
  exchange: Exchange,
  call: AdmittedCall,
  key: string | undefined,
): Promise<number> {
  const { headers } = call;
  const { caller, reply, head } = exchange;
  const { cache } = dependencies;
  const kept = key === undefined ? undefined : await cache.find(key);
  if (kept) {
    await replyCached(dependencies, exchange, kept, headers);
    return 0;
  }
  const recorded = key === undefined ? undefined : cache.record(key, exchange);
  if (recorded) exchange.reply = recorded.reply;
  const sendsKeepAlives = caller.heartbeatSeconds > 0 && acceptsKeepAlive(exchange);
  if (sendsKeepAlives) reply.head(200, headers);
  const stop = sendsKeepAlives ? keepAlive(reply, head.stream, caller.heartbeatSeconds) : undefined;
  try {
    const tokens = await deliver(dependencies, exchange, call);
    // A truncated response must not be cached.
    if (!reply.closed && exchange.outputLimit === undefined) recorded?.keep();
    return tokens;
  } finally {
    stop?.();
  }
}

/**
 * True if the next attempt would reserve the same: same billed model, channel estimate and path, and no field that
 * costs extra.
 */
function isSameReserve({ route, sent }: Attempt, next: Attempt): boolean {
  return (
    sent.head === next.sent.head &&
    next.sent.paid === undefined &&
    route.billedModel === next.route.billedModel &&
    route.channel.preCost === next.route.channel.preCost &&
    route.native === next.route.native
  );
}

/** Tries channels until one delivers, and settles. @throws RelayError if none did */
async function deliver(
  dependencies: ExchangeDependencies,
  exchange: Exchange,
  { admitted, headers }: AdmittedCall,
): Promise<number> {
  const { reply } = exchange;
  const resolving = resolveItems(dependencies.items, exchange);
  if (resolving) await resolving;
  const search = new RouteSearch(dependencies, exchange, admitted);
  if (exchange.head.translated) search.findAccount();
  if (exchange.head.boundTo) await search.findOrigin(exchange.head.boundTo);
  /** With the attempt that it was reserved for. */
  let reserved: { charge: Charge; attempt: Attempt } | undefined;
  /** Route picked but not attempted: its half-open probe slot is released on exit. */
  let entered: Route | undefined;
  try {
    let route = search.first();
    for (;;) {
      entered = route;
      const sent = addChannelParameters(exchange, route, applyPaidFields(exchange, route));
      const attempt: Attempt = { exchange, route, sent };
      if (reserved && !isSameReserve(reserved.attempt, attempt)) {
        reserved.charge.release();
        reserved = undefined;
      }
      if (!reserved) {
        const reserving = reserveExchange(dependencies, attempt);
        const { charge, outputLimit } = reserving instanceof Promise ? await reserving : reserving;
        reserved = { charge, attempt };
        exchange.outputLimit = outputLimit;
        exchange.reserved = charge.amount;
      }
      // A disconnected caller is not served and pays nothing.
      if (reply.closed) return 0;
      const startedAt = performance.now();
      const outcome = await runAttempt(dependencies, attempt, search, answerHeaders(attempt, headers));
      noteOutcome(dependencies, attempt, outcome, startedAt);
      entered = undefined;
      const { problem } = outcome;
      // A caller who left says nothing about the channel: the conversation stays with it.
      const failed = problem && outcome.endReason !== "client_closed" ? problem : undefined;
      const next = failed && search.next(route, failed, outcome.firstByteAt);
      if (next) {
        route = next;
        continue;
      }
      const settled = settleExchange(dependencies, attempt, reserved.charge, outcome);
      const tokens = typeof settled === "number" ? settled : await settled;
      // Settled: nothing is left to release.
      reserved = undefined;
      exchange.request.booked = true;
      if (problem) throw errorFromProblem(problem);
      search.remember(route);
      // An earlier attempt may still be writing the body.
      if (outcome.bodyLeft && exchange.attempts.length === 1) {
        release(exchange.request.body);
        if (sent.raw !== exchange.request.body) release(sent.raw);
      }
      return tokens;
    }
  } finally {
    reserved?.charge.release();
    if (entered) {
      dependencies.breaker.leave(entered.channel.id, entered.keyIndex, entered.upstreamModel);
    }
  }
}

/** Headers of a response from this channel. */
function answerHeaders(
  { exchange, route }: Attempt,
  headers: Record<string, string>,
): Record<string, string> {
  const all = { ...headers };
  if (exchange.caller.userRole >= roles.admin) {
    all["x-tollgate-channel"] = String(route.channel.id);
    all["x-tollgate-attempts"] = String(exchange.attempts.length + 1);
  }
  if (exchange.outputLimit !== undefined) all["x-tollgate-max-output"] = String(exchange.outputLimit);
  return all;
}

/** What an attempt says about its channel. */
function noteOutcome(
  { breaker, health, attempts }: ExchangeDependencies,
  { exchange, route, sent }: Attempt,
  outcome: AttemptOutcome,
  startedAt: number,
): void {
  const { channel, keyIndex, upstreamModel } = route;
  exchange.attempts.push({
    channel_id: channel.id,
    channel_name: channel.name,
    status: outcome.status,
    time: Math.round((outcome.firstByteAt ?? performance.now()) - startedAt),
    ...whyOf(outcome.problem),
  });
  // Neither is evidence about the channel.
  if (outcome.endReason === "client_closed" || outcome.problem?.kind === "shortage") {
    breaker.leave(channel.id, keyIndex, upstreamModel);
    return;
  }
  const cooldown = exchange.snapshot.settings.retryCooldownSeconds;
  breaker.note({ channelId: channel.id, key: keyIndex, model: upstreamModel }, outcome.problem, cooldown);
  const firstToken =
    sent.head.stream && outcome.firstByteAt !== undefined ? outcome.firstByteAt - startedAt : undefined;
  attempts.count(channel.id, outcome.problem, firstToken, performance.now() - startedAt);
  health.report({
    channel,
    keyIndex,
    model: exchange.head.model,
    requestId: exchange.request.requestId,
    problem: outcome.problem,
  });
}
