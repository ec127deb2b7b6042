import { describe, expect, it } from "vitest";
import { createSpareRule, type OfferingChannel } from "./spare-channels.ts";

const channel = (id: number, models: string[], groups = ["default"]): OfferingChannel => ({
  id,
  models,
  groups,
});

describe("createSpareRule", () => {
  it.each([
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 2],
    [7, 3],
  ])("of %d channels of one model disables at most %d", (count, most) => {
    const rule = createSpareRule(Array.from({ length: count }, (_, id) => channel(id, ["m"])));
    const answers = Array.from({ length: count }, (_, id) => rule.takeAway(id));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(most);
    expect(new Set(answers.slice(most))).toEqual(new Set(["m"]));
  });

  it("names the model that would be short, among many that would not", () => {
    const rule = createSpareRule([channel(1, ["a", "b"]), channel(2, ["a"]), channel(3, ["a"])]);
    expect(rule.takeAway(1)).toBe("b");
    expect(rule.takeAway(2)).toBeUndefined();
    expect(rule.takeAway(3)).toBe("a");
  });

  it("counts each group separately", () => {
    const rule = createSpareRule([channel(1, ["m"], ["default", "vip"]), channel(2, ["m"], ["default"])]);
    expect(rule.takeAway(1)).toBe("m");
    expect(rule.takeAway(2)).toBeUndefined();
  });

  it("counts a channel with a wildcard for the names it covers", () => {
    const rule = createSpareRule([channel(1, ["gpt-5"]), channel(2, ["gpt-*"]), channel(3, ["claude-*"])]);
    expect(rule.takeAway(1)).toBeUndefined();
    expect(rule.takeAway(2)).toBe("gpt-*");
    expect(rule.takeAway(3)).toBe("claude-*");
  });

  it("does not count a channel that is disabled already", () => {
    expect(createSpareRule([channel(1, ["m"])]).takeAway(2)).toBeUndefined();
  });
});
