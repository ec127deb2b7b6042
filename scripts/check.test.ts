import { expect, it } from "vitest";
import { type Check, describeResults, runLane } from "./check.ts";

const passing: Check = { name: "good", run: async () => ({ passed: true, output: "checked 3 files" }) };
const warning: Check = {
  name: "warns",
  run: async () => ({ passed: true, output: "  warning a.ts  has 450 lines" }),
};
const failing: Check = { name: "bad", run: async () => ({ passed: false, output: "a.ts:1 is wrong" }) };
const broken: Check = { name: "broken", run: () => Promise.reject(new Error("no such program")) };

it("continues after a failure and counts a check that cannot run as failed", async () => {
  const results = await runLane([failing, broken, passing]);
  expect(results.map(({ name, passed }) => [name, passed])).toEqual([
    ["bad", false],
    ["broken", false],
    ["good", true],
  ]);
  expect(results[1]?.output).toContain("no such program");
});

it("shows what failed or warns, and a line for every check", async () => {
  const text = describeResults(await runLane([passing, warning, failing]));
  expect(text).toContain("a.ts:1 is wrong");
  expect(text).toContain("has 450 lines");
  expect(text).not.toContain("checked 3 files");
  expect(text.split("\n").slice(-3)).toEqual([
    expect.stringMatching(/^good {3}ok /),
    expect.stringMatching(/^warns {2}ok /),
    expect.stringMatching(/^bad {4}FAILED /),
  ]);
});
