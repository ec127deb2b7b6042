import { describe, expect, it } from "vitest";
import { costRatioOf, marginOf } from "./cost-ratio.ts";

describe("the margin of a call", () => {
  it("is what was charged less the channel's share of the list price, whatever the group pays", () => {
    expect(marginOf({ exact: 1000, groupRatio: 1, charged: 1000 }, 0.7)).toEqual({ cost: 700, margin: 300 });
    expect(marginOf({ exact: 500, groupRatio: 0.5, charged: 500 }, 0.7)).toEqual({ cost: 700, margin: -200 });
    expect(marginOf({ exact: 1000, groupRatio: 1, charged: 400 }, 0.7)).toEqual({ cost: 700, margin: -300 });
  });

  it("is unknown for a free group and a channel without a ratio", () => {
    expect(marginOf({ exact: 0, groupRatio: 0, charged: 0 }, 0.7)).toBeUndefined();
    expect(costRatioOf({ plugin: {} })).toBeUndefined();
    expect(costRatioOf({ plugin: { cost: { ratio: "0.7" } } })).toBeUndefined();
    expect(costRatioOf({ plugin: { cost: { ratio: 0.7 } } })).toBe(0.7);
  });
});
