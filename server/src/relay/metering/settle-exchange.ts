import {
  type CostRates,
  callCost,
  completionTokens,
  noUsage,
  promptTokens,
  type TokenClass,
  type UsageCounts,
} from "@tollgate/contract/cost";
import type { EndReason, LogMetadata } from "@tollgate/contract/logs";
import type { Ledger, Reservation } from "../../ledger/ledger.ts";
import { audioTokens } from "../canonical/transcription.ts";
import type { AnsweredPrice, AttemptOutcome, Exchange, Route } from "../exchange.ts";
import { cleanLogText } from "../../platform/clean-message.ts";
import { priceAnswer } from "./answered-price.ts";
import { checkUsage, saysSomething } from "./check-usage.ts";
import { promptText } from "./prompt-text.ts";
import type { ChatFormat, Format } from "../formats/format.ts";
import type { TokenCounter } from "./token-counter.ts";

export interface SettleDependencies {
  ledger: Ledger;
  tokenCounter: TokenCounter;
  /** Epoch seconds. */
  now(): number;
}

/** Ends that are the upstream's doing: nothing is charged. What our own limits cut (`gateway_limit`, `client_closed`) is charged as delivered. */
const free: ReadonlySet<EndReason> = new Set(["upstream_cut", "upstream_error", "timeout", "refused"]);

/**
 * Books one exchange, exactly once: real usage where the upstream gave it, counted tokens where it did not and the caller
 * got something, nothing where the upstream failed (D18, D19). Gives the tokens that were charged.
 */
export function settleExchange(
  dependencies: SettleDependencies,
  exchange: Exchange,
  route: Route,
  reservation: Reservation,
  outcome: AttemptOutcome,
): Promise<number> | number {
  const found = findUsage(dependencies, exchange, outcome);
  const book = (usage: FoundUsage): Promise<number> | number =>
    bookUsage(dependencies, exchange, route, reservation, outcome, usage);
  return found instanceof Promise ? found.then(book) : book(found);
}

function bookUsage(
  dependencies: SettleDependencies,
  exchange: Exchange,
  route: Route,
  reservation: Reservation,
  outcome: AttemptOutcome,
  { usage, source, clamped }: FoundUsage,
): Promise<number> | number {
  const charged = usage !== undefined && !free.has(outcome.endReason);
  const rates = exchange.snapshot.rates(route.price, exchange.group.ratio);
  const priced = charged
    ? (outcome.quote ?? priceAnswer(exchange, route, outcome, leastUsage(exchange, rates, usage)))
    : undefined;
  const cost = priced?.cost ?? 0;
  const counts = priced?.usage ?? noUsage;
  const { request, caller } = exchange;
  const settled = dependencies.ledger.settle(reservation, {
    cost,
    record: {
      request_id: request.requestId,
      created_at: dependencies.now(),
      user_id: caller.userId,
      username: caller.username,
      token_id: caller.tokenId,
      token_name: caller.tokenName,
      model_name: exchange.head.model,
      prompt_tokens: promptTokens(counts),
      completion_tokens: completionTokens(counts),
      channel_id: route.channel.id,
      request_time: Math.round(performance.now() - request.startedAt),
      is_stream: exchange.head.stream ? 1 : 0,
      source_ip: request.sourceIp,
      content: outcome.problem && !charged ? cleanLogText(outcome.problem.message) : "",
      metadata: {
        ...describe(exchange, route, outcome, counts, charged ? source : "none", clamped),
        ...priced?.note,
      },
    },
  });
  const tokens = promptTokens(counts) + completionTokens(counts);
  return settled instanceof Promise ? settled.then(() => tokens) : tokens;
}

/**
 * What a whole answer will be booked with, before its head leaves. Undefined where its usage is no last word, so that tokens will be counted.
 */
export function quoteAnswer(
  exchange: Exchange,
  route: Route,
  answer: Pick<AttemptOutcome, "usage" | "usageFinal" | "answeredBy" | "dropped">,
): AnsweredPrice | undefined {
  const { usage } = checkUsage(answer.usage, exchange.request.body.length);
  if (!usage || !answer.usageFinal || !saysSomething(usage)) return undefined;
  const rates = exchange.snapshot.rates(route.price, exchange.group.ratio);
  return priceAnswer(exchange, route, answer, leastUsage(exchange, rates, usage));
}

/**
 * No transcript is free where its model has a price: silence has no words, and a price may have the side alone that was not counted. Then a
 * second of sound is charged.
 */
function leastUsage({ format }: Exchange, rates: CostRates, usage: UsageCounts): UsageCounts {
  if (format.capability !== "transcription" || callCost(rates, usage) > 0) return usage;
  const tokens = Math.max(audioTokens(1), promptTokens(usage) + completionTokens(usage));
  const heard = { ...noUsage, input_audio: tokens };
  return callCost(rates, heard) > 0 ? heard : { ...noUsage, output: tokens };
}

interface FoundUsage {
  usage: UsageCounts | undefined;
  source: "upstream" | "counted" | "none";
  clamped: boolean;
}

/** At once where the upstream's usage is its last word, as it nearly always is. */
function findUsage(
  { tokenCounter }: SettleDependencies,
  exchange: Exchange,
  outcome: AttemptOutcome,
): Promise<FoundUsage> | FoundUsage {
  if (free.has(outcome.endReason)) return { usage: undefined, source: "none", clamped: false };
  const { usage: reported, clamped } = checkUsage(outcome.usage, exchange.request.body.length);
  if (reported && outcome.usageFinal && saysSomething(reported))
    return { usage: reported, source: "upstream", clamped };
  return exchange.format.capability === "chat"
    ? countChat(tokenCounter, exchange, outcome, reported, clamped)
    : countCall(tokenCounter, exchange, exchange.format, outcome, clamped);
}

async function countChat(
  tokenCounter: TokenCounter,
  exchange: Exchange,
  outcome: AttemptOutcome,
  reported: UsageCounts | undefined,
  clamped: boolean,
): Promise<FoundUsage> {
  const delivered = await outcome.deliveredText.count();
  // Nothing reached the caller, and the upstream never said what it used.
  if (delivered === 0) return { usage: undefined, source: "none", clamped };
  // Turns that only call a vendor's own tools can be free at some of them: there zeros are believed, beside words they are not.
  if (reported && outcome.usageFinal && !clamped && !outcome.deliveredText.spoke)
    return { usage: reported, source: "upstream", clamped };
  const usage = { ...noUsage, ...reported };
  if (promptTokens(usage) === 0) {
    const prompt = promptText(exchange.body.whole);
    usage.input = (await tokenCounter.count(prompt.text)) + prompt.mediaTokens;
  }
  // A usage of the beginning knows the prompt well and the output hardly.
  usage.output += Math.max(0, delivered - completionTokens(usage));
  return { usage, source: "counted", clamped };
}

/** A call besides chat: what the request asked to work on and the words of the answer (A13). */
async function countCall(
  tokenCounter: TokenCounter,
  exchange: Exchange,
  format: Exclude<Format, ChatFormat>,
  outcome: AttemptOutcome,
  clamped: boolean,
): Promise<FoundUsage> {
  const output = await outcome.deliveredText.count();
  if (!outcome.deliveredText.spoke) return { usage: undefined, source: "none", clamped };
  const size = format.measure(exchange.body.whole);
  const prompt = await tokenCounter.count(size.text);
  const { outputImage: output_image = 0 } = size;
  return {
    usage: { ...noUsage, input: size.tokens + prompt, output, output_image },
    source: "counted",
    clamped,
  };
}

function describe(
  exchange: Exchange,
  route: Route,
  outcome: AttemptOutcome,
  counts: UsageCounts,
  source: FoundUsage["source"],
  clamped: boolean,
): LogMetadata {
  const { price } = route;
  const used: Record<string, number> = {};
  for (const name in counts) {
    const count = counts[name as TokenClass];
    if (count > 0) used[name] = count;
  }
  return {
    ...(outcome.upstreamRequestId && { upstream_request_id: outcome.upstreamRequestId.slice(0, 100) }),
    group_name: exchange.group.symbol,
    group_ratio: exchange.group.ratio,
    price_type: price.type,
    price_model: price.model,
    input_ratio: price.input,
    output_ratio: price.output,
    ...(price.extra_ratios &&
      Object.keys(price.extra_ratios).length > 0 && { extra_ratios: price.extra_ratios }),
    ...(outcome.firstByteAt !== undefined && {
      first_response: Math.round(outcome.firstByteAt - exchange.request.startedAt),
    }),
    usage: used,
    usage_source: source,
    ...(clamped && { usage_clamped: true }),
    end_reason: outcome.endReason,
    format: exchange.format.id,
    native: route.native,
    ...(route.upstreamModel !== exchange.head.model && { upstream_model: route.upstreamModel }),
    attempts: exchange.attempts,
    ...(outcome.dropped.length > 0 && { dropped: outcome.dropped }),
  };
}
