import { describe, expect, it } from "vitest";
import { createAffinity } from "./affinity.ts";

function setUp() {
  let now = 1_000_000;
  return { affinity: createAffinity(() => now), pass: (seconds: number) => void (now += seconds * 1000) };
}

const target = { channelId: 7, key: 2 };

describe("createAffinity", () => {
  it("returns a conversation to its last channel", () => {
    const { affinity } = setUp();
    expect(affinity.find(1)).toBeUndefined();
    affinity.remember(1, target);
    expect(affinity.find(1)).toEqual(target);
    expect(affinity.find(2)).toBeUndefined();
    affinity.remember(1, { channelId: 8, key: 0 });
    expect(affinity.find(1)).toEqual({ channelId: 8, key: 0 });
  });

  it("expires after five minutes without a turn, and not before", () => {
    const { affinity, pass } = setUp();
    affinity.remember(1, target);
    for (let turn = 0; turn < 5; turn++) {
      pass(299);
      expect(affinity.find(1)).toEqual(target);
    }
    pass(300);
    expect(affinity.find(1)).toBeUndefined();
    expect(affinity.size).toBe(0);
  });

  it("is cleared on demand, after a failure", () => {
    const { affinity } = setUp();
    affinity.remember(1, target);
    affinity.forget(1);
    expect(affinity.find(1)).toBeUndefined();
  });

  it("does not send many callers with the same opening to one channel", () => {
    const { affinity, pass } = setUp();
    affinity.remember(1, target);
    const led = Array.from({ length: 200 }, () => affinity.find(1)).filter(Boolean);
    expect(led).toHaveLength(60);
    pass(60);
    expect(affinity.find(1)).toEqual(target);
  });

  it("keeps the fifty thousand most recently used", () => {
    const { affinity } = setUp();
    for (let conversation = 0; conversation < 50_000; conversation++) affinity.remember(conversation, target);
    affinity.find(0);
    affinity.remember(50_000, target);
    expect(affinity.size).toBe(50_000);
    expect(affinity.find(0)).toEqual(target);
    expect(affinity.find(1)).toBeUndefined();
  });
});
