import { asList, asObject } from "./read-json.ts";

/**
 * Seconds to wait, rounded up: header `retry-after-ms`, `retry-after` in seconds or as a date, else the body's
 * `google.rpc.RetryInfo`. A date is compared with the answer's `date` header, which comes from the same clock.
 */
export function readRetryAfter(headers: Readonly<Record<string, string>>, body: unknown): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"] || Number.NaN);
  if (Number.isFinite(milliseconds)) return bounded(milliseconds / 1000);
  const header = headers["retry-after"]?.trim();
  if (header) {
    const seconds = Number(header);
    if (Number.isFinite(seconds)) return bounded(seconds);
    const until = Date.parse(header);
    const now = Date.parse(headers.date ?? "");
    if (Number.isFinite(until)) return bounded((until - (Number.isFinite(now) ? now : Date.now())) / 1000);
  }
  return readRetryInfo(body);
}

function readRetryInfo(body: unknown): number | undefined {
  const error = asObject(asObject(Array.isArray(body) ? body[0] : body)?.error);
  for (const detail of asList(error?.details)) {
    const delay = asObject(detail)?.retryDelay;
    const seconds = typeof delay === "string" ? Number.parseFloat(delay) : Number.NaN;
    if (Number.isFinite(seconds)) return bounded(seconds);
  }
  return undefined;
}

/** Caps the wait at one day. */
function bounded(seconds: number): number {
  return Math.min(Math.max(Math.ceil(seconds), 0), 86_400);
}
