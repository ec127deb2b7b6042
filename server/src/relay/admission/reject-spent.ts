import type { RelaySnapshot } from "../../snapshot/relay-snapshot.ts";
import type { Caller, CallerLookup } from "../ports.ts";
import { budgetError } from "./budget-error.ts";
import { RelayError, type RelayErrorKind } from "../relay-error.ts";

/**
 * Rejects a caller without quota before reading its body, unless its group has a free model: then the price decides
 * after the request is read.
 * @param now epoch seconds
 * @throws RelayError `insufficient_quota`, `token_exhausted`, `user_budget_exceeded` or `token_budget_exceeded`
 */
export function rejectSpent(caller: Caller, snapshot: RelaySnapshot, now: number): void {
  if (!snapshot.offersFree(caller.tokenGroup || caller.userGroup)) throw spentError(caller, snapshot, now);
}

/** The error for a caller without quota; undefined if it has some. `now` is epoch seconds. */
export function spentError(
  caller: Caller,
  { settings: { quotaPerUnit } }: Pick<RelaySnapshot, "settings">,
  now: number,
): RelayError {
  if (caller.spent === "token")
    return new RelayError("token_exhausted", "The quota of this API key is used up.");
  if (caller.spent === "user_budget" || caller.spent === "token_budget")
    return budgetError(caller, { short: caller.spent, now, quotaPerUnit });
  return new RelayError("insufficient_quota", "The balance of the account is used up.");
}

const shortages: ReadonlySet<RelayErrorKind> = new Set([
  "insufficient_quota",
  "token_exhausted",
  "user_budget_exceeded",
  "token_budget_exceeded",
]);

/**
 * After a call that the quota did not cover: reloads the caller, so that its next call is rejected before its body is
 * read.
 */
export function noteShortage(callers: CallerLookup, caller: Caller, error: unknown): void {
  if (!(error instanceof RelayError)) return;
  if (shortages.has(error.kind)) callers.forget(caller);
}
