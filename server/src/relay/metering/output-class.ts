import type { CostRates, TokenClass } from "@tollgate/contract/cost";
import { isFields } from "./is-fields.ts";

type TokenRates = Extract<CostRates, { kind: "tokens" }>["rates"];

/** The more expensive of two classes. */
export function dearest<C extends TokenClass>(rates: TokenRates, usual: C, other: C): C {
  return rates[other] > rates[usual] ? other : usual;
}

/**
 * The most expensive class of the response. Reasoning and images may come without a request, if the price has a ratio
 * for them; audio comes only if requested.
 */
export function outputClass(
  { rates }: { rates: TokenRates },
  body: unknown,
): "output" | "reasoning" | "output_audio" | "output_image" {
  const written = dearest(rates, "output", "reasoning") as "output" | "reasoning";
  const seen = dearest<"output" | "reasoning" | "output_image">(rates, written, "output_image");
  return requestsSound(body) ? dearest<typeof seen | "output_audio">(rates, seen, "output_audio") : seen;
}

/** Names of OpenAI or Google. */
function requestsSound(body: unknown): boolean {
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
