import type { LogMetadata } from "@tollgate/contract/logs";

/**
 * The metadata of one's own row: an allow-list. Channels, forwarded names and the upstream's ids are for administrators;
 * the attempts lose their channels. One literal of all fields: a copy of those that are set takes four times as long, and
 * an export copies millions.
 */
export function ownMetadata(metadata: LogMetadata): LogMetadata {
  return {
    request_id: metadata.request_id,
    group_name: metadata.group_name,
    group_ratio: metadata.group_ratio,
    price_type: metadata.price_type,
    price_model: metadata.price_model,
    input_ratio: metadata.input_ratio,
    output_ratio: metadata.output_ratio,
    extra_ratios: metadata.extra_ratios,
    first_response: metadata.first_response,
    usage: metadata.usage,
    usage_source: metadata.usage_source,
    usage_clamped: metadata.usage_clamped,
    uncollected: metadata.uncollected,
    end_reason: metadata.end_reason,
    format: metadata.format,
    cache_hit: metadata.cache_hit,
    dropped: metadata.dropped,
    answered_tier: metadata.answered_tier,
    price_ratio: metadata.price_ratio,
    price_raised: metadata.price_raised,
    price_rules: metadata.price_rules,
    calls: metadata.calls,
    refused_reason: metadata.refused_reason,
    requested_model: metadata.requested_model,
    attempts: metadata.attempts?.map(({ status, time, reason }) => ({
      channel_id: 0,
      channel_name: "",
      status,
      time,
      reason,
    })),
  };
}
