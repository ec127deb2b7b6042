import { callCost, completionTokens, noUsage, promptTokens, type UsageCounts } from "@tollgate/contract/cost";
import type { EndReason, LogMetadata } from "@tollgate/contract/logs";
import { cleanLogText } from "../../platform/clean-message.ts";
import { audioTokens } from "../canonical/transcription.ts";
import type { AnsweredPrice, Attempt, AttemptOutcome, DeliveredText } from "../exchange.ts";
import type { ChatFormat, Format } from "../formats/format.ts";
import { priceAnswer } from "./answered-price.ts";
import { addUnits, drawnIn, soundLength } from "./billed-units.ts";
import type { Charge } from "./charge.ts";
import { checkUsage, hasCounts } from "./check-usage.ts";
import { billedLooks } from "./picture-looks.ts";
import type { MeasuredCall } from "./price-usage.ts";
import { promptText } from "./prompt-text.ts";
import type { TokenCounter } from "./token-counter.ts";

export interface SettleDependencies {
  tokenCounter: TokenCounter;
}

/**
 * Ends that the upstream caused: nothing is charged. What our own limits cut (`gateway_limit`, `client_closed`) is
 * charged as delivered.
 */
const free: ReadonlySet<EndReason> = new Set(["upstream_cut", "upstream_error", "timeout", "refused"]);

/**
 * Settles one exchange exactly once: by the upstream's usage, by counted tokens if it reported none and the caller
 * received something, and by nothing if the upstream failed. Returns the charged tokens.
 */
export function settleExchange(
  dependencies: SettleDependencies,
  attempt: Attempt,
  charge: Charge,
  outcome: AttemptOutcome,
): Promise<number> | number {
  const found = findUsage(dependencies, attempt, outcome);
  const book = (usage: FoundUsage): Promise<number> | number => bookUsage(attempt, charge, outcome, usage);
  return found instanceof Promise ? found.then(book) : book(found);
}

function bookUsage(
  attempt: Attempt,
  charge: Charge,
  outcome: AttemptOutcome,
  { usage, source, clamped }: FoundUsage,
): Promise<number> | number {
  const { exchange, route, sent } = attempt;
  const { request, caller, group } = exchange;
  const charged = usage !== undefined && !free.has(outcome.endReason);
  const priced = charged
    ? (outcome.quote ?? priceAnswer(attempt, outcome, measure(attempt, outcome, usage, source)))
    : undefined;
  const counts = priced?.usage ?? noUsage;
  const settled = charge.settle({
    cost: priced?.cost ?? 0,
    request,
    caller,
    group,
    channelId: route.channel.id,
    model: sent.head.model,
    price: route.price,
    usage: counts,
    source: charged ? source : "none",
    endReason: outcome.endReason,
    startedAt: request.startedAt,
    stream: sent.head.stream,
    content: outcome.problem && !charged ? cleanLogText(outcome.problem.message) : "",
    metadata: Object.assign(describe(attempt, outcome, clamped), priced?.note),
  });
  const tokens = promptTokens(counts) + completionTokens(counts);
  return settled instanceof Promise ? settled.then(() => tokens) : tokens;
}

/**
 * The cost of a whole response before its head is sent. Undefined if its usage is not final, so that tokens will be
 * counted.
 */
export function quoteAnswer(
  attempt: Attempt,
  answer: Pick<AttemptOutcome, "usage" | "usageFinal" | "answeredBy" | "deliveredText" | "dropped">,
): AnsweredPrice | undefined {
  const { usage, clamped } = checkUsage(answer.usage, attempt.sent.raw.length);
  if (!usage || !answer.usageFinal || !hasCounts(usage)) return undefined;
  const quote = priceAnswer(attempt, answer, measure(attempt, answer, usage, "upstream"));
  if (clamped) quote.note.usage_clamped = true;
  return quote;
}

/** Everything that the price of a response may depend on. */
function measure(
  attempt: Attempt,
  answer: Pick<AttemptOutcome, "deliveredText" | "answeredBy">,
  found: UsageCounts,
  source: FoundUsage["source"],
): MeasuredCall {
  const { exchange, route, sent } = attempt;
  const { format } = exchange;
  const counted = source === "counted";
  const usage = leastUsage(attempt, addUnits(attempt, found, answer), { ...answer, counted });
  const call = { capability: format.capability, usage, counted };
  if (!route.price.rules || format.capability !== "images") return call;
  const drawn = drawnIn(answer.answeredBy);
  const { pictures } = format.measure(sent.body.whole, drawn);
  return { ...call, looks: pictures && billedLooks(route.price.rules, pictures, drawn) };
}

/**
 * Charges the audio of a transcript, at least a second, so that none is free if its model has a price: silence has no
 * words, and the price may cover only the side that was not counted. The same applies if the counted words cost less.
 */
function leastUsage(
  { exchange, route, sent }: Attempt,
  usage: UsageCounts,
  { deliveredText, counted }: { deliveredText: DeliveredText; counted: boolean },
): UsageCounts {
  const { format } = exchange;
  if (format.capability !== "transcription") return usage;
  const rates = exchange.snapshot.rates(route.price, exchange.group.ratio);
  const cost = callCost(rates, usage);
  if (cost > 0 && !counted) return usage;
  const { seconds } = counted ? soundLength(format.measure(sent.body.whole), deliveredText.seconds) : noSound;
  const sound = audioTokens(Math.max(seconds, 1));
  const tokens = cost > 0 ? sound : Math.max(sound, promptTokens(usage) + completionTokens(usage));
  const heard = { ...noUsage, seconds: usage.seconds, input_audio: tokens };
  if (callCost(rates, heard) > cost) return heard;
  return cost > 0 ? usage : { ...noUsage, output: tokens };
}

const noSound = { seconds: 0 };

interface FoundUsage {
  usage: UsageCounts | undefined;
  source: "upstream" | "counted" | "none";
  clamped: boolean;
}

/** Synchronous if the upstream's usage is final, as it nearly always is. */
function findUsage(
  { tokenCounter }: SettleDependencies,
  { exchange, sent }: Attempt,
  outcome: AttemptOutcome,
): Promise<FoundUsage> | FoundUsage {
  if (free.has(outcome.endReason)) return { usage: undefined, source: "none", clamped: false };
  // Its usage was checked and is final, and it has the price and the note already: only that there is a usage is read of this.
  if (outcome.quote) return { usage: outcome.quote.usage, source: "upstream", clamped: false };
  const { usage: reported, clamped } = checkUsage(outcome.usage, sent.raw.length);
  if (reported && outcome.usageFinal && hasCounts(reported))
    return { usage: reported, source: "upstream", clamped };
  const { format } = exchange;
  const counting = { tokenCounter, request: sent.body.whole, outcome, clamped };
  return format.capability === "chat" ? countChat(counting, reported) : countCall(counting, format, reported);
}

interface Counting {
  tokenCounter: TokenCounter;
  /** The sent body, parsed. */
  request: unknown;
  outcome: AttemptOutcome;
  clamped: boolean;
}

async function countChat(
  { tokenCounter, request, outcome, clamped }: Counting,
  reported: UsageCounts | undefined,
): Promise<FoundUsage> {
  const delivered = await outcome.deliveredText.count();
  // Nothing reached the caller, and the upstream reported no usage.
  if (delivered === 0) return { usage: undefined, source: "none", clamped };
  // Turns that only call a vendor's own tools can be free: zeros are accepted for them, but not next to text.
  if (reported && outcome.usageFinal && !clamped && !outcome.deliveredText.spoke)
    return { usage: reported, source: "upstream", clamped };
  const usage = { ...noUsage, ...reported };
  if (promptTokens(usage) === 0) {
    const prompt = promptText(request);
    usage.input = (await tokenCounter.count(prompt.text)) + prompt.mediaTokens;
  }
  // A usage of the first event has the prompt's tokens but hardly any output.
  usage.output += Math.max(0, delivered - completionTokens(usage));
  return { usage, source: "counted", clamped };
}

/** A call other than chat: its input, and the text of the response. */
async function countCall(
  { tokenCounter, request, outcome, clamped }: Counting,
  format: Exclude<Format, ChatFormat>,
  reported: UsageCounts | undefined,
): Promise<FoundUsage> {
  const output = await outcome.deliveredText.count();
  if (!outcome.deliveredText.spoke) return { usage: undefined, source: "none", clamped };
  const size = format.measure(request, drawnIn(outcome.answeredBy));
  const prompt = await tokenCounter.count(size.text);
  const { outputImage: output_image = 0 } = size;
  return {
    usage: {
      ...noUsage,
      input: size.tokens + prompt,
      output,
      output_image,
      characters: reported?.characters ?? 0,
    },
    source: "counted",
    clamped,
  };
}

function describe(
  { exchange, route, sent }: Attempt,
  outcome: AttemptOutcome,
  clamped: boolean,
): Partial<LogMetadata> {
  const { upstreamRequestId, firstByteAt, dropped } = outcome;
  const found: Partial<LogMetadata> = {
    format: exchange.format.id,
    native: route.native,
    attempts: exchange.attempts,
  };
  if (upstreamRequestId) found.upstream_request_id = upstreamRequestId.slice(0, 100);
  if (firstByteAt !== undefined) found.first_response = Math.round(firstByteAt - exchange.request.startedAt);
  if (clamped) found.usage_clamped = true;
  if (route.upstreamModel !== sent.head.model) found.upstream_model = route.upstreamModel;
  if (dropped.length > 0) found.dropped = dropped;
  return found;
}
