import { limits } from "@tollgate/contract/limits";
import type { CostRates } from "@tollgate/contract/cost";
import type { Ledger, Payer, Refusal, Reservation } from "../../ledger/ledger.ts";
import { refuseForNow } from "../admission/admit-request.ts";
import type { Exchange, Route } from "../exchange.ts";
import { askedRatio } from "./answered-price.ts";
import { estimateCost } from "./estimate-cost.ts";
import {
  costBeyondAssumed,
  coveredOutput,
  largestLimit,
  outputCost,
  outputRate,
  usefulAnswerTokens,
} from "./output-limit.ts";
import { RelayError } from "../relay-error.ts";

export interface Granted {
  reservation: Reservation;
  /** Output tokens per answer that the reservation covers, to be sent upstream; undefined: the caller's own limit, or none, stands. */
  outputLimit: number | undefined;
}

/** A call that reserves the largest answer leaves this many assumed ones to the account's parallel calls. */
const sparedCalls = 8;

/**
 * Reserves what an exchange may cost over a route. A call without an output limit reserves the largest answer and passes unchanged. Where the
 * balance does not cover that, it reserves the assumed output, or what is left of the balance, and gets the limit that this covers. So
 * the answers of all running calls together never cost more than the balance, as far as upstreams honour limits.
 * Synchronous while the process's lease suffices. @throws RelayError
 */
export function reserveExchange(
  ledger: Ledger,
  exchange: Exchange,
  route: Route,
): Granted | Promise<Granted> {
  const { snapshot, group, head, caller } = exchange;
  const amount = estimateCost(exchange, route);
  const rates = snapshot.rates(route.price, group.ratio);
  const call: PricedCall = { ledger, exchange, route, rates, payer: caller, amount };
  if (!mayBeLimited(exchange, route) || amount === 0 || outputRate(rates) === 0n) {
    const answer = ledger.reserve(requestOf(caller, amount));
    const finish = (found: Reservation | Refusal): Granted | Promise<Granted> =>
      found.ok ? { reservation: found, outputLimit: undefined } : refuse(call, found);
    return answer instanceof Promise ? answer.catch(refuseForNow).then(finish) : finish(answer);
  }
  const beyond = Math.ceil(
    costBeyondAssumed(rates) * Math.max(1, head.choices) * Math.max(1, askedRatio(exchange)),
  );
  const answer = ledger.reserve({
    ...requestOf(caller, Math.min(amount + beyond, limits.quotaMax)),
    spare: Math.min(amount * sparedCalls, limits.quotaMax),
  });
  const finish = (found: Reservation | Refusal): Granted | Promise<Granted> =>
    found.ok ? { reservation: found, outputLimit: undefined } : reserveLimited(call, found);
  return answer instanceof Promise ? answer.catch(refuseForNow).then(finish) : finish(answer);
}

interface PricedCall {
  ledger: Ledger;
  exchange: Exchange;
  route: Route;
  rates: CostRates;
  payer: Payer;
  /** What the call reserves at least, by estimate. */
  amount: number;
}

function requestOf({ userId, tokenId, tokenUnlimited }: Payer, amount: number) {
  return { userId, tokenId, tokenUnlimited, amount };
}

/** The caller named no limit, and there is a field to send one in. */
function mayBeLimited({ format, head }: Exchange, route: Route): boolean {
  if (format.capability !== "chat" || head.maxOutputTokens !== undefined) return false;
  return !route.native || format.limitOutput !== undefined;
}

/** The share of one call, else what is left. */
async function reserveLimited(call: PricedCall, refusal: Refusal): Promise<Granted> {
  if (refusal.short === "busy") refuseForNow(undefined);
  const { ledger, exchange, rates, payer } = call;
  const choices = Math.max(1, exchange.head.choices);
  const input = inputCost(call);
  const least = input + outputCost(rates, usefulAnswerTokens * choices);
  const grant = (reservation: Reservation): Granted => {
    const covered = coveredOutput(rates, perRatio(exchange, reservation.amount - input), choices);
    return { reservation, outputLimit: Math.min(covered, largestLimit) };
  };
  const share = await tryReserve(ledger, payer, Math.max(call.amount, least));
  if (share.ok) return grant(share);
  const left = await ledger.available(payer).catch(refuseForNow);
  if (left < least) throw refusalError(share);
  const rest = await tryReserve(ledger, payer, Math.min(left, call.amount));
  if (rest.ok) return grant(rest);
  throw refusalError(rest);
}

async function tryReserve(ledger: Ledger, payer: Payer, amount: number): Promise<Reservation | Refusal> {
  const asked = ledger.reserve(requestOf(payer, amount));
  return asked instanceof Promise ? await asked.catch(refuseForNow) : asked;
}

/** Quota at the model's own price, for output that fields of the request make dearer. */
function perRatio(exchange: Exchange, quota: number): number {
  return Math.floor(quota / Math.max(1, askedRatio(exchange)));
}

/** By the same estimate, so that whatever it adds for the prompt is left out of the output's part. */
function inputCost({ exchange, route }: PricedCall): number {
  return estimateCost({ ...exchange, head: { ...exchange.head, maxOutputTokens: 0 } }, route);
}

/** A caller's own limit is a contract: it is not lowered, but the caller learns which one would be covered. */
async function refuse(call: PricedCall, refusal: Refusal): Promise<never> {
  const { ledger, exchange, rates, payer } = call;
  const { format, head } = exchange;
  const wanted = head.maxOutputTokens ?? 0;
  if (refusal.short === "busy" || format.capability !== "chat" || wanted === 0 || outputRate(rates) === 0n)
    throw refusalError(refusal);
  const left = await ledger.available(payer).catch(refuseForNow);
  const covered = coveredOutput(rates, perRatio(exchange, left - inputCost(call)), Math.max(1, head.choices));
  throw refusalError(refusal, covered > 0 && covered < wanted ? covered : undefined);
}

/** @param covered output limit in tokens that would be covered */
function refusalError({ short }: Refusal, covered?: number): RelayError {
  if (short === "busy") refuseForNow(undefined);
  const hint = covered === undefined ? "" : ` An output limit of ${covered} tokens or less would be covered.`;
  return short === "token"
    ? new RelayError("token_exhausted", `The quota of this API key does not cover this call.${hint}`)
    : new RelayError("insufficient_quota", `The balance of the account does not cover this call.${hint}`);
}
