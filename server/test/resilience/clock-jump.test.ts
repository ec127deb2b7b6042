import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { buildShared } from "../../src/build-shared.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { type FakeUpstream, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/**
 * The machine's clock is set an hour forward or back while the server runs. Timers and monotonic time continue as
 * before.
 */
let running: RunningApp;
let upstream: FakeUpstream;
beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await running.aChannel({ base_url: upstream.url });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const hour = 3_600_000;
const body = { model: "test-model", messages: [{ role: "user", content: "hi" }] };

function jump(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
}

describe.each([
  ["on", hour],
  ["back", -hour],
])("a clock that is set an hour %s", (_name, milliseconds) => {
  it("ends no session, rejects no call, and the ledger entries sum to the balance", async () => {
    const { key } = await running.aToken();
    expect((await running.call(key, body)).status).toBe(200);
    const before = await running.books();
    jump(milliseconds);
    expect((await running.call(key, body)).status).toBe(200);
    expect(await running.api("GET", "/api/user/self")).toMatchObject({ username: "root" });
    const after = await running.books();
    expect(before.balance - after.balance).toBe(17);
    expect(after.entries).toBe(after.balance);
    const known = await running.app.database.queries.selectFrom("processes").select("id").execute();
    expect(known).toHaveLength(1);
  });

  it("neither empties nor prolongs the limit of a token", async () => {
    const { key } = await running.aToken({ requests_per_minute: 2 });
    for (const status of [200, 200, 429]) expect((await running.call(key, body)).status).toBe(status);
    jump(milliseconds);
    const rejected = await running.call(key, body);
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get("retry-after"))).toBeLessThanOrEqual(61);
  });

  it("does not lock an address or account out of the console until the clock has caught up", async () => {
    const { rateLimiter, close } = await buildShared(undefined, createLogger({ level: "silent" }));
    const rule = { limit: 2, seconds: 1 };
    while ((await rateLimiter.take("a", rule)) === 0);
    jump(milliseconds);
    expect(await rateLimiter.take("a", rule)).toBeLessThanOrEqual(2);
    await vi.waitFor(async () => expect(await rateLimiter.take("a", rule)).toBe(0), { timeout: 10_000 });
    await close();
  });
});
