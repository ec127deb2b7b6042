import { describe, expect, it } from "vitest";
import { aPulse } from "../../../test/a-usage";
import { classifyPulse } from "./classify-pulse";

const noChannels = { failing: 0, degraded: 0, healthy: 0, idle: 0 };
const stateOf = (calls: Parameters<typeof aPulse>[1], states: Partial<typeof noChannels> = {}) => {
  const pulse = aPulse({}, calls);
  return classifyPulse({ ...pulse, channels: { ...pulse.channels, states: { ...noChannels, ...states } } })
    .state;
};

describe("the state of the gateway", () => {
  it.each([
    ["idle without calls", {}, {}, "idle"],
    ["healthy while calls are answered", { requests: 900, failed: 9 }, { healthy: 2 }, "healthy"],
    [
      "healthy although rejected and cancelled calls are many",
      { requests: 9, refused: 6, cancelled: 3 },
      {},
      "healthy",
    ],
    ["healthy with a few failures of a quiet hour", { requests: 8, failed: 2, cut: 2 }, {}, "healthy"],
    [
      "degraded if the few calls of an hour all failed",
      { requests: 3, failed: 2, refused: 1 },
      {},
      "degraded",
    ],
    ["degraded with one call of fifty that fails", { requests: 250, failed: 4, cut: 1 }, {}, "degraded"],
    ["degraded while one of its channels fails", { requests: 90 }, { failing: 1, healthy: 1 }, "degraded"],
    ["failing with every fourth call", { requests: 20, failed: 5 }, { healthy: 3 }, "failing"],
    ["failing while every channel fails", { requests: 2, failed: 2 }, { failing: 2, idle: 1 }, "failing"],
  ])("is %s", (_name, calls, states, expected) => {
    expect(stateOf(calls, states)).toBe(expected);
  });
});
