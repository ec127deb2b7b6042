import { spawnSync } from "node:child_process";
import { existsSync, utimesSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { builds, isStale, rejectNode, rejectUnbuilt } from "./ensure-built.ts";
import { repositoryRoot } from "./finding.ts";
import { plantTree } from "./plant-tree.ts";

const { written, sources } = builds.console;
const files = {
  "console/index.html": "",
  "console/vite.config.ts": "",
  "console/src/main.tsx": "",
  "console/src/main.test.tsx": "",
  "contract/src/tokens.ts": "",
};

/** Sets a file's time to so many seconds after the build's. */
function age(root: string, file: string, seconds: number): void {
  const time = 1_700_000_000 + seconds;
  utimesSync(path.join(root, file), time, time);
}

it("builds when there is nothing built", () => {
  using tree = plantTree(files);
  expect(isStale(tree.root, { written, sources })).toBe(true);
});

it.each(Object.keys(files))("compares the build with %s", (changed) => {
  using tree = plantTree({ ...files, [written]: "" });
  age(tree.root, written, 0);
  for (const file of Object.keys(files)) age(tree.root, file, -10);
  expect(isStale(tree.root, { written, sources })).toBe(false);
  age(tree.root, changed, 10);
  expect(isStale(tree.root, { written, sources })).toBe(!changed.endsWith(".test.tsx"));
});

it("names what is not built where nothing can be", () => {
  using built = plantTree({ "console/dist/index.html": "", "server/dist/main.js": "" });
  expect(rejectUnbuilt(built.root)).toBeUndefined();
  using half = plantTree({ "console/dist/index.html": "" });
  expect(rejectUnbuilt(half.root)).toMatch(
    /^server\/dist missing, and development packages are not installed/,
  );
});

it("names only sources that exist", () => {
  for (const { sources: named } of Object.values(builds))
    expect(named.filter((source) => !existsSync(path.join(repositoryRoot, source)))).toEqual([]);
});

it("rejects an old Node with a message that says what to do", () => {
  expect(rejectNode("20.20.0")).toMatch(/needs Node 24 or newer; this is Node 20\.20\.0/);
  expect(rejectNode("24.0.0")).toBeUndefined();
  expect(rejectNode("26.1.0")).toBeUndefined();
});

const systemNode = ["/usr/bin/node", "/usr/local/bin/node"].find((file) => existsSync(file));
const systemMajor =
  systemNode &&
  Number(spawnSync(systemNode, ["-p", "process.versions.node"]).stdout.toString().split(".")[0]);

it.skipIf(!systemNode || !systemMajor || systemMajor >= 24).each(["require-node.mjs", "start.mjs"])(
  "%s shows the message on an old Node too",
  (script) => {
    const run = spawnSync(systemNode ?? "", [path.join(import.meta.dirname, script)], { encoding: "utf8" });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain("needs Node 24 or newer");
  },
);
