import {
  callCost,
  type CostRates,
  completionTokens,
  promptTokens,
  type UsageCounts,
} from "@tollgate/contract/cost";
import type { EndReason, LogMetadata } from "@tollgate/contract/logs";
import { userStatus } from "@tollgate/contract/users";
import type { SnapshotPrice } from "../../snapshot/relay-snapshot.ts";
import { admitModel } from "../admission/admit-caller.ts";
import { usableGroup } from "../admission/caller-group.ts";
import type { RoutedCall, Route } from "../exchange.ts";
import { addSeconds, refuseUncountedUnit } from "../metering/billed-units.ts";
import type { Refusal } from "../../ledger/ledger.ts";
import {
  type Charge,
  type ChargeDependencies,
  openCharge,
  type ShortageTerms,
  shortageOfQuota,
} from "../metering/charge.ts";
import { noteOfPrice, priceUsage } from "../metering/price-usage.ts";
import { dearestRates } from "../metering/reachable-rates.ts";
import type { CallerLookup, SnapshotReader } from "../ports.ts";
import { RelayError, relayErrorKinds } from "../relay-error.ts";
import { priceMissing } from "../routing/choose-route.ts";
import { reservedUsage } from "./delivery.ts";

export const keyWithdrawn = "This API key may no longer be used.";

const spentBalance = {
  type: "insufficient_quota",
  code: "insufficient_user_quota",
  message: "The balance does not cover another answer.",
};

function describeShortage(refusal: Refusal, terms: ShortageTerms): SessionBooks["shortage"] {
  if (refusal.short !== "user_budget" && refusal.short !== "token_budget") return spentBalance;
  const { kind, message } = shortageOfQuota(refusal, terms, "another answer");
  const { type, code } = relayErrorKinds[kind];
  return { type, code, message };
}

/** What one row of a session's log says. */
export interface SessionEntry {
  /** What the caller said, written down; else an answer. */
  isTranscript: boolean;
  /** Of a transcript: the model that made it, where it is known. Undefined: the session's model. */
  transcriber: string | undefined;
  usage: UsageCounts;
  source: NonNullable<LogMetadata["usage_source"]>;
  clamped: boolean;
  endReason: EndReason;
  /** Milliseconds, as `performance.now` has them. */
  beganAt: number;
}

/** The money of one session, at the prices that were in force when it opened. */
export interface SessionBooks {
  /** Booked so far. */
  readonly tokens: number;
  /** Reserves quota for one answer; undefined where it cannot be had. */
  reserve(): Promise<Charge | undefined>;
  /** Why the last reservation was refused: the balance, or a budget. */
  readonly shortage: { type: string; code: string; message: string };
  /** Charges what an entry costs and ends all of `held`. What these do not cover is taken from the balance as far as it reaches. */
  book(held: readonly Charge[], entry: SessionEntry): Promise<void>;
  /** Why the caller's sound may not be transcribed by this model; undefined if it may. */
  whyNotTranscribe(model: string): RelayError | undefined;
  /** What the caller is told when its key, group or channel may no longer be used; undefined while all may. */
  whyNotGoOn(): Promise<string | undefined>;
}

export interface BooksDependencies extends ChargeDependencies {
  callers: CallerLookup;
  snapshots: SnapshotReader;
}

/** A session's prompt grows with it: its reservations are made at the dearest rule for any length. */
function sessionRates(exchange: RoutedCall, price: SnapshotPrice): CostRates {
  if (!price.rules) return exchange.snapshot.rates(price, exchange.group.ratio);
  return dearestRates(exchange, price, [{ tier: undefined, ratio: 1 }], { promptTokens: Infinity });
}

/** The books of a session, and quota for its first answer. @throws RelayError if not even one is covered */
export async function openBooks(
  dependencies: BooksDependencies,
  exchange: RoutedCall,
  route: Route,
  /** With which the caller was admitted. */
  key: string,
): Promise<{ books: SessionBooks; first: Charge }> {
  const { callers, snapshots, now } = dependencies;
  const { caller, group, snapshot, request, head } = exchange;
  const rates = sessionRates(exchange, route.price);
  // Seconds are counted where a session transcribes.
  refuseUncountedUnit(route.price, rates, "seconds");
  const answerCost = callCost(rates, reservedUsage);
  const first = await openCharge(dependencies, caller, answerCost);
  const terms = { caller, now: now(), quotaPerUnit: snapshot.settings.quotaPerUnit };
  if (!first.ok) throw shortageOfQuota(first, terms, "an answer");
  let rows = 0;
  let tokens = 0;
  let shortage = spentBalance;
  const reserveAnswer = async (): Promise<Charge | undefined> => {
    try {
      // Its budgets may have changed since the session began.
      const payer = (await callers.find(key)) ?? caller;
      const answer = await openCharge(dependencies, payer, answerCost);
      if (answer.ok) return answer;
      shortage = describeShortage(answer, { ...terms, caller: payer, now: now() });
      return undefined;
    } catch {
      // The books cannot be written: no quota for now.
      return undefined;
    }
  };

  const books: SessionBooks = {
    get tokens() {
      return tokens;
    },
    get shortage() {
      return shortage;
    },
    reserve: reserveAnswer,
    async book(held, { isTranscript, transcriber, usage, source, clamped, endReason, beganAt }) {
      const [own, ...others] = held.length > 0 ? held : [await openCharge(dependencies, caller, 0)];
      const { price, model, upstreamModel } = termsOf(transcriber);
      rows += 1;
      tokens += promptTokens(usage) + completionTokens(usage);
      // Released in the same turn as the rest is settled, so that no other call takes it in between.
      for (const other of others) if (other.ok) other.release();
      if (!own?.ok) throw new RelayError("unavailable", "The books of the session cannot be written.");
      const call = {
        capability: isTranscript ? "transcription" : "chat",
        usage: isTranscript ? addSeconds(usage) : usage,
        counted: source === "counted",
      };
      const priced = priceUsage(exchange, price, call);
      await own.settle({
        cost: priced.cost,
        request: { requestId: `${request.requestId}-${rows}`, sourceIp: request.sourceIp },
        caller,
        group,
        channelId: route.channel.id,
        model,
        price,
        usage: priced.usage,
        source,
        endReason,
        startedAt: beganAt,
        stream: true,
        content: "",
        metadata: {
          ...(clamped && { usage_clamped: true }),
          format: "openai-realtime",
          native: true,
          ...(upstreamModel !== model && { upstream_model: upstreamModel }),
          attempts: exchange.attempts,
          ...noteOfPrice(price.model, priced),
        },
      });
    },
    whyNotTranscribe(model) {
      if (model === "")
        return new RelayError("invalid_request", "The transcription of a session must name its model.");
      if (!snapshot.price(model)) return priceMissing(model);
      try {
        admitModel(caller, model);
      } catch (error) {
        if (error instanceof RelayError) return error;
        throw error;
      }
      return undefined;
    },
    async whyNotGoOn() {
      if (!snapshots.current().channel(route.channel.id))
        return "The channel of this session is no longer available.";
      const known = await callers.find(key);
      if (known && !usableGroup(known, group.symbol, snapshots.current()))
        return `The group ${group.symbol} of this session is no longer available.`;
      const expired = known !== undefined && known.tokenExpires > 0 && known.tokenExpires <= now();
      const goesOn =
        known?.userStatus === userStatus.enabled && known.tokenStatus === caller.tokenStatus && !expired;
      return goesOn ? undefined : keyWithdrawn;
    },
  };
  return { books, first };

  /** A transcriber without a price of its own costs what the session's model costs. */
  function termsOf(transcriber: string | undefined): {
    price: SnapshotPrice;
    model: string;
    upstreamModel: string;
  } {
    const price = transcriber === undefined ? undefined : snapshot.price(transcriber);
    return price && transcriber !== undefined
      ? { price, model: transcriber, upstreamModel: transcriber }
      : { price: route.price, model: head.model, upstreamModel: route.upstreamModel };
  }
}
