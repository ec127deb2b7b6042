import { completionTokens, noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { WireUsage } from "./wire.ts";

/**
 * Usage as Anthropic reports it: `input_tokens` excludes caches, `output_tokens` includes reasoning. Automatic caching
 * has no field of its own and counts as cache reads.
 */
export function renderUsage(usage: UsageCounts = noUsage, tier?: string): WireUsage {
  const written = usage.cached_write + usage.cached_write_1h;
  const wire: WireUsage = {
    input_tokens: usage.input + usage.input_audio + usage.input_image,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: usage.cached + usage.cached_read,
    output_tokens: completionTokens(usage),
  };
  if (written > 0)
    wire.cache_creation = {
      ephemeral_5m_input_tokens: usage.cached_write,
      ephemeral_1h_input_tokens: usage.cached_write_1h,
    };
  if (usage.reasoning > 0) wire.output_tokens_details = { thinking_tokens: usage.reasoning };
  if (usage.web_search > 0)
    wire.server_tool_use = { web_search_requests: usage.web_search, web_fetch_requests: 0 };
  if (tier !== undefined) wire.service_tier = tier === "default" ? "standard" : tier;
  return wire;
}
