import type { UpstreamRequest } from "../provider.ts";

/**
 * Sets the request's dropped fields. Names of fields and tools may be the caller's text, and go into a response header.
 */
export function nameDropped(request: UpstreamRequest, names: Iterable<string>): UpstreamRequest {
  const fields = [...new Set(names)].map((name) => name.replace(/[^\w.$[\]-]/g, "?").slice(0, 80));
  if (fields.length > 0) request.dropped = fields;
  return request;
}
