import { expect, it } from "vitest";
import { repositoryRoot } from "./finding.ts";
import { findGroups, measureFolders, measureGraph, readGraph } from "./import-graph.ts";
import { plantTree } from "./plant-tree.ts";

it("counts files, layers and imports, type-only imports included, and leaves tests out", () => {
  using tree = plantTree({
    "src/app.ts": 'import { one } from "./parts/one.ts";\nimport type { Two } from "./parts/two.ts";\n',
    "src/parts/one.ts": 'export { two } from "./two.ts";\n',
    "src/parts/two.ts": "export const two = 2;\n",
    "src/parts/one.test.ts": 'import "./one.ts";\n',
  });
  const graph = readGraph(tree.root, "src");
  expect(measureGraph(graph, "src")).toEqual({ files: 3, top: 1, floors: 3, arrows: 3, circles: [] });
  expect(measureFolders(graph, "src").get(".")).toEqual(["parts"]);
});

it("finds cycles of type-only imports, and imports without an extension", () => {
  using tree = plantTree({
    "src/one.tsx": 'import type { Two } from "./two";\n',
    "src/two.ts": 'import type { One } from "./one";\n',
  });
  expect(measureGraph(readGraph(tree.root, "src"), "src").circles).toEqual([["src/one.tsx", "src/two.ts"]]);
});

it("names every group after those that it imports", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b"]],
  ]);
  expect(findGroups(graph)).toEqual([["b", "c"], ["a"]]);
});

it("has no circles in the workspaces, and at most twelve files at the relay's top", () => {
  for (const folder of ["contract/src", "server/src", "console/src"])
    expect(measureGraph(readGraph(repositoryRoot, folder), folder).circles, folder).toEqual([]);
  const relay = "server/src/relay";
  expect(measureGraph(readGraph(repositoryRoot, relay), relay).top).toBeLessThanOrEqual(12);
});

it("has no circle among the rooms of the relay's steps", () => {
  const between = measureFolders(readGraph(repositoryRoot, "server/src/relay"), "server/src/relay");
  // The top holds the pipeline above the steps and the types below them.
  const steps = new Map([...between].filter(([name]) => name !== "."));
  const arrows = new Map([...steps].map(([name, targets]) => [name, targets.filter((to) => steps.has(to))]));
  expect(findGroups(arrows).filter((group) => group.length > 1)).toEqual([]);
});
