import { expect, it } from "vitest";
import { summarizeTests } from "./summarize-tests.ts";

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});

it("counts tests over all files", () => {
  expect(
    summarizeTests({
      testResults: [file("passed", "passed", "passed", "pending"), file("failed", "failed", "todo")],
    }),
  ).toEqual({ line: "2 passed, 1 failed, 2 skipped", failed: 1 });
});

it("counts a file that could not be loaded as a failure", () => {
  expect(
    summarizeTests({ testResults: [file("passed", "passed"), file("failed"), file("failed", "skipped")] }),
  ).toEqual({
    line: "1 passed, 2 failed, 1 skipped",
    failed: 2,
  });
});
