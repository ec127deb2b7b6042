import type { AnsweredPrice, Exchange } from "../exchange.ts";

/** Milliseconds of one clock: when the attempt began, when the latest bytes of its response came, and now. */
export interface AttemptTimes {
  startedAt: number;
  heardAt: number;
  now: number;
}

/**
 * Adds headers with the number of attempts, the gateway's overhead in ms, and the cost in quota as in the log row.
 * Omits the cost if it is unknown when the head is sent (streams, counted responses) or exceeds the reservation,
 * because then the balance decides.
 */
export function addAnswerHeaders(
  headers: Record<string, string>,
  { request, attempts, reserved }: Pick<Exchange, "request" | "attempts" | "reserved">,
  { startedAt, heardAt, now }: AttemptTimes,
  quote: AnsweredPrice | undefined,
): void {
  headers["x-tollgate-attempts"] = String(attempts.length + 1);
  const before = startedAt - request.startedAt - request.waited;
  const overhead = before + now - heardAt;
  headers["x-tollgate-overhead-ms"] = String(Math.max(0, Math.round(overhead * 10) / 10));
  if (quote && quote.cost <= reserved) headers["x-tollgate-cost"] = String(quote.cost);
}

/** Field names come from callers: omits those that a header cannot contain, and limits the list in header and log. */
export function shortList(dropped: readonly string[]): string[] {
  const names = new Set<string>();
  for (const name of dropped) {
    if (names.size === namesMost) return [...names, "..."];
    names.add(name.slice(0, 100).replaceAll(/[^\x21-\x7e]/g, "?"));
  }
  return [...names];
}

const namesMost = 50;
