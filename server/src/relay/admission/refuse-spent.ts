import type { RelaySnapshot } from "../../snapshot/relay-snapshot.ts";
import type { Caller, CallerLookup } from "../ports.ts";
import { budgetError } from "./budget-error.ts";
import { RelayError, type RelayErrorKind } from "../relay-error.ts";

/**
 * Refuses a caller whose quota is spent before its body is read, unless its group may call something for nothing: then the price decides once
 * the request is read.
 * @param now epoch seconds
 * @throws RelayError `insufficient_quota`, `token_exhausted`, `user_budget_exceeded` or `token_budget_exceeded`
 */
export function refuseSpent(caller: Caller, snapshot: RelaySnapshot, now: number): void {
  if (!snapshot.offersFree(caller.tokenGroup || caller.userGroup)) throw spentError(caller, snapshot, now);
}

/** Why a caller whose quota is spent is refused. `now` is epoch seconds. */
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

/** After a call that the quota did not cover: the caller is looked up again, and its next call refused before its body is read. */
export function noteShortage(callers: CallerLookup, caller: Caller, error: unknown): void {
  if (!(error instanceof RelayError)) return;
  if (shortages.has(error.kind)) callers.forget(caller);
}
