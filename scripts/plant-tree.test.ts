import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "./finding.ts";
import { listFiles } from "./list-files.ts";

/** Planted deliberately outside every room, and in place of generated files. */
const nowhere = ["server/src/utils/text.ts", "server/src/storage/generated/rows.ts"];

/** A path of a source file, as tests write it, whole or with its folder as a constant before it. */
const plantedPath = /["'`]((?:contract|server|console)\/(?:src|test)\/[\w./-]*[\w-])(?=["'`])/g;

/** A planted file is in a folder of the repository, or is a new item among items of its kind. */
function isReal(file: string): boolean {
  const folder = path.join(repositoryRoot, path.dirname(file));
  return existsSync(folder) || (existsSync(path.dirname(folder)) && /acme/.test(path.basename(folder)));
}

it("every file that a test of the checks plants lies in a folder of the repository", () => {
  const tests = listFiles(repositoryRoot, "scripts").filter((file) => file.endsWith(".test.ts"));
  const planted = tests.flatMap((test) =>
    [...readFileSync(path.join(repositoryRoot, test), "utf8").matchAll(plantedPath)].map(
      ([, file = ""]) => [test, file] as const,
    ),
  );
  expect(planted.length).toBeGreaterThan(100);
  const invented = planted.filter(([, file]) => !isReal(file) && !nowhere.includes(file));
  expect(invented).toEqual([]);
});
