import { multiplierOfDollars } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { dollarsOfMultiplier, exampleCost, exampleUnitCost } from "./price-units.ts";

describe("price units", () => {
  it("turns the specification's multiplier 15 into $30 per million tokens and back", () => {
    expect(dollarsOfMultiplier("tokens", 15)).toBe(30);
    expect(multiplierOfDollars("tokens", 30)).toBe(15);
  });

  it("prices a call at $0.002 per multiplier", () => {
    expect(dollarsOfMultiplier("times", 50)).toBe(0.1);
    expect(multiplierOfDollars("times", 0.1)).toBe(50);
  });

  it("shows no binary noise", () => {
    expect(dollarsOfMultiplier("tokens", 0.15)).toBe(0.3);
    expect(multiplierOfDollars("tokens", 0.3)).toBe(0.15);
  });

  it("computes the example call as the relay would", () => {
    expect(exampleCost({ type: "tokens", input: 1.25, output: 5 })).toBe(3_750);
    expect(exampleCost({ type: "times", input: 50, output: 0 })).toBe(50_000);
    expect(exampleCost({ type: "tokens", input: Number.NaN, output: 5 })).toBeUndefined();
  });

  it("computes the example of a price by second, picture or character in that unit", () => {
    expect(exampleUnitCost("second", 0.1)).toBe(3_000_000);
    expect(exampleUnitCost("picture", 0.04)).toBe(20_000);
    expect(exampleUnitCost("character", 0.000015)).toBe(7_500);
  });
});
