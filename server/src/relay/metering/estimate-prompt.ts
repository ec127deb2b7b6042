import { type CostRates, noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { RequestBody } from "../exchange.ts";
import type { RequestHead } from "../formats/format.ts";
import { findMedia } from "./find-media.ts";
import { isFields } from "./is-fields.ts";
import { mediaLimits } from "./media-limits.ts";
import { dearest } from "./output-class.ts";

/** What the estimate of a prompt needs from its request. */
export interface PromptRequest {
  body: RequestBody;
  /** Length of the whole body. */
  bytes: number;
  head: Pick<RequestHead, "boundTo" | "maxOutputTokens" | "choices" | "suffix">;
  /** Tokens of the stored response that the request continues; undefined if unknown. */
  storedTokens: number | undefined;
  /** The upstream's model name. */
  model: string;
  /** The channel excludes images and other media from the estimate. */
  skipMedia: boolean;
}

/** Tokens of a prompt by class. */
interface PromptParts {
  audio: number;
  image: number;
  /** Text, and state that the vendor stores. */
  text: number;
  cacheWrite: "" | "5m" | "1h";
}

/**
 * Upper estimate of a prompt, each part in its most expensive possible class. Half a token per byte is more than text
 * of any language needs. Inline media count by their kind, not by their bytes.
 * @param added tokens that the vendor's own tools add
 */
export function estimatePrompt(
  { rates }: Extract<CostRates, { kind: "tokens" }>,
  request: PromptRequest,
  added = 0,
): UsageCounts {
  const { audio, image, text, cacheWrite } = measureParts(request, added);
  const usage = { ...noUsage };
  usage[dearest(rates, "input", "input_audio")] += audio;
  usage[dearest(rates, "input", "input_image")] += image;
  const write = cacheWrite === "1h" ? "cached_write_1h" : "cached_write";
  usage[cacheWrite === "" ? "input" : dearest(rates, "input", write)] += text;
  return usage;
}

/** Upper estimate of a prompt's tokens, across all classes. */
export function estimatePromptTokens(request: PromptRequest, added = 0): number {
  const { audio, image, text } = measureParts(request, added);
  return audio + image + text;
}

function measureParts(
  { body, bytes, head, storedTokens, model, skipMedia }: PromptRequest,
  added: number,
): PromptParts {
  const media = findMedia(body.outline, body.cut, model);
  let left: number = mediaLimits.namedMost;
  const take = (tokens: number): number => {
    const taken = Math.min(tokens, left);
    left -= taken;
    return taken;
  };
  const audio = skipMedia ? 0 : take(media.audio);
  const image = skipMedia ? 0 : take(media.image);
  const text = Math.ceil(Math.max(0, bytes - media.inlineBytes) / 2);
  const stored = take(storedIn(body.outline, head.boundTo, storedTokens) + added);
  return { audio, image, text: text + stored, cacheWrite: media.cacheWrite };
}

/** Tokens of stored state that the request only references. */
function storedIn(body: unknown, boundTo: RequestHead["boundTo"], storedTokens: number | undefined): number {
  let tokens = 0;
  for (const { kind } of boundTo ?? []) {
    if (kind === "response" || kind === "thread") tokens += storedTokens ?? mediaLimits.storedPrompt;
    else if (kind === "conversation") tokens += mediaLimits.storedPrompt;
    else if (kind === "item") tokens += mediaLimits.storedItem;
  }
  if (!isFields(body)) return tokens;
  if (isNamed(body.cachedContent ?? body.cached_content)) tokens += mediaLimits.storedPrompt;
  // A prompt template of the Responses API.
  if (isFields(body.prompt)) tokens += mediaLimits.storedItem;
  return tokens;
}

function isNamed(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
