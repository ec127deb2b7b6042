import { Redis } from "ioredis";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findRedis, redisOrSkip, startRedis } from "./redis.ts";

const program = findRedis();

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe.skipIf(program === null)("startRedis", () => {
  it("gives every suite an empty server of its own and removes it", async () => {
    const [one, two] = await Promise.all([startRedis(program ?? ""), startRedis(program ?? "")]);
    const [first, second] = [new Redis(one.url), new Redis(two.url)];
    await first.set("only", "here");
    expect(await second.get("only")).toBeNull();
    first.disconnect();
    second.disconnect();
    await Promise.all([one.stop(), two.stop()]);
    const late = new Redis(one.url, {
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
      lazyConnect: true,
    });
    late.on("error", () => {});
    await expect(late.connect()).rejects.toThrow();
  });
});

describe("redisOrSkip", () => {
  it("prints why it skips", async () => {
    vi.stubEnv("TOLLGATE_REQUIRE_ALL", "");
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    expect(await redisOrSkip(null)).toBeNull();
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("skipped: no redis-server found"));
  });

  it("fails if tests must not be skipped", async () => {
    vi.stubEnv("TOLLGATE_REQUIRE_ALL", "1");
    await expect(redisOrSkip(null)).rejects.toThrow("TOLLGATE_REQUIRE_ALL");
  });
});
