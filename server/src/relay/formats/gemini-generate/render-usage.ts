import { completionTokens, promptTokens, type UsageCounts } from "@tollgate/contract/cost";
import type { WireModality, WireUsage } from "./wire.ts";

/** Usage as Google nests it: caches are part of the prompt, reasoning is separate from the candidates. */
export function renderUsage(usage: UsageCounts): WireUsage {
  const prompt = promptTokens(usage);
  const completion = completionTokens(usage);
  const cached = usage.cached + usage.cached_read;
  const wire: WireUsage = {
    promptTokenCount: prompt,
    candidatesTokenCount: completion - usage.reasoning,
    totalTokenCount: prompt + completion,
    promptTokensDetails: modalities(prompt, usage.input_audio, usage.input_image),
  };
  if (cached > 0) wire.cachedContentTokenCount = cached;
  if (usage.reasoning > 0) wire.thoughtsTokenCount = usage.reasoning;
  if (usage.output_audio + usage.output_image > 0)
    wire.candidatesTokensDetails = modalities(
      wire.candidatesTokenCount,
      usage.output_audio,
      usage.output_image,
    );
  return wire;
}

function modalities(all: number, audio: number, image: number): WireModality[] {
  const details: WireModality[] = [
    { modality: "TEXT", tokenCount: all - audio - image },
    { modality: "AUDIO", tokenCount: audio },
    { modality: "IMAGE", tokenCount: image },
  ];
  return details.filter((detail, index) => index === 0 || detail.tokenCount > 0);
}
