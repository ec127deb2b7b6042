import { expect, it } from "vitest";
import { checkWords } from "./check-words.ts";
import { plantTree } from "./plant-tree.ts";
import words from "./plain-words.json" with { type: "json" };

/** A word of the list, so that it is written in the list alone. */
const listed = (start: string): string => Object.keys(words).find((word) => word.startsWith(start)) ?? "";
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const places = (root: string) => checkWords(root).map(({ path, line }) => `${path}:${line ?? 0}`);

it.each([
  ["a comment", "server/src/relay/a.ts", `// The caller is ${listed("tol")}.\n`],
  [
    "a comment over two lines",
    "server/src/a.ts",
    `/**\n * it ends ${listed("by it").replace(" ", "\n * ")}\n */`,
  ],
  ["a name", "console/src/app/a.ts", `const is${capital(listed("tol"))} = 1;`],
  ["a test title", "e2e/a.spec.ts", `it("lets ${listed("nobod")} in", () => {});`],
  [
    "a shared text of the console",
    "console/src/lib/i18n/locales/en_US/common.json",
    `{ "a": "${listed("tol")}" }`,
  ],
  [
    "a text of the console",
    "console/src/screens/tokens/locales/en_US.json",
    `{ "a": "${capital(listed("somebod"))}" }`,
  ],
  ["a document", "docs/use/a.md", `The page of ${listed("whoev")} signs in.`],
  ["a README", "README.md", capital(listed("besid"))],
])("finds a listed word in %s", (_place, file, text) => {
  using tree = plantTree({ [file]: text });
  expect(places(tree.root)).toHaveLength(1);
});

it("finds a listed word in the name of a file", () => {
  using tree = plantTree({ [`server/src/add-${listed("wis")}.ts`]: "" });
  expect(places(tree.root)).toEqual([`server/src/add-${listed("wis")}.ts:0`]);
});

it("names the line and the field's word", () => {
  using tree = plantTree({ "docs/a.md": `# Title\n\nStart ${listed("ane")}.\n` });
  expect(checkWords(tree.root)).toMatchObject([
    { path: "docs/a.md", line: 3, problem: `"${listed("ane")}": write again` },
  ]);
});

it("leaves longer words, other languages and data of vendors alone", () => {
  using tree = plantTree({
    "docs/a.md": `the ${listed("tol")}er, ${listed("wis")}list, s${listed("tol")}`,
    "console/src/screens/tokens/locales/ja_JP.json": `{ "a": "${listed("tol")}" }`,
    "server/src/relay/formats/kit/__fixtures__/relay-in-process.ts": listed("tol"),
  });
  expect(places(tree.root)).toEqual([]);
});
