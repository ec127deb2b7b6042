import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "./finding.ts";
import { writeReadmeTables } from "./readme-tables.ts";

describe("the tables of the README", () => {
  const readme = readFileSync(path.join(repositoryRoot, "README.md"), "utf8");

  it("match the registries", () => {
    expect(writeReadmeTables(readme) === readme, "run npm run readme").toBe(true);
  });

  it("are regenerated where they were edited", () => {
    const changed = readme.replace("| Chat Completions |", "| Chat |");
    expect(changed).not.toBe(readme);
    expect(writeReadmeTables(changed)).toBe(readme);
  });
});
