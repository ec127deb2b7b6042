import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** docs/develop/security-tests.md names a test for every attack: each named file is there, and holds the title. */
const root = path.resolve(import.meta.dirname, "..");
const rows = readFileSync(path.join(root, "docs/develop/security-tests.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Item"))
  .map((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { item: cells[1] ?? "", test: cells[3] ?? "" };
  });

/** Problem of the line; undefined if it is correct. */
function problemOf(test: string): string | undefined {
  if (test === "not built") return undefined;
  const [, file, title] = /^`([^`]+)` "(.+)"$/.exec(test) ?? [];
  if (file === undefined || title === undefined) return 'names no test: `file` "title"';
  if (!existsSync(path.join(root, file))) return `${file} is not there`;
  const source = readFileSync(path.join(root, file), "utf8").replaceAll('\\"', '"');
  return source.includes(title) ? undefined : `${file} has no test "${title}"`;
}

it("every line of docs/develop/security-tests.md names a test that exists, or a feature that does not", () => {
  expect(rows.length).toBeGreaterThan(90);
  const problems = rows.flatMap(({ item, test }) => {
    const problem = problemOf(test);
    return problem === undefined ? [] : [`${item}: ${problem}`];
  });
  expect(problems).toEqual([]);
});

it("rejects a line with a wrong file, title or form", () => {
  const here = "`scripts/security-tests.test.ts`";
  expect(problemOf(`${here} "a line is rejected whose file"`)).toBeUndefined();
  expect(problemOf('`scripts/none.test.ts` "x"')).toContain("is not there");
  expect(problemOf(`${here} "${["a title", "of no test"].join(" ")}"`)).toContain("has no test");
  expect(problemOf("later")).toContain("names no test");
});
