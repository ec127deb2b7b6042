import { completionTokens, promptTokens, type UsageCounts } from "@tollgate/contract/cost";
import type { WireUsage } from "./wire.ts";

/**
 * Usage as OpenAI nests it: caches are part of the prompt, reasoning is part of the output. Explicit caching is
 * reported twice, in OpenAI's fields and in the price classes, so that every number is unambiguous.
 */
export function renderUsage(usage: UsageCounts): WireUsage {
  const prompt = promptTokens(usage);
  const completion = completionTokens(usage);
  const wire: WireUsage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: usage.cached + usage.cached_read,
      audio_tokens: usage.input_audio,
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoning, audio_tokens: usage.output_audio },
  };
  const details = wire.prompt_tokens_details;
  if (usage.input_image > 0) details.image_tokens = usage.input_image;
  if (usage.cached_read > 0) details.cached_read_tokens = usage.cached_read;
  if (usage.cached_write + usage.cached_write_1h > 0) {
    details.cache_write_tokens = usage.cached_write + usage.cached_write_1h;
    details.cached_write_tokens = usage.cached_write;
  }
  if (usage.cached_write_1h > 0) details.cached_write_1h_tokens = usage.cached_write_1h;
  if (usage.output_image > 0) wire.completion_tokens_details.image_tokens = usage.output_image;
  return wire;
}
