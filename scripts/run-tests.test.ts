import { expect, it } from "vitest";
import { planSteps } from "./run-tests.ts";

const specs = ["e2e/channel-form.spec.ts", "e2e/faces-desk.spec.ts"];

it("builds the console, checks and tests everything without a word, whatever the options", () => {
  const everything = ["ensure-console", "check", "vitest"];
  expect(planSteps([], specs)).toEqual(everything);
  expect(planSteps(["--reporter=json", "--outputFile=tests.json"], specs)).toEqual(everything);
});

it("runs only the tests that a word names, and builds the console only for a browser test", () => {
  expect(planSteps(["pricing"], specs)).toEqual(["vitest"]);
  expect(planSteps(["pricing", "channel"], specs)).toEqual(["ensure-console", "vitest"]);
});
