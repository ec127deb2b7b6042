import { billingEstimate } from "@tollgate/contract/channels";
import { type CostRates, callCost, noUsage } from "@tollgate/contract/cost";
import { audioTokens } from "../canonical/transcription.ts";
import type { Attempt } from "../exchange.ts";
import type { CallSize, RequestHead } from "../formats/format.ts";
import { estimatePrompt, estimatePromptTokens, type PromptRequest } from "./estimate-prompt.ts";
import { findHostedTools } from "./hosted-tools.ts";
import { mediaLimits } from "./media-limits.ts";
import { recordingSeconds } from "./medium-tokens.ts";
import { dearest, outputClass } from "./output-class.ts";
import { reservedLooks } from "./picture-looks.ts";
import { reachableRates, usesCost } from "./reachable-rates.ts";

/** Assumed output if the caller sets no limit. */
export const defaultOutputTokens = 4096;
/** No response is longer, whatever limit the caller sets, so that the reservation stays bounded. */
const outputTokensMost = 1_000_000;

/** Rates of an exchange's reservation; no reachable rule of its price is more expensive. */
export function reservedRates(attempt: Attempt): CostRates {
  const { exchange, sent } = attempt;
  const { format } = exchange;
  const tools = (): number => findHostedTools(sent.body.outline, sent.head.suffix?.search)?.tokens ?? 0;
  if (format.capability === "chat")
    return reachableRates(attempt, { promptTokens: () => estimatePromptTokens(promptOf(attempt), tools()) });
  const { rules } = attempt.route.price;
  const { pictures } = rules ? format.measure(sent.body.whole) : noSize;
  return reachableRates(attempt, {
    looks: pictures && reservedLooks(rules, pictures),
    promptTokens: () => estimatePromptTokens(promptOf(attempt)),
  });
}

const noSize: Pick<CallSize, "pictures"> = {};

/** Upper estimate of an exchange's cost over a route at `reservedRates`, in quota. Does not tokenize. */
export function estimateCost(attempt: Attempt, rates: CostRates): number {
  return estimateAt(rates, attempt) + usesCost(attempt.sent, rates);
}

function promptOf({ exchange, route, sent }: Attempt): PromptRequest {
  return {
    body: sent.body,
    bytes: sent.raw.length,
    head: sent.head,
    storedTokens: exchange.storedTokens,
    model: route.upstreamModel,
    skipMedia: route.channel.preCost === billingEstimate.skipImages,
  };
}

/** The same without tools whose uses no response reports. */
function estimateAt(rates: CostRates, attempt: Attempt): number {
  const { exchange, route, sent } = attempt;
  const { snapshot, format } = exchange;
  const { head, body } = sent;
  const { preCost } = route.channel;
  const request = promptOf(attempt);
  switch (format.capability) {
    case "chat":
      return estimateChatCost(rates, request, preCost, snapshot.settings.preConsumedQuota);
    case "embeddings":
    case "rerank":
    case "moderations":
      return estimateReadingCost(rates, request, preCost);
    case "transcription":
      return estimateTranscriptCost(rates, format.measure(body.whole), route.upstreamModel, preCost);
    default:
      return estimateCallCost(rates, head, format.measure(body.whole), preCost);
  }
}

/** A call whose output is only numbers (embeddings). */
function estimateReadingCost(rates: CostRates, request: PromptRequest, preCost: number): number {
  if (rates.kind === "times") return callCost(rates, noUsage);
  return preCost === billingEstimate.none ? 0 : callCost(rates, estimatePrompt(rates, request));
}

/** Transcription: by the seconds of audio, which its bytes bound. */
function estimateTranscriptCost(rates: CostRates, size: CallSize, model: string, preCost: number): number {
  const seconds = size.sound ? recordingSeconds(size.sound) : 0;
  const usage = { ...noUsage, seconds };
  if (rates.kind === "times") return callCost(rates, usage);
  if (preCost === billingEstimate.none) return 0;
  if (countsTokens.test(model)) {
    usage.input_audio = seconds * mediaLimits.transcribedSecond;
    usage.output = seconds * mediaLimits.spokenSecond;
  } else usage[dearest(rates.rates, "input_audio", "output")] = audioTokens(seconds);
  return callCost(rates, usage);
}

/** Transcription models whose upstreams report tokens and not seconds. */
const countsTokens = /transcribe|gpt|gemini|voxtral/i;

/** Images and speech: their input determines the cost. */
function estimateCallCost(rates: CostRates, head: RequestHead, size: CallSize, preCost: number): number {
  const units = { pictures: size.pictures?.count ?? 0, characters: size.characters ?? 0 };
  if (rates.kind === "times") return callCost(rates, { ...noUsage, ...units });
  if (preCost === billingEstimate.none) return 0;
  const { outputImage: output_image = 0, most } = size;
  const output = output_image > 0 ? 0 : (head.maxOutputTokens ?? defaultOutputTokens) * head.choices;
  const input = size.tokens + Math.ceil(Buffer.byteLength(size.text) / 2);
  return callCost(rates, { ...noUsage, ...units, input, output, output_image, ...most });
}

/**
 * Prompt tokens from byte lengths and referenced media; output from the caller's limit, in the most expensive class
 * that the response may have.
 * `preCost` is the channel's billing-estimate option: extra quota if the caller sets no limit.
 */
export function estimateChatCost(
  rates: CostRates,
  request: PromptRequest,
  preCost: number,
  extra: number,
): number {
  const { head } = request;
  const tools = findHostedTools(request.body.outline, head.suffix?.search);
  const { tokens: toolTokens = 0, ...uses } = tools ?? {};
  if (rates.kind === "times") return callCost(rates, { ...noUsage, ...uses });
  if (preCost === billingEstimate.none) return 0;
  const usage = { ...estimatePrompt(rates, request, toolTokens), ...uses };
  const limit = Math.min(head.maxOutputTokens ?? defaultOutputTokens, outputTokensMost);
  usage[outputClass(rates, request.body.outline)] += limit * Math.max(1, head.choices);
  const cost = callCost(rates, usage);
  return head.maxOutputTokens === undefined && cost > 0 ? cost + extra : cost;
}
