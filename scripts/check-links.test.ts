import { expect, it } from "vitest";
import { checkLinks } from "./check-links.ts";
import { plantTree } from "./plant-tree.ts";

const pages = {
  "README.md": "![Start](docs/screenshots/start.png) and [the index](docs/README.md)\n",
  "docs/README.md":
    "# Documents\n\n- [Limits](use/limits.md#rate-limits)\n- [Source](../server/src/start.ts)\n",
  "docs/use/limits.md":
    "# Limits\n\n## Rate limits\n\nSee [above](#limits) and <https://example.org/docs/no.md>.\n",
  "docs/screenshots/start.png": "",
  "server/src/start.ts": "/** Explained in docs/use/limits.md, 'Rate limits'. */\n",
};

const check = (files: Record<string, string> = {}) => {
  using tree = plantTree({ ...pages, ...files });
  return checkLinks(tree.root).map(({ path, line, problem }) => `${path}:${line ?? ""} ${problem}`);
};

it("accepts links, anchors and paths with existing targets", () => {
  expect(check()).toEqual([]);
});

it("rejects a link to a file that is not there, and one from the root", () => {
  expect(check({ "SECURITY.md": "\n[a](docs/none.md)\n[b](/docs/README.md)\n![c](none.png)\n" })).toEqual([
    "SECURITY.md:2 docs/none.md leads to no file",
    "SECURITY.md:3 /docs/README.md leads to no file",
    "SECURITY.md:4 none.png leads to no file",
  ]);
});

it("rejects an anchor without its heading, and names a close one", () => {
  const text = `# A\n[a](docs/use/limits.md#rate)\n[b](#nowhere)\n\n[c]: docs/use/limits.md#none\n`;
  expect(check({ "SECURITY.md": text })).toEqual([
    "SECURITY.md:2 docs/use/limits.md has no heading #rate; write #rate-limits",
    "SECURITY.md:3 SECURITY.md has no heading #nowhere",
    "SECURITY.md:5 docs/use/limits.md has no heading #none",
  ]);
});

it("counts equal headings as GitHub does, and reads no code", () => {
  const text =
    "# Keys\n## Keys\n[a](#keys-1)\n`[b](none.md)`\n```sh\n# Comment\n[c](none.md)\n```\n[d](#comment)\n";
  expect(check({ "SECURITY.md": text })).toEqual(["SECURITY.md:9 SECURITY.md has no heading #comment"]);
});

it("rejects a path or heading in code that is not in docs", () => {
  const text = [
    'const page = "docs/limits.md";',
    "// docs/use/limits.md, 'Sizes'; README.md, 'Start'",
    "// https://platform.openai.com/docs/limits and `docs/adding-a-${kind}.md`",
    'new URL("../../docs/old/limits.md", import.meta.url);',
  ].join("\n");
  expect(check({ "server/src/limits.ts": text })).toEqual([
    "server/src/limits.ts:1 docs/limits.md does not exist",
    'server/src/limits.ts:2 docs/use/limits.md has no heading "Sizes"',
    'server/src/limits.ts:2 README.md has no heading "Start"',
    "server/src/limits.ts:4 docs/old/limits.md does not exist",
  ]);
});

it("rejects a path in a page that is not in the repository", () => {
  const text =
    "`server/src/start.ts`, `server/src/`, `server/src/acme/index.ts`, `npm start`\n`server/src/end.ts`\n";
  expect(check({ "SECURITY.md": text })).toEqual(["SECURITY.md:2 server/src/end.ts does not exist"]);
});

it("accepts paths of a build before the first one", () => {
  const text = "`server/dist`, `console/dist/index.html`\n`server/distant.ts`\n";
  expect(check({ "SECURITY.md": text })).toEqual(["SECURITY.md:2 server/distant.ts does not exist"]);
});

it("rejects an unreachable page, though others link to each other", () => {
  const problem = "no page on the way from the index links to it";
  expect(check({ "docs/use/a.md": "[b](b.md)\n", "docs/use/b.md": "[a](a.md)\n" })).toEqual([
    `docs/use/a.md: ${problem}`,
    `docs/use/b.md: ${problem}`,
  ]);
});

it("finds every page of a folder without an index", () => {
  using tree = plantTree({ "docs/a.md": "# A\n" });
  expect(checkLinks(tree.root)).toHaveLength(1);
});
