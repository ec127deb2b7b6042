import { beforeEach, describe, expect, it, vi } from "vitest";
import { lookCount, seriesLook } from "../../design-system/charts/series-look";
import { slotsOf } from "./series-slots";

beforeEach(() => window.localStorage.setItem("chartColors", "{}"));

const names = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `model ${from + index}`);
const looksOf = (slots: ReadonlyMap<string, number>) =>
  [...slots.values()].map((slot) => JSON.stringify(seriesLook(slot, "light")));

describe("the look of a name", () => {
  it("is the same on every chart, in any company, and at the next visit", () => {
    const first = slotsOf("model", names(8));
    expect(slotsOf("model", ["model 5", "model 2"]).get("model 5")).toBe(first.get("model 5"));
    expect(slotsOf("model", ["model 9", "model 5"]).get("model 5")).toBe(first.get("model 5"));
  });

  it("differs from that of every name beside it, however many were seen before", () => {
    for (let from = 0; from < 60; from += 3) {
      const shown = slotsOf("model", names(8, from));
      expect(new Set(looksOf(shown)).size).toBe(8);
      expect(Math.max(...shown.values())).toBeLessThan(lookCount);
    }
  });

  it("has a color of its own while eight are shown for the first time", () => {
    const colors = [...slotsOf("user", names(8)).values()].map((slot) => seriesLook(slot, "dark").color);
    expect(new Set(colors).size).toBe(8);
  });

  it("is kept for the visit where storage is blocked", () => {
    const rejected = vi.spyOn(Storage.prototype, "getItem").mockReturnValue(null);
    const first = slotsOf("channel", ["3", "4"]);
    expect(slotsOf("channel", ["4"]).get("4")).toBe(first.get("4"));
    rejected.mockRestore();
  });

  it("is assigned again where the stored value is invalid", () => {
    window.localStorage.setItem("chartColors", '{"model":[1,2]}');
    expect(slotsOf("model", ["gpt-5"]).get("gpt-5")).toBe(0);
  });
});
