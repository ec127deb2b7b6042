import { limits } from "@tollgate/contract/limits";
import type { CostRates } from "@tollgate/contract/cost";
import type { Refusal } from "../../ledger/ledger.ts";
import { refuseForNow } from "../admission/admit-request.ts";
import { spentError } from "../admission/refuse-spent.ts";
import type { Attempt } from "../exchange.ts";
import { countedUnit, refuseUncountedUnit } from "./billed-units.ts";
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
  /** Output tokens per answer that the reservation covers, to be sent upstream; undefined: the caller's own limit, or none, stands. */
  outputLimit: number | undefined;
}

/** A call that reserves the largest answer leaves this many assumed ones to the account's parallel calls. */
const sparedCalls = 8;

/**
 * Reserves what an attempt may cost. A call without an output limit reserves the largest answer and passes unchanged. Where the
 * balance does not cover that, it reserves the assumed output, or what is left of the balance, and gets the limit that this covers. So
 * the answers of all running calls together never cost more than the balance, as far as upstreams honour limits.
 * Synchronous while the process's lease suffices. @throws RelayError
 */
export function reserveExchange(
  dependencies: ChargeDependencies,
  attempt: Attempt,
): Granted | Promise<Granted> {
  const { exchange, sent } = attempt;
  const { caller } = exchange;
  const rates = reservedRates(attempt);
  refuseUncountedUnit(attempt.route.price, rates, countedUnit(exchange.format.capability));
  const amount = estimateCost(attempt, rates);
  // Nothing is reserved, so the reservation would not refuse it.
  if (amount === 0 && caller.spent !== undefined && mayCost(rates))
    throw spentError(caller, exchange.snapshot, dependencies.now());
  const call: PricedCall = { dependencies, attempt, rates, amount };
  if (!mayBeLimited(attempt) || amount === 0 || outputRate(rates) === 0n) {
    const answer = openCharge(dependencies, caller, amount);
    const finish = (found: Charge | Refusal): Granted | Promise<Granted> =>
      found.ok ? { charge: found, outputLimit: undefined } : refuse(call, found);
    return answer instanceof Promise ? answer.then(finish) : finish(answer);
  }
  const beyond = costBeyondAssumed(rates) * Math.max(1, sent.head.choices);
  const answer = openCharge(
    dependencies,
    caller,
    Math.min(amount + beyond, limits.quotaMax),
    Math.min(amount * sparedCalls, limits.quotaMax),
  );
  const finish = (found: Charge | Refusal): Granted | Promise<Granted> =>
    found.ok ? { charge: found, outputLimit: undefined } : reserveLimited(call, found);
  return answer instanceof Promise ? answer.then(finish) : finish(answer);
}

interface PricedCall {
  dependencies: ChargeDependencies;
  attempt: Attempt;
  rates: CostRates;
  /** What the call reserves at least, by estimate. */
  amount: number;
}

/** Calls of upstreams' own tools left aside, which have a price everywhere. */
function mayCost(rates: CostRates): boolean {
  if (rates.kind === "times") return rates.perCall > 0n;
  const { input, output, seconds, pictures, characters } = rates.rates;
  return input + output + seconds + pictures + characters > 0n;
}

/** The caller named no limit, and there is a field to send one in. */
function mayBeLimited({ exchange: { format }, route, sent }: Attempt): boolean {
  if (format.capability !== "chat" || sent.head.maxOutputTokens !== undefined) return false;
  return !route.native || format.limitOutput !== undefined;
}

/** The share of one call, else what is left. */
async function reserveLimited(call: PricedCall, refusal: Refusal): Promise<Granted> {
  if (refusal.short === "busy") refuseForNow(undefined);
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
  const left = await dependencies.ledger.available(caller).catch(refuseForNow);
  if (left < least) throw shortageOfQuota(share, termsOf(call));
  const rest = await openCharge(dependencies, caller, Math.min(left, call.amount));
  if (rest.ok) return grant(rest);
  throw shortageOfQuota(rest, termsOf(call));
}

/** By the same estimate, so that whatever it adds for the prompt is left out of the output's part. */
function inputCost({ attempt, rates }: PricedCall): number {
  const { sent } = attempt;
  return estimateCost({ ...attempt, sent: { ...sent, head: { ...sent.head, maxOutputTokens: 0 } } }, rates);
}

function termsOf({ dependencies, attempt }: PricedCall): ShortageTerms {
  const { caller, snapshot } = attempt.exchange;
  return { caller, now: dependencies.now(), quotaPerUnit: snapshot.settings.quotaPerUnit };
}

/** A caller's own limit is a contract: it is not lowered, but the caller learns which one would be covered. */
async function refuse(call: PricedCall, refusal: Refusal): Promise<never> {
  const { dependencies, attempt, rates } = call;
  const { format, caller } = attempt.exchange;
  const { head } = attempt.sent;
  const wanted = head.maxOutputTokens ?? 0;
  if (refusal.short === "busy" || format.capability !== "chat" || wanted === 0 || outputRate(rates) === 0n)
    throw shortageOfQuota(refusal, termsOf(call));
  const left = await dependencies.ledger.available(caller).catch(refuseForNow);
  const covered = coveredOutput(rates, left - inputCost(call), Math.max(1, head.choices));
  const hint =
    covered > 0 && covered < wanted ? `An output limit of ${covered} tokens or less would be covered.` : "";
  throw shortageOfQuota(refusal, termsOf(call), "this call", hint);
}
