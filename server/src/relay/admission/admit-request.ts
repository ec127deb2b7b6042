import { roles } from "@tollgate/contract/access";
import type { Ledger } from "../../ledger/ledger.ts";
import type { ClientReply, IncomingRequest } from "../exchange.ts";
import type { Caller, CallerLookup, SnapshotReader } from "../ports.ts";
import { RelayError } from "../relay-error.ts";
import { admitCaller } from "./admit-caller.ts";
import { ownGroupOf } from "./caller-group.ts";
import {
  type Admission,
  type Limiter,
  limitError,
  oneAtATimeError,
  type Rejection,
  writeLimitHeaders,
} from "./limits.ts";
import { type ApiKey, readApiKeys } from "./read-api-key.ts";
import { rejectSpent } from "./reject-spent.ts";

export interface AdmissionDependencies {
  snapshots: SnapshotReader;
  callers: CallerLookup;
  limiter: Limiter;
  ledger: Pick<Ledger, "hasUncollected" | "reject">;
  /** Milliseconds, monotonic. */
  steadyNow(): number;
  /** Epoch seconds. */
  now(): number;
}

export interface Admitted {
  caller: Caller;
  /** Without `sk-` and the suffix after `#`. */
  key: string;
  /** `KEY#12`: only this channel. */
  pinned: number | undefined;
  /** `KEY#!12`: not this channel. */
  excluded: number | undefined;
  /** The pin applies to raw calls only. */
  pinForRawOnly: boolean;
  /** Call `leave` when the exchange is over. */
  admission: Admission;
}

/** An admitted request and its reply. */
export interface AdmittedCall {
  request: IncomingRequest;
  reply: ClientReply;
  admitted: Admitted;
  /** Of the response. */
  headers: Record<string, string>;
}

/** Headers of every relay response; written together with the status line. */
export function openHeaders(requestId: string): Record<string, string> {
  return {
    "x-request-id": requestId,
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
  };
}

/** For English text; `leave` replaces the estimate with the real usage. */
const bytesPerToken = 4;

/**
 * Authenticates and authorizes a caller. Shared by every relay endpoint. Synchronous if the caller is cached and limits are
 * counted in this process.
 * @param call `charged`: the call may cost something. Rejects callers without quota, and all but one concurrent call of
 * an account with an uncollected cost.
 * @throws RelayError
 */
export function admitRequest(
  dependencies: AdmissionDependencies,
  request: Pick<IncomingRequest, "headers" | "sourceIp" | "caller">,
  { query, charged }: { query: string; charged: boolean },
  headers: Record<string, string>,
): Admitted | Promise<Admitted> {
  const keys = readApiKeys(request.headers, query);
  if (keys.length === 0)
    throw new RelayError("missing_key", "No API key was sent. Send it as `Authorization: Bearer sk-…`.");
  const admit = (found: FoundCaller): Admitted | Promise<Admitted> =>
    admitFound(dependencies, found, { request, charged, headers });
  const found = findCaller(dependencies.callers, keys);
  return found instanceof Promise ? found.then(admit) : admit(found);
}

/** A call whose caller was found, and the headers of its response. */
interface CallToAdmit {
  request: Pick<IncomingRequest, "headers" | "sourceIp" | "caller">;
  charged: boolean;
  headers: Record<string, string>;
}

interface FoundCaller {
  caller: Caller;
  apiKey: ApiKey;
}

/** By the first valid key. @throws RelayError `invalid_key` */
function findCaller(
  callers: CallerLookup,
  [apiKey, ...others]: readonly ApiKey[],
): FoundCaller | Promise<FoundCaller> {
  if (!apiKey) throw new RelayError("invalid_key", "This API key is not valid.");
  const found = callers.find(apiKey.key);
  const take = (caller: Caller | undefined): FoundCaller | Promise<FoundCaller> =>
    caller ? { caller, apiKey } : findCaller(callers, others);
  return found instanceof Promise ? found.catch(rejectForNow).then(take) : take(found);
}

function admitFound(
  dependencies: AdmissionDependencies,
  { caller, apiKey }: FoundCaller,
  { request, charged, headers }: CallToAdmit,
): Admitted | Promise<Admitted> {
  // From here on the token is known, so rejected calls are counted.
  request.caller = caller;
  admitCaller(caller, request.sourceIp, dependencies.now());
  const { pinnedChannel: pinned, excludedChannel: excluded, pinForRawOnly } = apiKey;
  if ((pinned ?? excluded) !== undefined && caller.userRole < roles.admin) {
    throw new RelayError("pin_refused", "Only administrators may choose a channel.");
  }
  const ownGroup = ownGroupOf(caller, dependencies.snapshots.current());
  if (charged && caller.spent) rejectSpent(caller, dependencies.snapshots.current(), dependencies.now());
  const oneAtATime = charged && (caller.uncollected || dependencies.ledger.hasUncollected(caller.userId));
  const bytes = Number(request.headers["content-length"] ?? 0) || 0;
  const requested = dependencies.limiter.enter(
    caller,
    oneAtATime ? { ...ownGroup.limits, concurrency: 1 } : ownGroup.limits,
    Math.ceil(bytes / bytesPerToken),
    dependencies.steadyNow(),
  );
  const enter = (admission: Admission): Admitted => {
    writeLimitHeaders(headers, admission);
    const { rejection } = admission;
    if (rejection)
      throw oneAtATime && isOfAccount(rejection) ? oneAtATimeError(rejection) : limitError(rejection);
    return { caller, key: apiKey.key, pinned, excluded, pinForRawOnly, admission };
  };
  return requested instanceof Promise ? requested.then(enter) : enter(requested);
}

function isOfAccount({ scope, of }: Rejection): boolean {
  return scope === "user" && of === "concurrency";
}

/** The database is unavailable: the caller may retry. */
export function rejectForNow(cause: unknown): never {
  throw new RelayError(
    "unavailable",
    "The gateway cannot serve this request at the moment. Try again shortly.",
    { retryAfter: 1, cause },
  );
}
