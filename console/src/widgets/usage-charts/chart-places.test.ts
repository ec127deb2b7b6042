import { describe, expect, it } from "vitest";
import { chartPlaces } from "./chart-places";

const at = (text: string): number => Date.parse(text) / 1000;

describe("places of a chart", () => {
  it("are named in the reader's zone and language", () => {
    const days = { starts: [at("2026-06-02T22:00:00Z")], step: "day", zone: "Europe/Berlin" } as const;
    expect(chartPlaces({ ...days, language: "en_US" })).toEqual([
      { label: "Jun 3", title: "Wed, Jun 3, 2026" },
    ]);
    expect(chartPlaces({ ...days, language: "zh_CN" })[0]?.label).toBe("6月3日");
  });

  it("distinguish the repeated hour of a daylight saving change", () => {
    const starts = ["2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"].map(at);
    const [first, second] = chartPlaces({ starts, step: "hour", language: "en_US", zone: "Europe/Berlin" });
    expect(first?.label).toBe("02:00");
    expect(second?.title).not.toBe(first?.title);
  });
});
