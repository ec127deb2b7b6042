import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type App, buildApp } from "../../src/build-app.ts";
import { readConfig } from "../../src/config.ts";
import { accountRule } from "../../src/control/auth/throttle.ts";
import { callLimitsOf, createRateLimiter } from "../../src/http/rate-limit.ts";
import { createSharedRateLimiter } from "../../src/http/shared-rate-limit.ts";
import { connectRedis } from "../../src/platform/key-value/redis-connection.ts";
import { createFakeClock } from "../support/fake-clock.ts";
import { redisOrSkip } from "../support/redis.ts";

const callLimits = callLimitsOf(300);

const redis = await redisOrSkip();
const password = "a root password";

const storedKey = (key: string) => `tollgate:rate:${createHash("sha256").update(key).digest("base64url")}`;

/** Time is Redis's own: the count of a window that ends in between begins to fade. */
async function awayFromTheEdge(): Promise<void> {
  const lengths = [accountRule.seconds, callLimits.critical.seconds, callLimits.api.seconds];
  await vi.waitFor(
    () => {
      for (const length of lengths) expect((Date.now() / 1000) % length).toBeLessThan(length - 25);
    },
    { timeout: 45_000, interval: 500 },
  );
}

/** Redis has ten seconds instead of a tenth of a second for a command: when it is late, each process counts on its own. */
function patientWithRedis(): void {
  const real = globalThis.setTimeout;
  const later = (work: () => void, delay?: number, ...values: unknown[]): unknown =>
    Reflect.apply(real, globalThis, [work, delay === 100 ? 10_000 : delay, ...values]);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(later as typeof setTimeout);
}

describe.skipIf(redis === null)("two processes with one Redis", () => {
  let folder: string;
  let client: Redis;
  let apps: App[];
  let one: App;
  let two: App;
  let addresses = 0;
  beforeEach(async () => {
    await awayFromTheEdge();
    patientWithRedis();
    client = new Redis(redis?.url ?? "");
    folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-throttles-"));
    const config = readConfig({ DATA_DIR: folder, ROOT_PASSWORD: password, LOG_LEVEL: "silent" }, false);
    config.redisUrl = redis?.url;
    apps = [await buildApp(config), await buildApp(config)];
    [one, two] = apps as [App, App];
  }, 90_000);
  afterEach(async () => {
    redis?.thaw();
    vi.restoreAllMocks();
    for (const app of apps) await app.close(0);
    await client.flushall();
    client.disconnect();
    rmSync(folder, { recursive: true, force: true });
  });

  /** From its own address by default: addresses are limited, too. */
  async function login(app: App, form: { username?: string; password?: string }, remoteAddress?: string) {
    addresses += 1;
    const answer = await app.server.inject({
      method: "POST",
      url: "/api/user/login",
      remoteAddress: remoteAddress ?? `198.51.${addresses >> 8}.${addresses & 255}`,
      payload: { username: "root", password: "a wrong guess", ...form },
    });
    return answer.statusCode;
  }

  it("slow an address that divides its guesses between them", async () => {
    for (let tries = 0; tries < callLimits.critical.limit; tries += 1)
      expect(await login(tries % 2 ? one : two, { username: `name-${tries}` }, "192.0.2.7")).toBe(401);
    for (const app of apps) expect(await login(app, { username: "one-more" }, "192.0.2.7")).toBe(429);
    expect(await login(one, { username: "one-more" }, "192.0.2.8")).toBe(401);
  });

  it("slow guesses at one account, and both forget them after the correct one", async () => {
    const guess = (index: number) => login(index % 2 ? one : two, {});
    for (let tries = 0; tries < accountRule.limit - 1; tries += 1) expect(await guess(tries)).toBe(401);
    expect(await login(one, { password })).toBe(200);
    await expect.poll(() => client.exists(storedKey("login:root:any"))).toBe(0);
    for (let tries = 0; tries < accountRule.limit; tries += 1) expect(await guess(tries)).toBe(401);
    for (const app of apps) expect(await login(app, { password })).toBe(429);
  });

  it("count the requests of an account together, and those of others at its address separately", async () => {
    const address = "192.0.2.9";
    const signIn = await one.server.inject({
      method: "POST",
      url: "/api/user/login",
      remoteAddress: address,
      payload: { username: "root", password },
    });
    const cookie = `session=${signIn.cookies.find(({ name }) => name === "session")?.value}`;
    const send = async (app: App, headers: { cookie?: string }) =>
      (await app.server.inject({ url: "/api/status", headers, remoteAddress: address })).statusCode;
    for (let calls = 0; calls < callLimits.api.limit; calls += 1)
      expect(await send(calls % 2 ? one : two, { cookie })).toBe(200);
    for (const app of apps) expect(await send(app, { cookie })).toBe(429);
    for (const app of apps) expect(await send(app, {})).toBe(200);
  });

  it("write no name and no address into Redis", async () => {
    await login(one, { username: "someone" }, "203.0.113.77");
    const kept = JSON.stringify(await client.keys("*"));
    expect(kept).toContain("tollgate:rate:");
    expect(kept).not.toMatch(/someone|203\.0\.113/);
  });

  it("admit sign-ins while Redis does not respond, and each slows guessing on its own", async () => {
    vi.restoreAllMocks();
    redis?.freeze();
    expect(await login(one, { password })).toBe(200);
    for (let tries = 0; tries < accountRule.limit; tries += 1) expect(await login(two, {})).toBe(401);
    expect(await login(two, { password })).toBe(429);
    expect(await login(one, { password })).toBe(200);
  });
});

describe.skipIf(redis === null)("the limiter over Redis", () => {
  it("counts the previous window by its overlap, and returns how long to wait", async () => {
    const connection = await connectRedis({
      url: redis?.url ?? "",
      now: () => performance.now(),
      onChange: () => {},
      deadline: 10_000,
    });
    const limiter = createSharedRateLimiter(connection, createRateLimiter(createFakeClock()));
    const client = new Redis(redis?.url ?? "");
    try {
      // Of windows as long as two thirds of all time, the second one is half over.
      const rule = { limit: 10, seconds: Math.floor(Date.now() / 1500) };
      const key = storedKey("a");
      await client.hset(key, { window: 0, current: 11, previous: 10 });
      const answers: number[] = [];
      for (let takes = 0; takes < 6; takes += 1) answers.push(await limiter.take("a", rule));
      expect(answers.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
      // Four of the previous window may still count then: 1 - 4 / 11 of this one must be over, half of it is.
      expect((answers[5] ?? 0) / rule.seconds).toBeCloseTo(1 - 4 / 11 - 0.5, 2);
      await client.hset(key, { window: -1, current: 10, previous: 10 });
      expect(await limiter.take("a", rule)).toBe(0);
    } finally {
      client.disconnect();
      await connection.close();
    }
  });
});
