import { limits } from "@tollgate/contract/limits";
import type { RelayLimits } from "../../snapshot/relay-snapshot.ts";
import type { Admission, LimitedCaller, Limiter, RateState, Rejection } from "./limits.ts";
import { MinuteWindow } from "./minute-window.ts";

/** An admission that can be revoked without a trace, because another limiter rejected the call. */
export interface LocalAdmission extends Admission {
  revoke(now: number): void;
}

export interface LocalLimiter extends Limiter {
  enter(caller: LimitedCaller, userLimits: RelayLimits, tokens: number, now: number): LocalAdmission;
  /** Number of users and tokens in memory. */
  readonly size: number;
}

/** Usage of one user or token in the last minute, and running calls. Counts only what is limited. */
class Scope {
  requests: MinuteWindow | undefined;
  tokens: MinuteWindow | undefined;
  open = 0;
  /** Second of the last call. */
  usedAt = 0;
}

/** Seconds after the last call until a scope's window is empty. */
const forgottenSeconds = 62;
const sweepSeconds = 60;

const free: LocalAdmission = {
  rejection: undefined,
  requests: undefined,
  tokens: undefined,
  leave() {},
  revoke() {},
};

/** Limits of one process: exact, synchronous, and free for callers without limits. */
export function createLocalLimiter(): LocalLimiter {
  const users = new Map<number, Scope>();
  const tokensById = new Map<number, Scope>();
  let sweptAt = 0;

  function sweep(second: number): void {
    sweptAt = second;
    for (const scopes of [users, tokensById]) {
      for (const [id, scope] of scopes) {
        // A running call counts, however long ago it began.
        if (scope.open === 0 && second - scope.usedAt >= forgottenSeconds) scopes.delete(id);
      }
    }
  }

  return {
    enter(caller, userLimits, estimate, now) {
      const { tokenLimits } = caller;
      const tokens = countOf(estimate);
      const second = Math.floor(now / 1000);
      if (second - sweptAt >= sweepSeconds) sweep(second);
      const user = isLimited(userLimits) ? scopeOf(users, caller.userId) : undefined;
      const token = isLimited(tokenLimits) ? scopeOf(tokensById, caller.tokenId) : undefined;
      if (!user && !token) return free;
      const rejection = laterOf(
        user && findRejection("user", { scope: user, limits: userLimits }, tokens, second),
        token && findRejection("token", { scope: token, limits: tokenLimits }, tokens, second),
      );
      return new Counted(
        user && { scope: user, limits: userLimits, reserved: Math.min(tokens, userLimits.tokensPerMinute) },
        token && {
          scope: token,
          limits: tokenLimits,
          reserved: Math.min(tokens, tokenLimits.tokensPerMinute),
        },
        second,
        rejection,
      );
    },

    get size() {
      return users.size + tokensById.size;
    },
  };
}

/**
 * Estimates come from headers and usage from upstreams: invalid numbers count as zero, and no number exceeds
 * `usageMax`.
 */
export function countOf(value: number): number {
  return value > 0 ? Math.min(Math.ceil(value), limits.usageMax) : 0;
}

export function isLimited(limits: RelayLimits): boolean {
  return limits.requestsPerMinute > 0 || limits.tokensPerMinute > 0 || limits.concurrency > 0;
}

function scopeOf(scopes: Map<number, Scope>, id: number): Scope {
  let scope = scopes.get(id);
  if (!scope) scopes.set(id, (scope = new Scope()));
  return scope;
}

/** The rejection that lasts longer, so that the caller's retry succeeds. */
function laterOf(a: Rejection | undefined, b: Rejection | undefined): Rejection | undefined {
  if (!a || !b) return a ?? b;
  return b.retryAfter > a.retryAfter ? b : a;
}

function findRejection(
  name: Rejection["scope"],
  { scope, limits }: { scope: Scope; limits: RelayLimits },
  tokens: number,
  second: number,
): Rejection | undefined {
  const requests = overMinute(scope.requests, limits.requestsPerMinute, 1, second);
  const text = overMinute(scope.tokens, limits.tokensPerMinute, tokens, second);
  const crowded = limits.concurrency > 0 && scope.open >= limits.concurrency;
  const [of, limit, retryAfter] =
    requests > 0 && requests >= text
      ? (["requests", limits.requestsPerMinute, requests] as const)
      : text > 0
        ? (["tokens", limits.tokensPerMinute, text] as const)
        : (["concurrency", limits.concurrency, crowded ? 1 : 0] as const);
  return retryAfter > 0 ? { scope: name, of, limit, retryAfter } : undefined;
}

/** Seconds until `amount` fits under the limit; 0: now. */
function overMinute(window: MinuteWindow | undefined, limit: number, amount: number, second: number): number {
  if (limit === 0 || !window) return 0;
  const most = limit - Math.min(amount, limit);
  return window.used(second) <= most ? 0 : window.secondsUntil(most);
}

interface Share {
  scope: Scope;
  limits: RelayLimits;
  /** Tokens that were reserved. */
  reserved: number;
}

class Counted implements LocalAdmission {
  readonly rejection: Rejection | undefined;
  readonly requests: RateState | undefined;
  readonly tokens: RateState | undefined;
  #user: Share | undefined;
  #token: Share | undefined;
  #second: number;
  #open: boolean;

  constructor(
    user: Share | undefined,
    token: Share | undefined,
    second: number,
    rejection: Rejection | undefined,
  ) {
    this.#user = user;
    this.#token = token;
    this.#second = second;
    this.#open = rejection === undefined;
    this.rejection = rejection;
    if (this.#open) {
      if (user) count(user, second);
      if (token) count(token, second);
    }
    this.requests = tighterOf(
      user && stateOf(user.scope.requests, user.limits.requestsPerMinute, second),
      token && stateOf(token.scope.requests, token.limits.requestsPerMinute, second),
    );
    this.tokens = tighterOf(
      user && stateOf(user.scope.tokens, user.limits.tokensPerMinute, second),
      token && stateOf(token.scope.tokens, token.limits.tokensPerMinute, second),
    );
  }

  leave(tokensUsed: number, now: number): void {
    if (!this.#close()) return;
    const second = Math.floor(now / 1000);
    for (const share of [this.#user, this.#token]) {
      if (!share?.scope.tokens) continue;
      share.scope.tokens.correct(this.#second, countOf(tokensUsed) - share.reserved, second);
      share.scope.usedAt = second;
    }
  }

  revoke(now: number): void {
    if (!this.#close()) return;
    const second = Math.floor(now / 1000);
    for (const share of [this.#user, this.#token]) {
      share?.scope.requests?.correct(this.#second, -1, second);
      share?.scope.tokens?.correct(this.#second, -share.reserved, second);
    }
  }

  #close(): boolean {
    if (!this.#open) return false;
    this.#open = false;
    if (this.#user) this.#user.scope.open -= 1;
    if (this.#token) this.#token.scope.open -= 1;
    return true;
  }
}

function count({ scope, limits, reserved }: Share, second: number): void {
  scope.open += 1;
  scope.usedAt = second;
  if (limits.requestsPerMinute > 0) (scope.requests ??= new MinuteWindow()).add(second, 1);
  if (limits.tokensPerMinute > 0) (scope.tokens ??= new MinuteWindow()).add(second, reserved);
}

function stateOf(window: MinuteWindow | undefined, limit: number, second: number): RateState | undefined {
  if (limit === 0) return undefined;
  const used = window?.used(second) ?? 0;
  const resetSeconds = used === 0 ? 0 : (window?.secondsUntil(used - 1) ?? 0);
  return { limit, remaining: Math.max(0, limit - used), resetSeconds };
}

export function tighterOf(a: RateState | undefined, b: RateState | undefined): RateState | undefined {
  if (!a || !b) return a ?? b;
  return b.remaining < a.remaining ? b : a;
}
