import { limits } from "@tollgate/contract/limits";
import type { CostRates } from "@tollgate/contract/cost";
import type { Rejection } from "../../ledger/ledger.ts";
import { rejectForNow } from "../admission/admit-request.ts";
import { spentError } from "../admission/reject-spent.ts";
import type { Attempt } from "../exchange.ts";
import { countedUnit, rejectUncountedUnit } from "./billed-units.ts";
import {
  type Charge,
  type ChargeDependencies,
  openCharge,
  type ShortageTerms,
  shortageOfQuota,
} from "./charge.ts";
import { estimateCost, reservedRates } from "./estimate-cost.ts";
import {
  costBeyondAssumed,
  coveredOutput,
  largestLimit,
  outputCost,
  outputRate,
  usefulAnswerTokens,
} from "./output-limit.ts";

export interface Granted {
  charge: Charge;
  /**
   * Output limit per response that the reservation covers, to be sent upstream; undefined: the request passes
   * unchanged.
   */
  outputLimit: number | undefined;
}

/** A call that reserves the largest response leaves quota for this many assumed ones of the account's other calls. */
const sparedCalls = 8;

/**
 * Reserves the maximum cost of an attempt. A call without an output limit reserves the largest response and passes
 * unchanged.
 * If the balance does not cover that, it reserves the assumed output or the remaining balance, and sends the limit that
 * this covers. So the responses of all running calls together never cost more than the balance, if upstreams honour
 * limits.
 * Synchronous while the process's lease suffices. @throws RelayError
 */
export function reserveExchange(
  dependencies: ChargeDependencies,
  attempt: Attempt,
): Granted | Promise<Granted> {
  const { exchange, sent } = attempt;
  const { caller } = exchange;
  const rates = reservedRates(attempt);
  rejectUncountedUnit(attempt.route.price, rates, countedUnit(exchange.format.capability));
  const amount = estimateCost(attempt, rates);
  // Nothing is reserved, so the reservation would not reject it.
  if (amount === 0 && caller.spent !== undefined && mayCost(rates))
    throw spentError(caller, exchange.snapshot, dependencies.now());
  const call: PricedCall = { dependencies, attempt, rates, amount };
  if (!mayBeLimited(attempt) || amount === 0 || outputRate(rates) === 0n) {
    const answer = openCharge(dependencies, caller, amount);
    const finish = (found: Charge | Rejection): Granted | Promise<Granted> =>
      found.ok ? { charge: found, outputLimit: undefined } : reject(call, found);
    return answer instanceof Promise ? answer.then(finish) : finish(answer);
  }
  const beyond = costBeyondAssumed(rates) * Math.max(1, sent.head.choices);
  const answer = openCharge(
    dependencies,
    caller,
    Math.min(amount + beyond, limits.quotaMax),
    Math.min(amount * sparedCalls, limits.quotaMax),
  );
  const finish = (found: Charge | Rejection): Granted | Promise<Granted> =>
    found.ok ? { charge: found, outputLimit: undefined } : reserveLimited(call, found);
  return answer instanceof Promise ? answer.then(finish) : finish(answer);
}

interface PricedCall {
  dependencies: ChargeDependencies;
  attempt: Attempt;
  rates: CostRates;
  /** The minimum reservation of the call, by estimate. */
  amount: number;
}

/** Without calls of upstreams' own tools, which cost money at any price. */
function mayCost(rates: CostRates): boolean {
  if (rates.kind === "times") return rates.perCall > 0n;
  const { input, output, seconds, pictures, characters } = rates.rates;
  return input + output + seconds + pictures + characters > 0n;
}

/** The caller set no limit, and the format has a field for one. */
function mayBeLimited({ exchange: { format }, route, sent }: Attempt): boolean {
  if (format.capability !== "chat" || sent.head.maxOutputTokens !== undefined) return false;
  return !route.native || format.limitOutput !== undefined;
}

/** The share of one call, else what is left. */
async function reserveLimited(call: PricedCall, rejection: Rejection): Promise<Granted> {
  if (rejection.short === "busy") rejectForNow(undefined);
  const { dependencies, attempt, rates } = call;
  const { caller } = attempt.exchange;
  const choices = Math.max(1, attempt.sent.head.choices);
  const input = inputCost(call);
  const least = input + outputCost(rates, usefulAnswerTokens * choices);
  const grant = (charge: Charge): Granted => {
    const covered = coveredOutput(rates, charge.amount - input, choices);
    return { charge, outputLimit: Math.min(covered, largestLimit) };
  };
  const share = await openCharge(dependencies, caller, Math.max(call.amount, least));
  if (share.ok) return grant(share);
  const left = await dependencies.ledger.available(caller).catch(rejectForNow);
  if (left < least) throw shortageOfQuota(share, termsOf(call));
  const rest = await openCharge(dependencies, caller, Math.min(left, call.amount));
  if (rest.ok) return grant(rest);
  throw shortageOfQuota(rest, termsOf(call));
}

/** By the same estimate, so that its part for the prompt does not count as output. */
function inputCost({ attempt, rates }: PricedCall): number {
  const { sent } = attempt;
  return estimateCost({ ...attempt, sent: { ...sent, head: { ...sent.head, maxOutputTokens: 0 } } }, rates);
}

function termsOf({ dependencies, attempt }: PricedCall): ShortageTerms {
  const { caller, snapshot } = attempt.exchange;
  return { caller, now: dependencies.now(), quotaPerUnit: snapshot.settings.quotaPerUnit };
}

/** A caller's own limit is not lowered, but the error names the limit that would be covered. */
async function reject(call: PricedCall, rejection: Rejection): Promise<never> {
  const { dependencies, attempt, rates } = call;
  const { format, caller } = attempt.exchange;
  const { head } = attempt.sent;
  const wanted = head.maxOutputTokens ?? 0;
  if (rejection.short === "busy" || format.capability !== "chat" || wanted === 0 || outputRate(rates) === 0n)
    throw shortageOfQuota(rejection, termsOf(call));
  const left = await dependencies.ledger.available(caller).catch(rejectForNow);
  const covered = coveredOutput(rates, left - inputCost(call), Math.max(1, head.choices));
  const hint =
    covered > 0 && covered < wanted ? `An output limit of ${covered} tokens or less would be covered.` : "";
  throw shortageOfQuota(rejection, termsOf(call), "this call", hint);
}
