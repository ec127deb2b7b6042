import { describe, expect, it } from "vitest";
import type { ProblemKind, UpstreamProblem } from "../canonical/problem.ts";
import { createCooldowns } from "./cooldowns.ts";

function setUp() {
  let now = 1_000_000;
  const cooldowns = createCooldowns(() => now);
  const problem = (kind: ProblemKind): UpstreamProblem => ({ kind, status: 500, message: "" });
  return {
    pass: (seconds: number) => void (now += seconds * 1000),
    isCooling: (model = "m") => cooldowns.isCooling(1, model),
    enter: () => cooldowns.enter(1, "m"),
    succeed: () => cooldowns.note(1, "m", undefined, 5),
    fail: (kind: ProblemKind = "server", model = "m", rest = 5) =>
      cooldowns.note(1, model, problem(kind), rest),
  };
}

describe("createCooldowns", () => {
  it("rests after three failures in a row, or one refusal for the rate", () => {
    const channel = setUp();
    channel.fail();
    channel.fail();
    channel.succeed();
    channel.fail();
    channel.fail();
    expect(channel.isCooling()).toBe(false);
    channel.fail();
    expect(channel.isCooling()).toBe(true);
    expect(channel.isCooling("other")).toBe(false);
    channel.fail("rate", "other");
    expect(channel.isCooling("other")).toBe(true);
    for (let count = 0; count < 5; count++) channel.fail("request", "third");
    expect(channel.isCooling("third")).toBe(false);
  });

  it("lets exactly one request through after the rest, until it succeeds", () => {
    const channel = setUp();
    channel.fail("rate");
    channel.pass(6);
    expect(channel.isCooling()).toBe(false);
    // Looking does not take the turn.
    expect(channel.isCooling()).toBe(false);
    channel.enter();
    expect(channel.isCooling()).toBe(true);
    channel.succeed();
    expect(channel.isCooling()).toBe(false);
    channel.enter();
    expect(channel.isCooling()).toBe(false);
  });

  it("rests again when that request fails, whatever it fails of", () => {
    const channel = setUp();
    channel.fail("rate");
    channel.pass(6);
    channel.enter();
    channel.fail("server");
    expect(channel.isCooling()).toBe(true);
    channel.pass(6);
    expect(channel.isCooling()).toBe(false);
  });

  it("does not wait for ever for a request that is never heard of again", () => {
    const channel = setUp();
    channel.fail("rate");
    channel.pass(6);
    channel.enter();
    channel.pass(61);
    expect(channel.isCooling()).toBe(false);
  });

  it("never rests where the rest is zero seconds", () => {
    const channel = setUp();
    for (let count = 0; count < 5; count++) channel.fail("server", "m", 0);
    channel.enter();
    expect(channel.isCooling()).toBe(false);
  });

  it("stays small however many names callers think of, and keeps the newest", () => {
    const channel = setUp();
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 200_000; count++) channel.fail("rate", `${"x".repeat(100)}${count}`);
    expect(channel.isCooling(`${"x".repeat(100)}199999`)).toBe(true);
    expect(channel.isCooling(`${"x".repeat(100)}0`)).toBe(false);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000);
  });

  it("sweeps what is long over when room is needed", () => {
    const channel = setUp();
    for (let count = 0; count < 10_000; count++) channel.fail("rate", `old-${count}`, 1);
    channel.pass(1000);
    channel.fail("rate", "new");
    expect(channel.isCooling("new")).toBe(true);
  });
});
