import { describe, expect, it } from "vitest";
import { aGroup, aSeries } from "../../../test/a-usage";
import { groupLooks, otherId, shownGroups, usageChartSeries } from "./usage-chart-series";

const labels = {
  owners: true,
  none: "No model",
  other: "Other",
  deleted: (name: string) => `${name} (deleted)`,
};

describe("groups of a chart", () => {
  const many = aSeries(
    Array.from({ length: 12 }, (_, index) => aGroup(`m${index}`, [{ quota: 100 - index }])),
  );

  it("are eight at most, and one that sums the rest with what the server summed", () => {
    const other = {
      groups: 5,
      total: aGroup("x", [{ quota: 7 }]).total,
      values: aGroup("x", [{ quota: 7 }]).values,
    };
    const groups = shownGroups({ ...many, other }, labels);
    expect(groups.map(({ id }) => id)).toEqual(["m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", otherId]);
    // 92 + 91 + 90 + 89 of the four smallest, and 7.
    expect(groups.at(-1)?.total.quota).toBe(369);
    expect(groups.at(-1)?.values.quota.at(-1)).toBe(369);
  });

  it("keep the sum of all", () => {
    const sum = shownGroups(many, labels).reduce((total, group) => total + group.total.quota, 0);
    expect(sum).toBe(many.total.quota);
  });

  it("are called by name, by owner, as deleted, or as having none", () => {
    const series = aSeries([
      aGroup("3", [], { label: "IDE", owner_name: "ada" }),
      aGroup("4", [], { label: "Old", deleted: true }),
      aGroup("", [], { label: "" }),
    ]);
    expect(shownGroups(series, labels).map(({ label }) => label)).toEqual([
      "ada / IDE",
      "Old (deleted)",
      "No model",
    ]);
    expect(shownGroups(series, { ...labels, owners: false })[0]?.label).toBe("IDE");
  });

  it("have gaps where an average is of nothing, and are left out where nothing is", () => {
    const series = aSeries([
      aGroup("a", [{ timed_requests: 2, response_time: 3000 }, {}]),
      aGroup("b", [{ requests: 1 }]),
    ]);
    const groups = shownGroups(series, labels);
    const looks = groupLooks(groups, { by: "model", mode: "light" });
    const [only, ...rest] = usageChartSeries(groups, looks, "latency");
    expect(rest).toEqual([]);
    expect(only?.values).toEqual([null, null, null, null, null, 1500, null]);
  });
});
