import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../test/support/fake-clock.ts";
import { limitedNetwork } from "./client-address.ts";
import { createRateLimiter } from "./rate-limit.ts";

const rule = { limit: 5, seconds: 60 };

describe("the rate limiter", () => {
  it("grants the limit, then returns the seconds after which one more is granted", async () => {
    const clock = createFakeClock();
    const limiter = createRateLimiter(clock);
    for (let round = 0; round < 20; round += 1) {
      let waited = 0;
      while ((await limiter.take("a", rule)) === 0) waited += 1;
      expect(waited).toBeLessThanOrEqual(rule.limit);
      const seconds = await limiter.take("a", rule);
      clock.advance(seconds);
      expect([round, await limiter.take("a", rule)]).toEqual([round, 0]);
      clock.advance(round);
    }
  });

  it("never grants twice the limit within one window length", async () => {
    const clock = createFakeClock();
    const limiter = createRateLimiter(clock);
    const granted: number[] = [];
    for (let second = 0; second < 600; second += 1) {
      if ((await limiter.take("a", rule)) === 0) granted.push(second);
      clock.advance(1);
    }
    for (const start of granted) {
      const within = granted.filter((second) => second >= start && second < start + rule.seconds);
      expect(within.length).toBeLessThanOrEqual(rule.limit + 1);
    }
  });

  it("counts keys separately, forgets them on request, and stays bounded", async () => {
    const limiter = createRateLimiter(createFakeClock(), 2);
    const once = { limit: 1, seconds: 60 };
    expect(await limiter.take("a", once)).toBe(0);
    expect(await limiter.take("b", once)).toBe(0);
    expect(await limiter.take("a", once)).toBeGreaterThan(0);
    await limiter.forget("a");
    expect(await limiter.take("a", once)).toBe(0);
    expect(await limiter.take("c", once)).toBe(0);
    expect(await limiter.take("b", once)).toBe(0);
  });
});

it("treats the 64-bit network of an IPv6 address as one caller", () => {
  expect(limitedNetwork("192.0.2.1")).toBe("192.0.2.1");
  expect(limitedNetwork("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(limitedNetwork("2001:0DB8:0001:0002::1")).toBe("2001:db8:1:2::/64");
  expect(limitedNetwork("::1")).toBe("0:0:0:0::/64");
  expect(limitedNetwork("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});
