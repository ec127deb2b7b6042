import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "./finding.ts";
import { listFiles } from "./list-files.ts";
import { planSteps } from "./run-tests.ts";

const specs = ["e2e/channel-form.spec.ts", "e2e/faces.spec.ts"];

it("builds the console, checks and tests everything without a filter, with any options", () => {
  const everything = ["ensure-built", "check", "vitest"];
  expect(planSteps([], specs)).toEqual(everything);
  expect(planSteps(["--reporter=json", "--outputFile=tests.json"], specs)).toEqual(everything);
});

it("runs only the tests that match a filter, and builds the console only for a browser test", () => {
  expect(planSteps(["pricing"], specs)).toEqual(["vitest"]);
  expect(planSteps(["pricing", "channel"], specs)).toEqual(["ensure-built", "vitest"]);
});

it("gives every test file that replaces a module a process of its own", () => {
  const config = readFileSync(path.join(repositoryRoot, "vitest.config.ts"), "utf8");
  const unlisted = ["contract", "server", "console", "scripts", "e2e"]
    .flatMap((folder) => listFiles(repositoryRoot, folder))
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .filter((file) => /\bvi\.mock[(]/.test(readFileSync(path.join(repositoryRoot, file), "utf8")))
    .filter((file) => !config.includes(`"${file.replace(/^console\//, "")}"`));
  expect(unlisted).toEqual([]);
});
