import type { LogMetadata } from "@tollgate/contract/logs";

/** What a user may see of a call. Channels, forwarded names and the upstream's ids are for administrators. */
const ownKeys = [
  "request_id",
  "group_name",
  "group_ratio",
  "price_type",
  "price_model",
  "input_ratio",
  "output_ratio",
  "extra_ratios",
  "first_response",
  "usage",
  "usage_source",
  "usage_clamped",
  "uncollected",
  "end_reason",
  "format",
  "cache_hit",
  "dropped",
  "answered_tier",
  "price_ratio",
  "price_raised",
  "price_rules",
  "calls",
  "refused_reason",
  "requested_model",
] as const satisfies (keyof LogMetadata)[];

/** The metadata of one's own row: an allow-list; the attempts lose their channels. */
export function ownMetadata(metadata: LogMetadata): LogMetadata {
  const kept: LogMetadata = {};
  for (const key of ownKeys) if (metadata[key] !== undefined) Object.assign(kept, { [key]: metadata[key] });
  if (metadata.attempts) {
    kept.attempts = metadata.attempts.map(({ status, time, reason }) => ({
      channel_id: 0,
      channel_name: "",
      status,
      time,
      reason,
    }));
  }
  return kept;
}
