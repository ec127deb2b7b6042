import { roles } from "@tollgate/contract/access";
import type { Ledger, Reservation } from "../ledger/ledger.ts";
import { noteShortage } from "./admission/refuse-spent.ts";
import type { AdmissionDependencies, Admitted } from "./admission/admit-request.ts";
import { applyPaidFields } from "./request/paid-fields/apply-paid-fields.ts";
import type { UpstreamCaller } from "./upstream/upstream-call.ts";
import type { AttemptOutcome, ClientReply, Exchange, IncomingRequest, Route } from "./exchange.ts";
import { countRefused } from "./admission/count-refused.ts";
import { errorFromProblem, publicError, replyError, replyFailedStream, whyOf } from "./fail-exchange.ts";
import type { Format } from "./formats/format.ts";
import { giveBack } from "./request/release-buffer.ts";
import { keepAlive, mayBeKeptAlive } from "./answer/keep-alive.ts";
import { settleExchange } from "./metering/settle-exchange.ts";
import type { TokenCounter } from "./metering/token-counter.ts";
import { openExchange } from "./request/open-exchange.ts";
import type { HealthSink, TranslatedItems } from "./ports.ts";
import { preAdd } from "./request/channel-parameters.ts";
import type { PrepareDependencies } from "./prepare-attempt.ts";
import { RelayError } from "./relay-error.ts";
import { restoreRequest } from "./request/replace-request.ts";
import { reserveExchange } from "./metering/reserve-exchange.ts";
import { resolveItems } from "./request/resolve-items.ts";
import { type ResponseCache, replyKept } from "./answer/response-cache.ts";
import type { FirstByteTimes } from "./upstream/first-byte-times.ts";
import { runAttempt } from "./run-attempt.ts";
import { RouteSearch, type SearchDependencies } from "./routing/search-route.ts";

export interface ExchangeDependencies extends AdmissionDependencies, SearchDependencies, PrepareDependencies {
  ledger: Ledger;
  health: HealthSink;
  upstream: UpstreamCaller;
  tokenCounter: TokenCounter;
  cache: ResponseCache;
  items: TranslatedItems;
  firstBytes: FirstByteTimes;
  onInternalError(error: unknown, requestId: string): void;
}

/** THE pipeline: one admitted request to its settlement. Never throws; every failure becomes an answer. Gives the tokens that were charged. */
export async function serveExchange(
  dependencies: ExchangeDependencies,
  format: Format,
  request: IncomingRequest,
  reply: ClientReply,
  admitted: Admitted,
  headers: Record<string, string>,
): Promise<number> {
  let exchange: Exchange | undefined;
  try {
    const opened = openExchange(dependencies.snapshots, format, request, reply, admitted.caller);
    exchange = opened instanceof Promise ? await opened : opened;
    return await answer(dependencies, exchange, admitted, headers);
  } catch (error) {
    if (!(error instanceof RelayError)) dependencies.onInternalError(error, request.requestId);
    noteShortage(dependencies.callers, admitted.caller, error);
    const told = publicError(error, request.requestId);
    countRefused(dependencies, request, told, format.id);
    if (!exchange || !replyFailedStream(exchange, told, headers))
      replyError(reply, format, told, headers, exchange?.renderer);
    return 0;
  }
}

/** From the cache where the caller wants that and the answer is there, else from a channel. */
function answer(
  dependencies: ExchangeDependencies,
  exchange: Exchange,
  admitted: Admitted,
  headers: Record<string, string>,
): Promise<number> {
  const key = dependencies.cache.keyOf(exchange);
  // Most callers want neither, and pay for no promise of them.
  return key === undefined && exchange.caller.heartbeatSeconds === 0
    ? deliver(dependencies, exchange, admitted, headers)
    : answerSpecially(dependencies, exchange, admitted, headers, key);
}

/** With the cache, or with signs of life. */
async function answerSpecially(
  dependencies: ExchangeDependencies,
  exchange: Exchange,
  admitted: Admitted,
  headers: Record<string, string>,
  key: string | undefined,
): Promise<number> {
  const { caller, reply, head } = exchange;
  const { cache } = dependencies;
  const kept = key === undefined ? undefined : await cache.find(key);
  if (kept) {
    await replyKept(dependencies, exchange, kept, headers);
    return 0;
  }
  const recorded = key === undefined ? undefined : cache.record(key, exchange);
  if (recorded) exchange.reply = recorded.reply;
  const beats = caller.heartbeatSeconds > 0 && mayBeKeptAlive(exchange);
  if (beats) reply.head(200, headers);
  const stop = beats ? keepAlive(reply, head.stream, caller.heartbeatSeconds) : undefined;
  try {
    const tokens = await deliver(dependencies, exchange, admitted, headers);
    // A shortened answer is no answer to the same question tomorrow.
    if (!reply.closed && exchange.outputLimit === undefined) recorded?.keep();
    return tokens;
  } finally {
    stop?.();
  }
}

interface Hold {
  reservation: Reservation;
  /** What was reserved for. */
  route: Route;
  /** A channel's parameters may change it. */
  head: Exchange["head"];
}

/** True if the next route would reserve the same: the model billed, the channel's estimate, the way, and no field that costs extra. */
function isSameReserve({ route, head }: Hold, exchange: Exchange, next: Route): boolean {
  return (
    head === exchange.head &&
    exchange.paid === undefined &&
    route.billedModel === next.billedModel &&
    route.channel.preCost === next.channel.preCost &&
    route.native === next.native
  );
}

/** Tries channels until one delivers, and settles. @throws RelayError when none did */
async function deliver(
  dependencies: ExchangeDependencies,
  exchange: Exchange,
  admitted: Admitted,
  headers: Record<string, string>,
): Promise<number> {
  const { reply } = exchange;
  const resolving = resolveItems(dependencies.items, exchange);
  if (resolving) await resolving;
  const search = new RouteSearch(dependencies, exchange, admitted);
  if (exchange.head.translated) search.findAccount();
  if (exchange.head.boundTo) await search.findMaker(exchange.head.boundTo);
  let hold: Hold | undefined;
  /** Chosen and not yet tried: a channel that is being tried out would wait for it. */
  let entered: Route | undefined;
  try {
    let route = search.first();
    for (;;) {
      entered = route;
      restoreRequest(exchange);
      applyPaidFields(exchange, route);
      preAdd(exchange, route);
      if (hold && !isSameReserve(hold, exchange, route)) {
        dependencies.ledger.release(hold.reservation);
        hold = undefined;
      }
      if (!hold) {
        const asked = reserveExchange(dependencies.ledger, exchange, route);
        const { reservation, outputLimit } = asked instanceof Promise ? await asked : asked;
        hold = { reservation, route, head: exchange.head };
        exchange.outputLimit = outputLimit;
        exchange.reserved = reservation.amount;
      }
      // Who has left by now is not served, and pays nothing.
      if (reply.closed) return 0;
      const outcome = await attempt(dependencies, exchange, search, route, headers);
      entered = undefined;
      const { problem } = outcome;
      const next = problem && search.next(route, problem, outcome.firstByteAt);
      if (next) {
        route = next;
        continue;
      }
      const settled = settleExchange(dependencies, exchange, route, hold.reservation, outcome);
      const tokens = typeof settled === "number" ? settled : await settled;
      // Until here it is not settled; what goes wrong before gives it back.
      hold = undefined;
      exchange.request.booked = true;
      if (problem) throw errorFromProblem(problem);
      search.remember(route);
      // What was tried before may have been left while it was sending.
      if (outcome.bodyLeft && exchange.attempts.length === 1) giveBack(exchange.request.body);
      return tokens;
    }
  } finally {
    if (hold) dependencies.ledger.release(hold.reservation);
    if (entered) {
      dependencies.breaker.leave(entered.channel.id, entered.keyIndex, entered.upstreamModel);
    }
  }
}

async function attempt(
  dependencies: ExchangeDependencies,
  exchange: Exchange,
  search: RouteSearch,
  route: Route,
  headers: Record<string, string>,
): Promise<AttemptOutcome> {
  const { channel, keyIndex, upstreamModel } = route;
  const startedAt = performance.now();
  const answerHeaders = { ...headers };
  if (exchange.caller.userRole >= roles.admin) {
    answerHeaders["x-tollgate-channel"] = String(channel.id);
    answerHeaders["x-tollgate-attempts"] = String(exchange.attempts.length + 1);
  }
  if (exchange.outputLimit !== undefined)
    answerHeaders["x-tollgate-max-output"] = String(exchange.outputLimit);
  const outcome = await runAttempt(dependencies, exchange, search, route, answerHeaders);
  exchange.attempts.push({
    channel_id: channel.id,
    channel_name: channel.name,
    status: outcome.status,
    time: Math.round((outcome.firstByteAt ?? performance.now()) - startedAt),
    ...whyOf(outcome.problem),
  });
  const { breaker, health } = dependencies;
  // Neither says anything of the channel.
  if (outcome.endReason === "client_closed" || outcome.problem?.kind === "shortage")
    breaker.leave(channel.id, keyIndex, upstreamModel);
  else {
    const rest = exchange.snapshot.settings.retryCooldownSeconds;
    breaker.note(channel.id, keyIndex, upstreamModel, outcome.problem, rest);
    health.report({
      channelId: channel.id,
      keyIndex,
      model: exchange.head.model,
      requestId: exchange.request.requestId,
      problem: outcome.problem,
    });
  }
  return outcome;
}
