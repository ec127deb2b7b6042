/** Headers that the official SDKs send from a browser; `*` covers all others except `Authorization`. */
const sent = [
  "authorization",
  "content-type",
  "x-api-key",
  "x-goog-api-key",
  "mj-api-secret",
  "x-goog-api-client",
  "anthropic-version",
  "anthropic-beta",
  "anthropic-dangerous-direct-browser-access",
  "openai-organization",
  "openai-project",
  "openai-beta",
  "idempotency-key",
  "*",
];

/** Headers that a page may read; `*` covers the rest where the browser supports it. */
const readable = [
  "x-request-id",
  "request-id",
  "retry-after",
  ...["limit", "remaining", "reset"].flatMap((what) => [
    `x-ratelimit-${what}-requests`,
    `x-ratelimit-${what}-tokens`,
  ]),
  ...["attempts", "cache", "channel", "cost", "dropped", "max-output", "overhead-ms"].map(
    (what) => `x-tollgate-${what}`,
  ),
  "*",
];

/** The response to a preflight. Keys are sent in headers, never in cookies, so every page may call. */
export const preflightHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": sent.join(", "),
  "access-control-allow-methods": "GET, HEAD, POST, DELETE, OPTIONS",
  "access-control-max-age": "86400",
} as const;

/** `Access-Control-Expose-Headers` of a response to a page. */
export const exposedHeaders = readable.join(", ");
