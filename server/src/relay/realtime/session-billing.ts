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
import { addSeconds, rejectUncountedUnit } from "../metering/billed-units.ts";
import type { Rejection } from "../../ledger/ledger.ts";
import {
  type Charge,
  type ChargeDependencies,
  openCharge,
  type ShortageTerms,
  shortageOfQuota,
} from "../metering/charge.ts";
import { noteOfPrice, priceUsage } from "../metering/price-usage.ts";
import { highestRates } from "../metering/reachable-rates.ts";
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

function describeShortage(rejection: Rejection, terms: ShortageTerms): SessionBilling["shortage"] {
  if (rejection.short !== "user_budget" && rejection.short !== "token_budget") return spentBalance;
  const { kind, message } = shortageOfQuota(rejection, terms, "another answer");
  const { type, code } = relayErrorKinds[kind];
  return { type, code, message };
}

/** One log row of a session. */
export interface SessionEntry {
  /** A transcript of the caller's audio; else a response. */
  isTranscript: boolean;
  /** The model of a transcript, if known. Undefined: the session's model. */
  transcriber: string | undefined;
  usage: UsageCounts;
  source: NonNullable<LogMetadata["usage_source"]>;
  clamped: boolean;
  endReason: EndReason;
  /** Milliseconds of `performance.now`. */
  beganAt: number;
}

/** The billing of one session, at the prices when it opened. */
export interface SessionBilling {
  /** Booked so far. */
  readonly tokens: number;
  /** Reserves quota for one response; undefined if none is available. */
  reserve(): Promise<Charge | undefined>;
  /** Why the last reservation failed: the balance, or a budget. */
  readonly shortage: { type: string; code: string; message: string };
  /**
   * Charges an entry's cost and releases all of `held`. A cost above that is deducted from the balance, as far as it
   * covers it.
   */
  book(held: readonly Charge[], entry: SessionEntry): Promise<void>;
  /** Why this model may not transcribe the caller's audio; undefined if it may. */
  whyNotTranscribe(model: string): RelayError | undefined;
  /** The error when the key, group or channel of the session is disabled; undefined while all are enabled. */
  whyNotGoOn(): Promise<string | undefined>;
}

export interface BooksDependencies extends ChargeDependencies {
  callers: CallerLookup;
  snapshots: SnapshotReader;
}

/** A session's prompt grows with it: reserves at the most expensive rule for any length. */
function sessionRates(exchange: RoutedCall, price: SnapshotPrice): CostRates {
  if (!price.rules) return exchange.snapshot.rates(price, exchange.group.ratio);
  return highestRates(exchange, price, [{ tier: undefined, ratio: 1 }], { promptTokens: Infinity });
}

/** The billing of a session, with quota for its first response. @throws RelayError if not even one is covered */
export async function openBilling(
  dependencies: BooksDependencies,
  exchange: RoutedCall,
  route: Route,
  /** The caller's admission. */
  key: string,
): Promise<{ billing: SessionBilling; first: Charge }> {
  const { callers, snapshots, now } = dependencies;
  const { caller, group, snapshot, request, head } = exchange;
  const rates = sessionRates(exchange, route.price);
  // A session that transcribes counts seconds.
  rejectUncountedUnit(route.price, rates, "seconds");
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
      // The ledger is unavailable: no quota for now.
      return undefined;
    }
  };

  const billing: SessionBilling = {
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
      if (!own?.ok) throw new RelayError("unavailable", "The session cannot be booked at the moment.");
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
  return { billing, first };

  /** A transcriber without its own price costs what the session's model costs. */
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
