import fc from "fast-check";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildShared, type SharedParts } from "../../src/build-shared.ts";
import { connectRedis, type RedisConnection } from "../../src/platform/key-value/redis-connection.ts";
import { createLogger } from "../../src/platform/logger.ts";
import type { Admission } from "../../src/relay/admission/limits.ts";
import { createLocalLimiter } from "../../src/relay/admission/local-limiter.ts";
import { createSharedLimiter, type SharedLimiter } from "../../src/relay/admission/shared-limiter.ts";
import { redisOrSkip } from "../support/redis.ts";

const redis = await redisOrSkip();
const none = { requestsPerMinute: 0, tokensPerMinute: 0, concurrency: 0 };
const begin = 1_700_000_000_000;
const changes: boolean[] = [];
const opened: { connection: RedisConnection; limiter: SharedLimiter }[] = [];
let client: Redis;
let users = 0;

beforeEach(() => {
  client = new Redis(redis?.url ?? "", { lazyConnect: true });
  users += 1;
});
afterEach(async () => {
  redis?.thaw();
  for (const { connection, limiter } of opened.splice(0)) {
    limiter.close();
    await connection.close();
  }
  if (redis) await client.flushall();
  client.disconnect();
  changes.length = 0;
});

/** One of several instances. Redis has no time limit, unless the test is about that. */
async function instance(deadline = 10_000) {
  const connection = await connectRedis({
    url: redis?.url ?? "",
    now: () => performance.now(),
    onChange: (usable) => changes.push(usable),
    deadline,
  });
  const limiter = createSharedLimiter(connection, createLocalLimiter());
  opened.push({ connection, limiter });
  return {
    limiter,
    connection,
    enter: async (userLimits: Partial<typeof none>, tokens = 0, tokenLimits: Partial<typeof none> = {}) =>
      limiter.enter(
        { userId: users, tokenId: users, tokenLimits: { ...none, ...tokenLimits } },
        { ...none, ...userLimits },
        tokens,
        begin,
      ),
  };
}

/** Waits until everything that was sent without waiting has arrived. */
async function settled(connection: RedisConnection): Promise<void> {
  await connection.run((sent) => sent.ping());
}

/** Skips to a new minute, so that no test crosses its end. */
async function awayFromTheEdge(): Promise<void> {
  await vi.waitFor(
    async () => {
      const [seconds] = await client.time();
      expect(Number(seconds) % 60).toBeLessThan(50);
    },
    { timeout: 15_000, interval: 500 },
  );
}

describe.skipIf(redis === null)("limits shared by two instances", () => {
  it("count the requests of both", async () => {
    await awayFromTheEdge();
    const [one, two] = [await instance(), await instance()];
    const limits = { requestsPerMinute: 5 };
    const admitted = await Promise.all(
      Array.from({ length: 20 }, (_, count) => (count % 2 ? one : two).enter(limits)),
    );
    expect(admitted.filter(({ rejection }) => !rejection)).toHaveLength(5);
    const rejected = admitted.find(({ rejection }) => rejection)?.rejection;
    expect(rejected).toMatchObject({ scope: "user", of: "requests", limit: 5 });
    expect(rejected?.retryAfter).toBeGreaterThan(0);
    expect(rejected?.retryAfter).toBeLessThanOrEqual(120);
    const last = await one.enter(limits);
    expect(last.requests).toMatchObject({ limit: 5, remaining: 0 });
  });

  it("count the tokens of both, first as estimated and then as used", async () => {
    await awayFromTheEdge();
    const [one, two] = [await instance(), await instance()];
    const limits = { tokensPerMinute: 1000 };
    const first = await one.enter(limits, 800);
    expect(first.tokens).toMatchObject({ limit: 1000, remaining: 200 });
    expect((await two.enter(limits, 300)).rejection).toMatchObject({ of: "tokens", limit: 1000 });
    first.leave(100, begin);
    await settled(one.connection);
    const second = await two.enter(limits, 300);
    expect(second.tokens?.remaining).toBe(600);
    second.leave(2000, begin);
    await settled(two.connection);
    expect((await one.enter(limits, 1)).rejection?.of).toBe("tokens");
  });

  it("count the concurrent calls of both, and free a slot when one ends", async () => {
    const [one, two] = [await instance(), await instance()];
    const limits = { concurrency: 2 };
    const first = await one.enter(limits);
    await two.enter(limits);
    expect((await one.enter(limits)).rejection).toEqual({
      scope: "user",
      of: "concurrency",
      limit: 2,
      retryAfter: 1,
    });
    first.leave(0, begin);
    first.leave(0, begin);
    await settled(one.connection);
    expect((await two.enter(limits)).rejection).toBeUndefined();
    expect((await one.enter(limits)).rejection).toBeDefined();
  });

  it("count nothing for one scope if the other rejects", async () => {
    await awayFromTheEdge();
    const [one, two] = [await instance(), await instance()];
    await two.enter({ requestsPerMinute: 100 }, 0, { concurrency: 1 });
    for (let count = 0; count < 10; count++) {
      const { rejection } = await one.enter({ requestsPerMinute: 100 }, 0, { concurrency: 1 });
      expect(rejection).toMatchObject({ scope: "token", of: "concurrency" });
    }
    expect((await one.enter({ requestsPerMinute: 100 })).requests?.remaining).toBe(98);
  });

  it("expire after two minutes, and use prefixed names", async () => {
    const one = await instance();
    await one.enter({ requestsPerMinute: 5, concurrency: 2 });
    const keys = await client.keys("*");
    expect(keys.every((key) => key.startsWith("tollgate:limit:"))).toBe(true);
    for (const key of keys) expect(await client.pttl(key)).toBeGreaterThan(0);
  });
});

describe("the server's limiter", () => {
  const logger = createLogger({ level: "silent" });
  const caller = { userId: 1, tokenId: 1, tokenLimits: none };
  const enter = ({ limiter }: SharedParts) => limiter.enter(caller, { ...none, concurrency: 1 }, 0, begin);

  it.skipIf(redis === null)("uses Redis if configured", async () => {
    const shared = await buildShared(redis?.url, logger);
    expect(shared.keyValue.shared).toBe(true);
    const requested = enter(shared);
    expect(requested).toBeInstanceOf(Promise);
    await requested;
    await shared.close();
  });

  it("decides alone and synchronously without Redis", async () => {
    const [one, two] = [await buildShared(undefined, logger), await buildShared(undefined, logger)];
    expect(one.keyValue.shared).toBe(false);
    const answers = [enter(one), enter(two), enter(one)];
    expect(answers).toMatchObject([
      { rejection: undefined },
      { rejection: undefined },
      { rejection: { limit: 1 } },
    ]);
    await Promise.all([one.close(), two.close()]);
  });
});

describe.skipIf(redis === null)("the slots of an instance", () => {
  const key = () => `tollgate:limit:user:${users}:running`;

  it("are free a minute after it died", async () => {
    const [one, two] = [await instance(), await instance()];
    await one.enter({ concurrency: 1 });
    expect((await two.enter({ concurrency: 1 })).rejection).toBeDefined();
    const [id = "", until = "0"] = await client.zrange(key(), 0, "-1", "WITHSCORES");
    const [seconds] = await client.time();
    const left = Number(until) - Number(seconds) * 1000;
    expect(left).toBeGreaterThan(55_000);
    expect(left).toBeLessThanOrEqual(61_000);
    // The minute passes.
    await client.zadd(key(), "1", id);
    expect((await two.enter({ concurrency: 1 })).rejection).toBeUndefined();
  });

  it("are kept while it runs, however long the call takes", async () => {
    const [one, two] = [await instance(), await instance()];
    const long = await one.enter({ concurrency: 1 });
    const [id = ""] = await client.zrange(key(), 0, "-1");
    await client.zadd(key(), "1", id);
    await one.limiter.renew();
    expect((await two.enter({ concurrency: 1 })).rejection).toBeDefined();
    long.leave(0, begin);
    await one.limiter.renew();
    expect(await client.zcard(key())).toBe(0);
  });
});

describe.skipIf(redis === null)("a renewal", () => {
  const key = () => `tollgate:limit:user:${users}:running`;

  it("takes no slot for a call that ends while it is sent, also the first one of a Redis", async () => {
    const one = await instance();
    await client.script("FLUSH");
    const [short, long] = [await one.enter({ concurrency: 2 }), await one.enter({ concurrency: 2 })];
    short.leave(0, begin);
    await settled(one.connection);
    const renewing = one.limiter.renew();
    long.leave(0, begin);
    await renewing;
    await settled(one.connection);
    expect(await client.zrange(key(), 0, "-1")).toEqual([]);
  });

  it("takes the slots of running calls again after Redis lost its data", async () => {
    const [one, two] = [await instance(), await instance()];
    await one.enter({ concurrency: 1 });
    await client.flushall();
    await one.limiter.renew();
    expect((await two.enter({ concurrency: 1 })).rejection).toMatchObject({ of: "concurrency" });
  });
});

describe.skipIf(redis === null)("an instance that stops", () => {
  it("releases the slots of calls that ended just before, without an error", async () => {
    const [one, two] = [await instance(), await instance()];
    const calls = await Promise.all(Array.from({ length: 50 }, () => one.enter({ concurrency: 50 })));
    for (const call of calls) call.leave(0, begin);
    one.limiter.close();
    await one.connection.close();
    expect(changes).toEqual([]);
    expect((await two.enter({ concurrency: 1 })).rejection).toBeUndefined();
  });
});

describe.skipIf(redis === null)("a failing Redis", () => {
  it("that hangs lets each instance limit alone, after a moment", async () => {
    const one = await instance(20);
    redis?.freeze();
    const answers: Admission[] = [];
    for (let count = 0; count < 10; count++) answers.push(await one.enter({ requestsPerMinute: 5 }));
    expect(answers.filter(({ rejection }) => !rejection)).toHaveLength(5);
    expect(changes).toEqual([false]);
    // From now on no call waits for Redis.
    const caller = { userId: 99, tokenId: 99, tokenLimits: none };
    expect(one.limiter.enter(caller, { ...none, requestsPerMinute: 5 }, 0, begin)).not.toBeInstanceOf(
      Promise,
    );
  });

  it("that responds too late keeps no slot for a call that went ahead", async () => {
    const slow = await instance(20);
    redis?.freeze();
    const admission = await slow.enter({ concurrency: 1 });
    expect(admission.rejection).toBeUndefined();
    redis?.thaw();
    const key = `tollgate:limit:user:${users}`;
    await vi.waitFor(async () => expect(await client.exists(`${key}:counts`)).toBe(1));
    await vi.waitFor(async () => expect(await client.zcard(`${key}:running`)).toBe(0));
    admission.leave(0, begin);
  });

  it("that lost its data gets the scripts again", async () => {
    const one = await instance();
    await one.enter({ requestsPerMinute: 5 });
    await client.script("FLUSH");
    await client.flushall();
    expect((await one.enter({ requestsPerMinute: 5 })).rejection).toBeUndefined();
    expect(await client.exists(`tollgate:limit:user:${users}:counts`)).toBe(1);
  });
});

describe.skipIf(redis === null)("any sequence of calls at two instances", () => {
  it("never admits more concurrent calls than allowed, and ends with none", async () => {
    const [one, two] = [await instance(), await instance()];
    const step = fc.record({
      at: fc.nat({ max: 1 }),
      ends: fc.boolean(),
      together: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 25 }),
        async (concurrency, steps) => {
          users += 1;
          const running: Admission[] = [];
          for (const { at, ends, together } of steps) {
            if (ends) running.shift()?.leave(0, begin);
            await Promise.all([settled(one.connection), settled(two.connection)]);
            const answers = await Promise.all(
              Array.from({ length: together }, (_, count) =>
                ((at + count) % 2 === 0 ? one : two).enter({ concurrency }),
              ),
            );
            running.push(...answers.filter(({ rejection }) => !rejection));
            expect(running.length).toBeLessThanOrEqual(concurrency);
          }
          for (const admission of running) admission.leave(0, begin);
          await Promise.all([settled(one.connection), settled(two.connection)]);
          expect(await client.zcard(`tollgate:limit:user:${users}:running`)).toBe(0);
        },
      ),
      { numRuns: 40 },
    );
  });
});
