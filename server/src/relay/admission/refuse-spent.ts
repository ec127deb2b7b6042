import type { RelaySnapshot } from "../../snapshot/relay-snapshot.ts";
import type { Caller, CallerLookup } from "../ports.ts";
import { RelayError } from "../relay-error.ts";

/**
 * Refuses a caller whose quota is spent before its body is read, unless its group may call something for nothing: then the price decides once
 * the request is read.
 * @throws RelayError `insufficient_quota` or `token_exhausted`
 */
export function refuseSpent(caller: Caller, snapshot: RelaySnapshot): void {
  if (snapshot.offersFree(caller.tokenGroup || caller.userGroup)) return;
  if (caller.spent === "token")
    throw new RelayError("token_exhausted", "The quota of this API key is used up.");
  throw new RelayError("insufficient_quota", "The balance of the account is used up.");
}

/** After a call that the quota did not cover: the caller is looked up again, and its next call refused before its body is read. */
export function noteShortage(callers: CallerLookup, caller: Caller, error: unknown): void {
  if (!(error instanceof RelayError)) return;
  if (error.kind === "insufficient_quota" || error.kind === "token_exhausted") callers.forget(caller);
}
