import type { DashboardRow } from "@tollgate/contract/dashboard";
import { describe, expect, it } from "vitest";
import { axisDecimals, lastSevenDays, summarizeUsage } from "./summarize-usage";

const now = new Date(2026, 4, 20, 9, 30);

function aRow(part: Partial<DashboardRow> = {}): DashboardRow {
  return {
    Date: "2026-05-20",
    ModelName: "gpt-5",
    RequestCount: 2,
    Quota: 100,
    PromptTokens: 30,
    CompletionTokens: 10,
    RequestTime: 3000,
    TimedCount: 2,
    ...part,
  };
}

describe("summarizeUsage", () => {
  it("counts today, yesterday and the seven days", () => {
    const usage = summarizeUsage(
      [
        aRow(),
        aRow({ ModelName: "claude" }),
        aRow({ Date: "2026-05-19", Quota: 50 }),
        aRow({ Date: "2026-05-13" }),
      ],
      now,
    );
    expect(usage.days).toEqual([
      "2026-05-14",
      "2026-05-15",
      "2026-05-16",
      "2026-05-17",
      "2026-05-18",
      "2026-05-19",
      "2026-05-20",
    ]);
    expect(usage.today).toEqual({ quota: 200, requests: 4, tokens: 80 });
    expect(usage.yesterday).toEqual({ quota: 50, requests: 2, tokens: 40 });
    expect(usage.perDay[0]).toEqual({ quota: 0, requests: 0, tokens: 0 });
    expect(usage.models.map((model) => [model.model, model.quota, model.averageTime])).toEqual([
      ["gpt-5", 150, 1500],
      ["claude", 100, 1500],
    ]);
    expect(usage.models[0]?.share).toBeCloseTo(0.6);
  });

  it("draws eight models and one series for all others", () => {
    const rows = Array.from({ length: 11 }, (_, index) =>
      aRow({ ModelName: `m${index}`, Quota: 100 - index }),
    );
    const { series } = summarizeUsage(rows, now);
    expect(series).toHaveLength(9);
    expect(series.at(-1)).toMatchObject({ model: undefined });
    expect(series.at(-1)?.values.at(-1)?.quota).toBe(92 + 91 + 90);
  });

  it("has nothing to draw without rows", () => {
    expect(summarizeUsage([], now)).toMatchObject({ series: [], models: [] });
  });
});

describe("days and changes", () => {
  it("counts by calendar over the end of a month", () => {
    expect(lastSevenDays(new Date(2026, 2, 2))[0]).toBe("2026-02-24");
  });
});

describe("the axis of spending", () => {
  it.each([
    [0, 2],
    [120, 2],
    [0.2, 2],
    [0.03, 3],
    [0.0045, 4],
    [0.0000001, 6],
  ])("up to $%d has %d decimals, so that no two steps look alike", (most, decimals) => {
    expect(axisDecimals(most)).toBe(decimals);
  });
});
