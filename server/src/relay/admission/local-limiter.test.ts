import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Admission } from "./limits.ts";
import { createLocalLimiter } from "./local-limiter.ts";

const none = { requestsPerMinute: 0, tokensPerMinute: 0, concurrency: 0 };
const begin = 1_700_000_000_000;

function setUp(userLimits: Partial<typeof none>, tokenLimits: Partial<typeof none> = {}) {
  const limiter = createLocalLimiter();
  let now = begin;
  return {
    limiter,
    pass: (seconds: number) => void (now += seconds * 1000),
    enter: (tokens = 0, ids: { userId?: number; tokenId?: number } = {}) =>
      limiter.enter(
        { userId: 1, tokenId: 10, tokenLimits: { ...none, ...tokenLimits }, ...ids },
        { ...none, ...userLimits },
        tokens,
        now,
      ),
    leave: (admission: Admission, used = 0) => admission.leave(used, now),
    now: () => now,
  };
}

describe("requests per minute", () => {
  it("rejects requests beyond the limit until the minute has passed", () => {
    const caller = setUp({ requestsPerMinute: 2 });
    expect(caller.enter()).toMatchObject({ rejection: undefined, requests: { limit: 2, remaining: 1 } });
    caller.pass(20);
    expect(caller.enter().requests).toEqual({ limit: 2, remaining: 0, resetSeconds: 41 });
    expect(caller.enter().rejection).toEqual({ scope: "user", of: "requests", limit: 2, retryAfter: 41 });
    caller.pass(40);
    expect(caller.enter().rejection).toBeDefined();
    caller.pass(1);
    expect(caller.enter().rejection).toBeUndefined();
    expect(caller.enter().rejection?.retryAfter).toBe(20);
  });

  it("counts a user's requests across tokens, and each token's own", () => {
    const caller = setUp({ requestsPerMinute: 3 }, { requestsPerMinute: 2 });
    caller.enter();
    expect(caller.enter().requests).toMatchObject({ limit: 2, remaining: 0 });
    expect(caller.enter().rejection).toMatchObject({ scope: "token", of: "requests" });
    expect(caller.enter(0, { tokenId: 11 }).rejection).toBeUndefined();
    expect(caller.enter(0, { tokenId: 12 }).rejection).toMatchObject({ scope: "user" });
    expect(caller.enter(0, { userId: 2, tokenId: 20 }).rejection).toBeUndefined();
  });

  it("does not count rejected requests", () => {
    const caller = setUp({ requestsPerMinute: 5 }, { concurrency: 1 });
    const first = caller.enter();
    for (let count = 0; count < 20; count++) expect(caller.enter().rejection?.of).toBe("concurrency");
    caller.leave(first);
    expect(caller.enter().requests?.remaining).toBe(3);
  });
});

describe("tokens per minute", () => {
  it("reserves the estimate and corrects it at the end", () => {
    const caller = setUp({ tokensPerMinute: 1000 });
    const first = caller.enter(800);
    expect(first.tokens).toMatchObject({ limit: 1000, remaining: 200 });
    expect(caller.enter(300).rejection).toMatchObject({ of: "tokens", limit: 1000, retryAfter: 61 });
    caller.leave(first, 100);
    expect(caller.enter(300).tokens?.remaining).toBe(600);
  });

  it("counts usage beyond the estimate", () => {
    const caller = setUp({ tokensPerMinute: 1000 });
    caller.leave(caller.enter(100), 5000);
    const { rejection, tokens } = caller.enter(1);
    expect(rejection?.of).toBe("tokens");
    expect(tokens?.remaining).toBe(0);
  });

  it("admits one call above the limit if no other call is counted", () => {
    const caller = setUp({ tokensPerMinute: 1000 });
    expect(caller.enter(50_000).rejection).toBeUndefined();
    expect(caller.enter(1).rejection?.of).toBe("tokens");
    caller.pass(61);
    expect(caller.enter(50_000).rejection).toBeUndefined();
  });

  it("counts a call that outlasts the minute at its end, and releases nothing", () => {
    const caller = setUp({ tokensPerMinute: 1000 });
    const long = caller.enter(500);
    caller.pass(120);
    caller.leave(long, 100);
    expect(caller.enter(0).tokens?.remaining).toBe(1000);
    const longer = caller.enter(500);
    caller.pass(120);
    caller.leave(longer, 900);
    expect(caller.enter(0).tokens?.remaining).toBe(600);
  });
});

describe("invalid numbers", () => {
  it.each([Number.NaN, -1, Number.NEGATIVE_INFINITY])("counts as zero: %d", (value) => {
    const caller = setUp({ tokensPerMinute: 100 });
    const first = caller.enter(value);
    expect(first.tokens?.remaining).toBe(100);
    caller.leave(first, value);
    expect(caller.enter(40).tokens?.remaining).toBe(60);
  });

  it("counts infinity as the limit", () => {
    const caller = setUp({ tokensPerMinute: 100 });
    caller.leave(caller.enter(0), Number.POSITIVE_INFINITY);
    expect(caller.enter(0).rejection?.of).toBe("tokens");
    caller.pass(62);
    expect(caller.enter(40).tokens?.remaining).toBe(60);
  });
});

describe("concurrency", () => {
  it("releases the slot once when a call ends", () => {
    const caller = setUp({ concurrency: 2 });
    const first = caller.enter();
    caller.enter();
    expect(caller.enter().rejection).toEqual({ scope: "user", of: "concurrency", limit: 2, retryAfter: 1 });
    caller.leave(first);
    caller.leave(first);
    expect(caller.enter().rejection).toBeUndefined();
    expect(caller.enter().rejection).toBeDefined();
  });

  it("does not release a slot when a rejected call leaves", () => {
    const caller = setUp({ concurrency: 1 });
    caller.enter();
    caller.leave(caller.enter());
    expect(caller.enter().rejection).toBeDefined();
  });

  it("counts a call that runs for hours", () => {
    const caller = setUp({ concurrency: 1 });
    const long = caller.enter();
    for (let hour = 0; hour < 5; hour++) {
      caller.pass(3600);
      caller.enter(0, { userId: 2, tokenId: 20 });
      expect(caller.enter().rejection).toBeDefined();
    }
    caller.leave(long);
    expect(caller.enter().rejection).toBeUndefined();
  });
});

describe("revoking an admission", () => {
  it("leaves no trace", () => {
    const caller = setUp({ requestsPerMinute: 2, tokensPerMinute: 100, concurrency: 1 });
    for (let count = 0; count < 10; count++) caller.enter(50).revoke(caller.now());
    expect(caller.enter(0)).toMatchObject({ requests: { remaining: 1 }, tokens: { remaining: 100 } });
  });
});

describe("memory", () => {
  it("stores nothing for callers without limits", () => {
    const caller = setUp({});
    expect(caller.enter(10)).toBe(caller.enter(20));
    expect(caller.limiter.size).toBe(0);
  });

  it("releases the memory after an idle minute", () => {
    const caller = setUp({ requestsPerMinute: 5 });
    for (let id = 0; id < 1000; id++) caller.leave(caller.enter(0, { userId: id }));
    expect(caller.limiter.size).toBe(1000);
    caller.pass(130);
    caller.enter();
    expect(caller.limiter.size).toBe(1);
  });
});

describe("any sequence of calls", () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 30_000 }),
    tokens: fc.integer({ min: 0, max: 60 }),
    ends: fc.boolean(),
    revoked: fc.boolean(),
  });
  const limits = fc.record({
    requestsPerMinute: fc.integer({ min: 1, max: 6 }),
    tokensPerMinute: fc.integer({ min: 1, max: 100 }),
    concurrency: fc.integer({ min: 1, max: 4 }),
  });

  it("never admits more than the limit within any sixty seconds, nor more concurrently than allowed", () => {
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 150 }), (limit, steps) => {
        const limiter = createLocalLimiter();
        const caller = { userId: 1, tokenId: 1, tokenLimits: none };
        const admitted: { at: number; tokens: number }[] = [];
        const running: Admission[] = [];
        let now = begin;
        for (const { wait, tokens, ends, revoked } of steps) {
          now += wait;
          if (ends) running.shift()?.leave(tokens, now);
          const admission = limiter.enter(caller, limit, tokens, now);
          if (admission.rejection) {
            expect(admission.rejection.retryAfter).toBeGreaterThan(0);
            continue;
          }
          if (revoked) {
            admission.revoke(now);
            continue;
          }
          running.push(admission);
          admitted.push({ at: now, tokens: Math.min(tokens, limit.tokensPerMinute) });
          expect(running.length).toBeLessThanOrEqual(limit.concurrency);
          const recent = admitted.filter(({ at }) => now - at < 60_000);
          expect(recent.length).toBeLessThanOrEqual(limit.requestsPerMinute);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("never reserves more tokens than the limit within any sixty seconds", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.array(step, { maxLength: 150 }), (limit, steps) => {
        const limiter = createLocalLimiter();
        const caller = { userId: 1, tokenId: 1, tokenLimits: { ...none, tokensPerMinute: limit } };
        const reserved: { at: number; tokens: number }[] = [];
        let now = begin;
        for (const { wait, tokens } of steps) {
          now += wait;
          if (limiter.enter(caller, none, tokens, now).rejection) continue;
          reserved.push({ at: now, tokens: Math.min(tokens, limit) });
          const recent = reserved.filter(({ at }) => now - at < 60_000);
          expect(recent.reduce((sum, entry) => sum + entry.tokens, 0)).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("admits a caller that returns after retryAfter if no other call came", () => {
    fc.assert(
      fc.property(limits, fc.array(step, { minLength: 1, maxLength: 80 }), (limit, steps) => {
        const limiter = createLocalLimiter();
        const caller = { userId: 1, tokenId: 1, tokenLimits: none };
        let now = begin;
        for (const { wait, tokens } of steps) {
          now += wait;
          const admission = limiter.enter(caller, limit, tokens, now);
          admission.leave(Math.min(tokens, limit.tokensPerMinute), now);
          if (!admission.rejection) continue;
          now += admission.rejection.retryAfter * 1000;
          const second = limiter.enter(caller, limit, tokens, now);
          expect(second.rejection).toBeUndefined();
          second.leave(Math.min(tokens, limit.tokensPerMinute), now);
        }
      }),
      { numRuns: 300 },
    );
  });
});
