import { describe, expect, it } from "vitest";
import { exactQuota, formatQuota } from "./quota.ts";

const dollars = { quotaPerUnit: 500_000, displayInCurrency: true };

describe("an amount", () => {
  it.each([
    [0, "$0.00"],
    [500_000, "$1.00"],
    [987_654_321_098, "$1,975,308.64"],
    [-617_283_500_000, "-$1,234,567.00"],
    [-2_500, "-$0.01"],
    [2_499, "$0.004998"],
    [-1, "-$0.000002"],
  ])("of %i is shown in dollars as %s", (quota, shown) => {
    expect(formatQuota(quota, dollars)).toBe(shown);
  });

  it("keeps as many decimals as are requested", () => {
    expect(formatQuota(1_234_567_890, dollars, 6)).toBe("$2,469.135780");
    expect(formatQuota(1_234_567_890, dollars, 0)).toBe("$2,469");
  });

  it("is abbreviated where the site shows no dollars", () => {
    expect(formatQuota(1_234_567, { ...dollars, displayInCurrency: false })).toBe("1.2M");
  });

  it("is written in full, in dollars and quota", () => {
    expect(exactQuota(987_654_321_098, 500_000)).toBe("$1,975,308.642196 (987,654,321,098)");
  });
});
