import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProblemKind, UpstreamProblem } from "../canonical/problem.ts";
import { createBreaker } from "./breaker.ts";

const cooldownSeconds = 5;

/** A breaker with its own clock and one channel of `keyCount` keys. */
function setUp(keyCount = 1) {
  let now = 1_000_000;
  const breaker = createBreaker(() => now);
  return {
    breaker,
    pass: (seconds: number) => void (now += seconds * 1000),
    coolsDown: (model = "m") => breaker.isCoolingDown(1, keyCount, model),
    pick: (start = 0, model = "m") => breaker.pickKey(1, keyCount, model, start),
    enter: (key = 0) => breaker.enter(1, key, "m"),
    leave: (key = 0) => breaker.leave(1, key, "m"),
    succeed: (key = 0, model = "m") => breaker.note({ channelId: 1, key, model }, undefined, cooldownSeconds),
    fail: (
      kind: ProblemKind = "server",
      more: { key?: number; model?: string } & Partial<UpstreamProblem> = {},
    ) => {
      const { key = 0, model = "m", ...rest } = more;
      const status = kind === "unreachable" ? 0 : kind === "auth" ? 401 : 500;
      breaker.note({ channelId: 1, key, model }, { kind, status, message: "", ...rest }, cooldownSeconds);
    },
  };
}

function times(count: number, act: () => void): void {
  for (let done = 0; done < count; done++) act();
}

describe("opening", () => {
  it("opens after three consecutive failures of one model", () => {
    const channel = setUp();
    times(2, () => channel.fail());
    channel.succeed();
    times(2, () => channel.fail());
    expect(channel.coolsDown()).toBe(false);
    channel.fail();
    expect(channel.coolsDown()).toBe(true);
    expect(channel.coolsDown("other")).toBe(false);
  });

  it("opens after half of ten calls within a minute failed, in any order", () => {
    const channel = setUp();
    times(4, () => {
      channel.fail();
      channel.succeed();
    });
    channel.succeed();
    expect(channel.coolsDown()).toBe(false);
    channel.fail();
    expect(channel.coolsDown()).toBe(true);
  });

  it("ignores failures that are more than a minute apart", () => {
    const channel = setUp();
    times(4, () => {
      channel.fail();
      channel.succeed();
    });
    channel.pass(70);
    channel.succeed();
    channel.fail();
    expect(channel.coolsDown()).toBe(false);
  });

  it("opens immediately after a rate limit, for the time that the upstream states", () => {
    const channel = setUp();
    channel.fail("rate", { retryAfter: 42 });
    channel.pass(41);
    expect(channel.coolsDown()).toBe(true);
    channel.pass(2);
    expect(channel.coolsDown()).toBe(false);
  });

  it("caps the time that an upstream states", () => {
    for (const retryAfter of [Number.NaN, -5]) {
      const channel = setUp();
      channel.fail("rate", { retryAfter });
      expect(channel.coolsDown()).toBe(true);
      channel.pass(6);
      expect(channel.coolsDown()).toBe(false);
    }
  });

  it("never opens for the caller's own mistakes", () => {
    const channel = setUp();
    times(50, () => channel.fail("request"));
    times(50, () => channel.fail("filter"));
    times(50, () => channel.fail("unsupported", { status: 0 }));
    expect(channel.coolsDown()).toBe(false);
    expect(channel.breaker.count().remembered).toBe(0);
  });

  it("never opens if the first cooldown is zero seconds", () => {
    const { breaker } = setUp();
    times(20, () =>
      breaker.note({ channelId: 1, key: 0, model: "m" }, { kind: "server", status: 500, message: "" }, 0),
    );
    breaker.enter(1, 0, "m");
    expect(breaker.isCoolingDown(1, 1, "m")).toBe(false);
  });
});

describe("keys of one channel", () => {
  it("are used in turn", () => {
    const channel = setUp(3);
    expect([0, 1, 2, 3, 4].map((start) => channel.pick(start))).toEqual([0, 1, 2, 0, 1]);
  });

  it("have independent cooldowns", () => {
    const channel = setUp(3);
    times(3, () => channel.fail("server", { key: 1 }));
    channel.fail("rate", { key: 2 });
    expect([0, 1, 2].map((start) => channel.pick(start))).toEqual([0, 0, 0]);
    expect(channel.coolsDown()).toBe(false);
    times(3, () => channel.fail("server", { key: 0 }));
    expect(channel.pick()).toBeUndefined();
    expect(channel.coolsDown()).toBe(true);
  });

  it("cool down for every model after an authentication or payment error, and for one model after a 403", () => {
    const channel = setUp(2);
    channel.fail("auth", { key: 0, status: 401 });
    channel.fail("auth", { key: 1, status: 403 });
    expect(channel.pick(0, "other")).toBe(1);
    expect(channel.pick(0, "m")).toBeUndefined();
    channel.fail("billing", { key: 1 });
    expect(channel.coolsDown("other")).toBe(true);
  });

  it("all cool down after three consecutive connection failures", () => {
    const channel = setUp(10);
    [0, 1, 2].map((key) => channel.fail("unreachable", { key }));
    expect(channel.coolsDown()).toBe(true);
    channel.pass(6);
    channel.enter(3);
    channel.succeed(3);
    expect(channel.coolsDown()).toBe(false);
  });

  it("do not cool down together while one of them still succeeds", () => {
    const channel = setUp(2);
    times(20, () => {
      channel.fail("unreachable", { key: 0 });
      channel.succeed(1);
    });
    expect(channel.coolsDown()).toBe(false);
    expect([0, 1].map((start) => channel.pick(start))).toEqual([1, 1]);
  });
});

describe("half-open", () => {
  it("admits one probe at a time, whose success closes the breaker", () => {
    const channel = setUp();
    channel.fail("rate");
    channel.pass(6);
    expect(channel.coolsDown()).toBe(false);
    // Reading the state does not take the probe slot.
    expect(channel.coolsDown()).toBe(false);
    channel.enter();
    expect(channel.coolsDown()).toBe(true);
    channel.succeed();
    expect(channel.coolsDown()).toBe(false);
    channel.enter();
    expect(channel.coolsDown()).toBe(false);
  });

  it("doubles the cooldown with every failed probe, up to five minutes, and resets after a success", () => {
    const channel = setUp();
    channel.fail("rate");
    const lengths: number[] = [];
    for (let round = 0; round < 8; round++) {
      let seconds = 0;
      while (channel.coolsDown()) {
        channel.pass(1);
        seconds += 1;
      }
      lengths.push(seconds);
      channel.enter();
      channel.fail("server");
    }
    expect(lengths).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
    channel.pass(301);
    channel.enter();
    channel.succeed();
    channel.fail("rate");
    channel.pass(6);
    expect(channel.coolsDown()).toBe(false);
  });

  it("releases the probe slot if its caller disconnected or made a mistake", () => {
    const channel = setUp();
    channel.fail("rate");
    channel.pass(6);
    channel.enter();
    channel.leave();
    expect(channel.coolsDown()).toBe(false);
    channel.enter();
    expect(channel.coolsDown()).toBe(true);
    channel.fail("request");
    expect(channel.coolsDown()).toBe(false);
    channel.enter();
    channel.fail();
    expect(channel.coolsDown()).toBe(true);
  });

  it("releases the probe slot of a call that never ends", () => {
    const channel = setUp();
    channel.fail("rate");
    channel.pass(6);
    channel.enter();
    channel.pass(61);
    expect(channel.coolsDown()).toBe(false);
  });

  it("ignores the success of a call that began before the failure", () => {
    const channel = setUp();
    channel.fail("rate", { retryAfter: 60 });
    channel.succeed();
    expect(channel.coolsDown()).toBe(true);
  });

  it("closes after the success of a call that was sent although all keys cool down", () => {
    const channel = setUp();
    channel.fail("rate", { retryAfter: 60 });
    channel.enter();
    channel.succeed();
    expect(channel.coolsDown()).toBe(false);
  });

  it("is not extended by running calls, unless the upstream states a later time", () => {
    const channel = setUp();
    times(8, () => channel.fail());
    channel.pass(6);
    expect(channel.coolsDown()).toBe(false);
    channel.enter();
    channel.fail("rate", { retryAfter: 10 });
    channel.fail("rate", { retryAfter: 20 });
    channel.pass(15);
    expect(channel.coolsDown()).toBe(true);
  });
});

describe("all keys cooling down", () => {
  it("returns the key with the oldest failure", () => {
    const channel = setUp(3);
    for (const key of [2, 0, 1]) {
      channel.pass(1);
      channel.fail("rate", { key });
    }
    expect(channel.breaker.leastRecentFailure(1, 3, "m")).toEqual({ key: 2, failedAt: 1_001_000 });
    expect(channel.breaker.leastRecentFailure(7, 3, "m")).toEqual({ key: 0, failedAt: 0 });
  });
});

describe("memory", () => {
  it("drops the state of healthy keys after a minute", () => {
    const channel = setUp();
    channel.fail();
    channel.succeed();
    expect(channel.breaker.count().remembered).toBe(1);
    channel.pass(61);
    channel.succeed();
    expect(channel.breaker.count()).toEqual({ remembered: 0, coolingDown: 0 });
  });

  it("stays bounded for any number of model names, and keeps the newest", () => {
    const channel = setUp();
    for (let count = 0; count < 25_000; count++) channel.fail("rate", { model: `x${count}` });
    expect(channel.breaker.count().remembered).toBe(10_000);
    expect(channel.coolsDown("x24999")).toBe(true);
    expect(channel.coolsDown("x0")).toBe(false);
  });

  it("resets a channel on demand", () => {
    const channel = setUp();
    channel.fail("rate");
    channel.breaker.note({ channelId: 2, key: 0, model: "m" }, { kind: "rate", status: 429, message: "" }, 5);
    channel.breaker.forget(1);
    expect(channel.coolsDown()).toBe(false);
    expect(channel.breaker.isCoolingDown(2, 1, "m")).toBe(true);
  });
});

describe("any sequence of events", () => {
  const event = fc.oneof(
    fc.record({
      act: fc.constant("call" as const),
      kind: fc.constantFrom(undefined, "server", "rate", "auth", "unreachable", "request", "timeout"),
    }),
    fc.record({ act: fc.constantFrom("begin" as const, "leave" as const) }),
    fc.record({ act: fc.constant("pass" as const), seconds: fc.integer({ min: 0, max: 400 }) }),
  );

  it("never excludes a key for longer than five minutes after the last failure plus the probe's minute", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 200 }), (events) => {
        const channel = setUp(2);
        for (const step of events) {
          if (step.act === "pass") channel.pass(step.seconds);
          else if (step.act === "leave") channel.leave();
          else channel.enter();
          if (step.act !== "call") continue;
          if (step.kind === undefined) channel.succeed();
          else channel.fail(step.kind as ProblemKind, { retryAfter: 100_000 });
        }
        channel.pass(361);
        expect(channel.coolsDown()).toBe(false);
        channel.enter();
        channel.succeed();
        expect(channel.pick()).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it("admits at most one probe of many concurrent callers", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 6, max: 50 }), (callers, seconds) => {
        const channel = setUp();
        channel.fail("rate");
        channel.pass(seconds);
        let sent = 0;
        times(callers, () => {
          if (channel.coolsDown()) return;
          channel.enter();
          sent += 1;
        });
        expect(sent).toBe(1);
      }),
    );
  });
});
