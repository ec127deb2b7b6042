import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const providers = path.resolve(import.meta.dirname, "../../src/relay/providers");
const folders = readdirSync(providers)
  .map((name) => path.join(providers, name, "__fixtures__"))
  .filter((folder) => existsSync(folder));

/** `- `file`: documented <url>` (or a file of this repository), or `- `file`: recorded <model> <date>`. */
const sourceLine =
  /^- `([^`]+)`: (?:documented (?:https:\/\/\S+|\.\.\/(\S+\.md))|recorded \S+ \d{4}-\d{2}-\d{2})$/;

/** Files of a folder that contain a vendor's response. */
function sentFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file !== "SOURCE.md" && file !== "expected.json")
    .toSorted();
}

/** Problems with the source of each file; empty if each has one valid line. */
function findSourceProblems(folder: string, source: string): string[] {
  const lines = source.split("\n").filter((line) => line.startsWith("- "));
  const matches = lines.map((line) => ({ line, match: sourceLine.exec(line) }));
  const named = matches.map(({ match }) => match?.[1]);
  return [
    ...matches.filter(({ match }) => match === null).map(({ line }) => `not a source: ${line}`),
    ...matches
      .map(({ match }) => match?.[2])
      .filter((page) => page !== undefined && !existsSync(path.join(folder, "..", page)))
      .map((page) => `no such page: ${page}`),
    ...sentFiles(folder)
      .filter((file) => named.filter((name) => name === file).length !== 1)
      .map((file) => `${file} is not listed once`),
    ...named
      .filter((name) => name !== undefined && !sentFiles(folder).includes(name))
      .map((name) => `${name} does not exist`),
  ];
}

describe.each(folders.map((folder) => [path.basename(path.dirname(folder)), folder] as const))(
  "fixtures of %s",
  (_name, folder) => {
    it("have a source for each file in SOURCE.md", () => {
      expect(findSourceProblems(folder, readFileSync(path.join(folder, "SOURCE.md"), "utf8"))).toEqual([]);
    });

    it("have an expected result for each file in expected.json", () => {
      const expected = JSON.parse(readFileSync(path.join(folder, "expected.json"), "utf8")) as object;
      expect(Object.keys(expected).toSorted()).toEqual(sentFiles(folder));
    });
  },
);

describe("the syntax of SOURCE.md", () => {
  const folder = folders.find((one) => one.includes("anthropic")) ?? "";
  const source = readFileSync(path.join(folder, "SOURCE.md"), "utf8");

  it.each([
    ["a file without a line", source.replace(/- `chat.json`.*\n/, ""), ["chat.json is not listed once"]],
    [
      "a source without an address",
      source.replace(/(- `chat.json`: documented).*/, "$1 somewhere"),
      ["not a source: - `chat.json`: documented somewhere", "chat.json is not listed once"],
    ],
    [
      "a recording without a date",
      source.replace(/(- `chat.json`:).*/, "$1 recorded claude-sonnet-4-5"),
      ["not a source: - `chat.json`: recorded claude-sonnet-4-5", "chat.json is not listed once"],
    ],
    [
      "a line without a file",
      `${source}- \`gone.json\`: documented https://x.test\n`,
      ["gone.json does not exist"],
    ],
    [
      "a page of ours that is gone",
      source.replace(/(- `chat.json`: documented).*/, "$1 ../GONE.md"),
      ["no such page: GONE.md"],
    ],
    ["a recording", source.replace(/(- `chat.json`:).*/, "$1 recorded claude-sonnet-4-5 2026-03-01"), []],
  ])("checks %s", (_case, text, problems) => {
    expect(findSourceProblems(folder, text)).toEqual(problems);
  });
});
