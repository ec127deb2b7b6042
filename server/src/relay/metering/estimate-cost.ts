import { billingEstimate } from "@tollgate/contract/channels";
import { type CostRates, callCost, noUsage } from "@tollgate/contract/cost";
import type { Exchange, RequestBody, Route } from "../exchange.ts";
import type { CallSize, RequestHead } from "../formats/format.ts";

/** Output that is assumed when the caller names no limit. */
const defaultOutputTokens = 4096;
/** No answer is longer, whatever limit the caller names (M2: the reservation stays bounded). */
const outputTokensMost = 1_000_000;
const tokensPerImage = 2000;
/** Bodies above this are mostly inline media and looked at more closely. */
const plainBytes = 64 * 1024;

/** Upper estimate of what an exchange will cost over a route, to be reserved (D18). Nothing is tokenised here. */
export function estimateCost(exchange: Exchange, route: Route): number {
  const { snapshot, group, format, head, body, request } = exchange;
  const rates = snapshot.rates(route.price, group.ratio);
  const { preCost } = route.channel;
  return format.capability === "chat"
    ? estimateChatCost(rates, head, body, request.body.length, preCost, snapshot.settings.preConsumedQuota)
    : estimateCallCost(rates, head, format.measure(body.whole), preCost);
}

/** A call besides chat: what it works on says what it costs. */
function estimateCallCost(rates: CostRates, head: RequestHead, size: CallSize, preCost: number): number {
  if (rates.kind === "times") return callCost(rates, noUsage);
  if (preCost === billingEstimate.none) return 0;
  const { outputImage: output_image = 0 } = size;
  // What is written in words (a transcript) is as long as nobody knows.
  const output = output_image > 0 ? 0 : (head.maxOutputTokens ?? defaultOutputTokens) * head.choices;
  const input = size.tokens + Math.ceil(Buffer.byteLength(size.text) / 2);
  return callCost(rates, { ...noUsage, input, output, output_image });
}

/**
 * Prompt tokens from byte lengths, output from the caller's limit. `preCost` is the channel's billing-estimate option; `extra` quota
 * is added when no limit is named.
 */
export function estimateChatCost(
  rates: CostRates,
  head: RequestHead,
  body: RequestBody,
  bodyBytes: number,
  preCost: number,
  extra: number,
): number {
  if (rates.kind === "times") return callCost(rates, noUsage);
  if (preCost === billingEstimate.none) return 0;
  const input = estimatePromptTokens(body, bodyBytes, preCost === billingEstimate.skipImages);
  const limit = Math.min(head.maxOutputTokens ?? defaultOutputTokens, outputTokensMost);
  const output = limit * Math.max(1, head.choices);
  const cost = callCost(rates, { ...noUsage, input, output });
  return head.maxOutputTokens === undefined && cost > 0 ? cost + extra : cost;
}

/** Two bytes a token is more than text of any language needs; inline media count by the piece. */
export function estimatePromptTokens(body: RequestBody, bodyBytes: number, skipMedia: boolean): number {
  if (bodyBytes <= plainBytes) return Math.ceil(bodyBytes / 2);
  const found: FoundInput = { textBytes: 0, media: 0, cut: body.cut };
  measure("", body.outline, found, 0);
  return Math.ceil(found.textBytes / 2) + (skipMedia ? 0 : found.media * tokensPerImage);
}

interface FoundInput {
  textBytes: number;
  media: number;
  cut: RequestBody["cut"];
}

/** `name` is that of the field; elements of a list have their list's. */
function measure(name: string, value: unknown, found: FoundInput, depth: number): void {
  if (typeof value === "string") {
    if (looksLikeMedia(name, value)) found.media += 1;
    else
      found.textBytes +=
        (found.cut?.lengthOf(value) ?? value.length) *
        (value.length > 0 && value.charCodeAt(0) > 0x7f ? 3 : 1);
  } else if (typeof value === "object" && value !== null && depth < 64) {
    // Names of indexes would cost more than the elements.
    if (Array.isArray(value)) for (const entry of value) measure(name, entry, found, depth + 1);
    else {
      const fields = value as Record<string, unknown>;
      for (const key in fields) measure(key, fields[key], found, depth + 1);
    }
  }
}

/** Fields that hold words in every dialect: whatever a word looks like there, the model reads all of it. */
const worded: ReadonlySet<string> = new Set([
  "text",
  "content",
  "input",
  "prompt",
  "output",
  "arguments",
  "instructions",
  "system",
  "thinking",
  "description",
  "documents",
]);

/** Data URLs and long base64 without a blank in their first part, in a field that may hold them. */
export function looksLikeMedia(name: string, text: string): boolean {
  if (worded.has(name)) return false;
  if (text.startsWith("data:")) return true;
  return text.length > 2048 && /^[A-Za-z0-9+/_-]{512}/.test(text.slice(0, 512));
}
