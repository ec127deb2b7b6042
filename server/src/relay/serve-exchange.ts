import { roles } from "@tollgate/contract/access";
import type { Ledger, Refusal, Reservation } from "../ledger/ledger.ts";
import { type AdmissionDependencies, type Admitted, refuseForNow } from "./admit-request.ts";
import type { UpstreamCaller } from "./call-upstream.ts";
import type { AttemptOutcome, ClientReply, Exchange, IncomingRequest, Route } from "./exchange.ts";
import { errorFromProblem, publicError, replyError } from "./fail-exchange.ts";
import type { Format } from "./formats/format.ts";
import { giveBack } from "./give-back.ts";
import { estimateCost } from "./metering/estimate-cost.ts";
import { settleExchange } from "./metering/settle-exchange.ts";
import type { TokenCounter } from "./metering/token-counter.ts";
import { openExchange } from "./open-exchange.ts";
import { keepAlive, mayBeKeptAlive } from "./keep-alive.ts";
import type { HealthSink } from "./ports.ts";
import { preAdd } from "./pre-add.ts";
import type { PrepareDependencies } from "./prepare-attempt.ts";
import { RelayError } from "./relay-error.ts";
import { type ResponseCache, replyKept } from "./response-cache.ts";
import { runAttempt } from "./run-attempt.ts";
import { RouteSearch, type SearchDependencies } from "./search-route.ts";

export interface ExchangeDependencies extends AdmissionDependencies, SearchDependencies, PrepareDependencies {
  ledger: Ledger;
  health: HealthSink;
  upstream: UpstreamCaller;
  tokenCounter: TokenCounter;
  cache: ResponseCache;
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
    const told = publicError(error, request.requestId);
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
    if (!reply.closed) recorded?.keep();
    return tokens;
  } finally {
    stop?.();
  }
}

interface Hold {
  reservation: Reservation;
  billedModel: string;
}

/** Tries channels until one delivers, and settles. @throws RelayError when none did */
async function deliver(
  dependencies: ExchangeDependencies,
  exchange: Exchange,
  admitted: Admitted,
  headers: Record<string, string>,
): Promise<number> {
  const { reply } = exchange;
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
      preAdd(exchange, route);
      if (hold && hold.billedModel !== route.billedModel) {
        dependencies.ledger.release(hold.reservation);
        hold = undefined;
      }
      if (!hold) {
        const asked = reserve(dependencies, exchange, route);
        const reservation = asked instanceof Promise ? await asked : asked;
        hold = { reservation, billedModel: route.billedModel };
      }
      // Who has left by now is not served, and pays nothing.
      if (reply.closed) return 0;
      const outcome = await attempt(dependencies, exchange, route, headers);
      entered = undefined;
      const { problem } = outcome;
      const next = problem && search.next(route, problem.kind);
      if (next) {
        route = next;
        continue;
      }
      const settled = settleExchange(dependencies, exchange, route, hold.reservation, outcome);
      const tokens = typeof settled === "number" ? settled : await settled;
      // Until here it is not settled; what goes wrong before gives it back.
      hold = undefined;
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

/** At once while the process's lease suffices. @throws RelayError */
function reserve(
  { ledger }: ExchangeDependencies,
  exchange: Exchange,
  route: Route,
): Reservation | Promise<Reservation> {
  const { caller } = exchange;
  const asked = ledger.reserve({
    userId: caller.userId,
    tokenId: caller.tokenId,
    tokenUnlimited: caller.tokenUnlimited,
    amount: estimateCost(exchange, route),
  });
  return asked instanceof Promise ? asked.catch(refuseForNow).then(grant) : grant(asked);
}

function grant(answer: Reservation | Refusal): Reservation {
  if (answer.ok) return answer;
  if (answer.short === "busy") refuseForNow(undefined);
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
  const { channel, keyIndex, upstreamModel } = route;
  const startedAt = performance.now();
  const answerHeaders = { ...headers };
  if (exchange.caller.userRole >= roles.admin) {
    answerHeaders["x-tollgate-channel"] = String(channel.id);
    answerHeaders["x-tollgate-attempts"] = String(exchange.attempts.length + 1);
  }
  const outcome = await runAttempt(dependencies, exchange, route, answerHeaders);
  exchange.attempts.push({
    channel_id: channel.id,
    channel_name: channel.name,
    status: outcome.status,
    time: Math.round((outcome.firstByteAt ?? performance.now()) - startedAt),
    reason: outcome.problem?.kind ?? "",
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
