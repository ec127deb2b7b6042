import type { Ledger } from "../../ledger/ledger.ts";
import { cleanLogText } from "../../platform/clean-message.ts";
import type { IncomingRequest } from "../exchange.ts";
import type { PublicError } from "../relay-error.ts";

interface CountDependencies {
  ledger: Pick<Ledger, "reject">;
  /** Epoch seconds. */
  now(): number;
}

/** Counts a call that failed without a row in the log. A call without a valid key has no user. */
export function countRejected(
  { ledger, now }: CountDependencies,
  request: IncomingRequest,
  error: PublicError,
  format: string,
): void {
  const { caller } = request;
  if (!caller || request.booked) return;
  ledger.reject({
    request_id: request.requestId,
    created_at: now(),
    user_id: caller.userId,
    username: caller.username,
    token_id: caller.tokenId,
    token_name: caller.tokenName,
    source_ip: request.sourceIp,
    content: cleanLogText(error.message),
    reason: error.code,
    model: cleanLogText(request.model ?? "").slice(0, 200),
    format,
  });
}
