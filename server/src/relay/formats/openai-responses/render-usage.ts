import { completionTokens, promptTokens, type UsageCounts } from "@tollgate/contract/cost";
import type { WireUsage } from "./wire.ts";

/** Usage as OpenAI nests it: caches are part of the input, reasoning is part of the output. */
export function renderUsage(usage: UsageCounts): WireUsage {
  const input = promptTokens(usage);
  const output = completionTokens(usage);
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: usage.cached + usage.cached_read,
      cache_write_tokens: usage.cached_write + usage.cached_write_1h,
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + output,
  };
}
