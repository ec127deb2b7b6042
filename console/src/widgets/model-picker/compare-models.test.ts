import { describe, expect, it } from "vitest";
import { compareModels, mergePicked } from "./compare-models.ts";

describe("compareModels", () => {
  it("distinguishes new, existing and removed models", () => {
    expect(compareModels(["gpt-4", "old"], ["gpt-5", "gpt-4"])).toEqual([
      { name: "gpt-5", presence: "new" },
      { name: "gpt-4", presence: "existing" },
      { name: "old", presence: "removed" },
    ]);
  });

  it("never marks a mapped name or a wildcard as removed", () => {
    expect(compareModels(["my-model", "gpt-3.5*"], ["gpt-4"], ["my-model"])).toEqual([
      { name: "gpt-4", presence: "new" },
    ]);
  });
});

describe("mergePicked", () => {
  it("keeps the order and the names that were not shown", () => {
    const current = ["b", "my-model", "gone"];
    const compared = compareModels(current, ["a", "b"], ["my-model"]);
    expect(mergePicked(current, compared, new Set(["a", "b"]))).toEqual(["b", "my-model", "a"]);
  });
});
