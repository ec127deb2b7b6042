import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { describeConformanceMatrix } from "./matrix/describe-conformance-matrix.ts";

const file = path.resolve(import.meta.dirname, "../../../docs/use/formats.md");
const { document, checks, silent } = describeConformanceMatrix();

describe("the conformance document", () => {
  it("is up to date", () => {
    expect(readFileSync(file, "utf8") === document, "run npm run conformance").toBe(true);
  });

  it("finds no loss that is not reported", () => {
    expect(silent).toEqual([]);
    expect(checks).toBeGreaterThan(2000);
  });
});
