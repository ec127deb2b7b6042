import type { AnsweredPrice, Exchange } from "../exchange.ts";

/** Milliseconds of one clock: when the attempt began, when the latest bytes of its answer came, and now. */
export interface AttemptTimes {
  startedAt: number;
  heardAt: number;
  now: number;
}

/**
 * Adds what a caller may want to know of an answer: attempts, milliseconds that the gateway added, and the cost in quota as the log row has it.
 * The cost is left out where it is not known when the head leaves (streams, counted answers), or may be booked otherwise: above the
 * reservation, the balance decides.
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

/** Names of fields come from callers: what a header cannot hold is left out, and the list stays short, there and in the log. */
export function shortList(dropped: readonly string[]): string[] {
  const names = new Set<string>();
  for (const name of dropped) {
    if (names.size === namesMost) return [...names, "..."];
    names.add(name.slice(0, 100).replaceAll(/[^\x21-\x7e]/g, "?"));
  }
  return [...names];
}

const namesMost = 50;
