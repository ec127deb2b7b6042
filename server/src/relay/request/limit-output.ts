import { pickCustomParameters, removeParameters } from "../canonical/custom-parameters.ts";
import type { Attempt } from "../exchange.ts";
import { rewriteExactly } from "../formats/kit/rewrite-exactly.ts";
import type { ChannelView } from "../providers/provider.ts";

/** Providers' fields for an output limit, at any depth. */
const limitNames: ReadonlySet<string> = new Set([
  "max_tokens",
  "max_completion_tokens",
  "max_output_tokens",
  "maxOutputTokens",
  "maxTokens",
  "num_predict",
]);

/**
 * The channel with custom parameters that allow at most `limit` output tokens: they are merged into the request after
 * the limit.
 */
export function lowerCustomLimits(view: ChannelView, limit: number): ChannelView {
  return { ...view, customParameters: lower(view.customParameters, limit) };
}

function lower(values: Record<string, unknown>, limit: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (limitNames.has(name))
        return [name, typeof value === "number" && value >= 1 ? Math.min(value, limit) : limit];
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      return [name, isObject ? lower(value as Record<string, unknown>, limit) : value];
    }),
  );
}

/**
 * A native request with the exchange's limit in the upstream's own field. The channel's removed fields stay removed.
 */
export function limitNative({ exchange, route }: Attempt, view: ChannelView, bytes: Buffer): Buffer {
  const { format, outputLimit } = exchange;
  if (outputLimit === undefined || format.capability !== "chat" || !format.limitOutput) return bytes;
  const field = route.provider.native?.outputLimitField?.(format.id, route.upstreamModel);
  const { removed } = pickCustomParameters(view.customParameters, route.upstreamModel);
  return rewriteExactly(bytes, (body) => {
    format.limitOutput?.(body, outputLimit, field);
    removeParameters(body, removed);
  });
}
