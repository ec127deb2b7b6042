import type { UpstreamRequest } from "../provider.ts";

/**
 * Names in the request what this upstream cannot be told. Names of fields and tools may be the caller's own text, and stand in a response
 * header.
 */
export function nameDropped(request: UpstreamRequest, names: Iterable<string>): UpstreamRequest {
  const words = [...new Set(names)].map((name) => name.replace(/[^\w.$[\]-]/g, "?").slice(0, 80));
  if (words.length > 0) request.dropped = words;
  return request;
}
