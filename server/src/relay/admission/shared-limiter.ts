import { randomText } from "../../platform/ids.ts";
import type { RedisConnection } from "../../platform/key-value/redis-connection.ts";
import { runScript } from "../../platform/key-value/redis-script.ts";
import type { RelayLimits } from "../../snapshot/relay-snapshot.ts";
import { enterScript, leaveScript, renewText } from "./limit-scripts.ts";
import type { Admission, LimitedCaller, Limiter, RateState, Rejection } from "./limits.ts";
import { countOf, isLimited, type LocalAdmission, type LocalLimiter, tighterOf } from "./local-limiter.ts";

export interface SharedLimiter extends Limiter {
  /** Renews the leases of running calls. Runs automatically every twenty seconds. */
  renew(): Promise<void>;
  close(): void;
}

/** A running call's lease: the slots of a dead instance are free after it. */
const leaseMilliseconds = 60_000;
const renewMilliseconds = 20_000;
/** Calls renewed per command, which keeps Redis busy for less than a millisecond. */
const renewedAtOnce = 500;
const kinds = ["requests", "tokens", "concurrency"] as const;

interface Scope {
  name: Rejection["scope"];
  countsKey: string;
  runningKey: string;
  limits: RelayLimits;
  /** Tokens that were reserved. */
  reserved: number;
}

/** The script's result, by name. */
interface Answer {
  admitted: boolean;
  rejection: Rejection | undefined;
  /** Epoch milliseconds, by the clock of Redis. */
  minute: number;
  requests: RateState | undefined;
  tokens: RateState | undefined;
}

/**
 * Limits across all instances of one Redis. A call that this process rejects needs no script; for others one script
 * decides in one step.
 * While Redis is slow or unavailable each process limits alone: more calls may pass, but none waits.
 */
export function createSharedLimiter(connection: RedisConnection, local: LocalLimiter): SharedLimiter {
  const instance = randomText(12);
  /** Running calls with a lease: their id, and the sets that contain them. */
  const running = new Map<string, readonly string[]>();
  let calls = 0;

  async function renew(): Promise<void> {
    const places = [...running].flatMap(([id, keys]) => keys.map((key) => ({ id, key })));
    for (let begin = 0; begin < places.length; begin += renewedAtOnce) {
      const some = places.slice(begin, begin + renewedAtOnce).filter(({ id }) => running.has(id));
      const keys = some.map(({ key }) => key);
      const ids = some.map(({ id }) => id);
      await connection.run((redis) => redis.eval(renewText, keys.length, ...keys, leaseMilliseconds, ...ids));
    }
  }

  function release(id: string, scopes: readonly Scope[], minute: number, tokensUsed: number): void {
    running.delete(id);
    const used = countOf(tokensUsed);
    const more = scopes.map(({ limits, reserved }) => (limits.tokensPerMinute > 0 ? used - reserved : 0));
    void connection.run((redis) => runScript(redis, leaveScript, keysOf(scopes), [id, minute, ...more]));
  }

  async function requestBody(
    own: LocalAdmission,
    scopes: Scope[],
    tokens: number,
    now: number,
  ): Promise<Admission> {
    calls += 1;
    const id = `${instance}:${calls}`;
    const limits = scopes.flatMap((scope) => [
      scope.limits.requestsPerMinute,
      scope.limits.tokensPerMinute,
      scope.limits.concurrency,
    ]);
    const answer = await connection.run(
      async (redis) =>
        readAnswer(
          await runScript(redis, enterScript, keysOf(scopes), [id, leaseMilliseconds, tokens, ...limits]),
          scopes,
        ),
      (late) => {
        // The call was already admitted without Redis.
        if (late.admitted) release(id, scopes, late.minute, 0);
      },
    );
    if (!answer) return own;
    const requests = tighterOf(answer.requests, own.requests);
    const text = tighterOf(answer.tokens, own.tokens);
    if (!answer.admitted) {
      own.revoke(now);
      return { rejection: answer.rejection, requests, tokens: text, leave() {} };
    }
    const places = scopes.filter((scope) => scope.limits.concurrency > 0).map((scope) => scope.runningKey);
    if (places.length > 0) running.set(id, places);
    let open = true;
    return {
      rejection: undefined,
      requests,
      tokens: text,
      leave(tokensUsed, at) {
        if (!open) return;
        open = false;
        own.leave(tokensUsed, at);
        release(id, scopes, answer.minute, tokensUsed);
      },
    };
  }

  const timer = setInterval(() => void renew(), renewMilliseconds);
  timer.unref();

  return {
    enter(caller, userLimits, estimate, now) {
      const tokens = countOf(estimate);
      const own = local.enter(caller, userLimits, tokens, now);
      if (own.rejection || !connection.usable) return own;
      const scopes = scopesOf(caller, userLimits, tokens);
      return scopes.length === 0 ? own : requestBody(own, scopes, tokens, now);
    },
    renew,
    close: () => clearInterval(timer),
  };
}

function scopesOf(caller: LimitedCaller, userLimits: RelayLimits, tokens: number): Scope[] {
  const scopes: Scope[] = [];
  const add = (name: Rejection["scope"], id: number, limits: RelayLimits): void => {
    if (!isLimited(limits)) return;
    const key = `tollgate:limit:${name}:${id}`;
    const reserved = Math.min(tokens, limits.tokensPerMinute);
    scopes.push({ name, countsKey: `${key}:counts`, runningKey: `${key}:running`, limits, reserved });
  };
  add("user", caller.userId, userLimits);
  add("token", caller.tokenId, caller.tokenLimits);
  return scopes;
}

function keysOf(scopes: readonly Scope[]): string[] {
  return scopes.flatMap((scope) => [scope.countsKey, scope.runningKey]);
}

function readAnswer(answer: unknown, scopes: readonly Scope[]): Answer {
  const [admitted = 0, scopeNumber = 0, kindNumber = 0, wait = 0, minute = 0, into = 0, ...used] = (
    answer as unknown[]
  ).map(Number);
  const resetSeconds = Math.ceil((60_000 - into) / 1000);
  const scope = scopes[scopeNumber - 1];
  const of = kinds[kindNumber - 1];
  let requests: RateState | undefined;
  let tokens: RateState | undefined;
  for (const [index, { limits }] of scopes.entries()) {
    requests = tighterOf(requests, stateOf(limits.requestsPerMinute, used[2 * index] ?? 0, resetSeconds));
    tokens = tighterOf(tokens, stateOf(limits.tokensPerMinute, used[2 * index + 1] ?? 0, resetSeconds));
  }
  return {
    admitted: admitted === 1,
    rejection:
      scope && of
        ? { scope: scope.name, of, limit: limitOf(scope.limits, of), retryAfter: Math.ceil(wait / 1000) }
        : undefined,
    minute,
    requests,
    tokens,
  };
}

function stateOf(limit: number, used: number, resetSeconds: number): RateState | undefined {
  return limit === 0 ? undefined : { limit, remaining: Math.max(0, limit - used), resetSeconds };
}

function limitOf(limits: RelayLimits, of: Rejection["of"]): number {
  if (of === "requests") return limits.requestsPerMinute;
  return of === "tokens" ? limits.tokensPerMinute : limits.concurrency;
}
