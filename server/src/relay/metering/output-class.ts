import type { CostRates, TokenClass } from "@tollgate/contract/cost";
import { isFields } from "./is-fields.ts";

type TokenRates = Extract<CostRates, { kind: "tokens" }>["rates"];

/** Which of two classes a token costs more in. */
export function dearest<C extends TokenClass>(rates: TokenRates, usual: C, other: C): C {
  return rates[other] > rates[usual] ? other : usual;
}

/**
 * The dearest class that the answer may be counted in. Reasoning and pictures may come unasked, where the price has a ratio for them; sound
 * comes only where the request asks for it.
 */
export function outputClass(
  { rates }: { rates: TokenRates },
  body: unknown,
): "output" | "reasoning" | "output_audio" | "output_image" {
  const written = dearest(rates, "output", "reasoning") as "output" | "reasoning";
  const seen = dearest<"output" | "reasoning" | "output_image">(rates, written, "output_image");
  return asksForSound(body) ? dearest<typeof seen | "output_audio">(rates, seen, "output_audio") : seen;
}

/** In OpenAI's words, or in Google's. */
function asksForSound(body: unknown): boolean {
  if (!isFields(body)) return false;
  if (namesSound(body.modalities) || isFields(body.audio)) return true;
  const config = body.generationConfig ?? body.generation_config;
  if (!isFields(config)) return false;
  return (
    namesSound(config.responseModalities ?? config.response_modalities) ||
    (config.speechConfig ?? config.speech_config) != null
  );
}

function namesSound(list: unknown): boolean {
  return (
    Array.isArray(list) && list.some((entry) => typeof entry === "string" && entry.toLowerCase() === "audio")
  );
}
