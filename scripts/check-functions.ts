import { readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { isTestFile, listFiles } from "./list-files.ts";
import { blankComments, lineAt } from "./read-source.ts";

const rule: Rule = {
  name: "no function is written into a property",
  reason:
    "V8 allocates such a function in the old generation, where it keeps everything it can reach until the next major collection",
  document: "docs/develop/performance.md",
};

/** Rooms whose code runs for each call. */
const rooms = [
  "server/src/relay",
  "server/src/relay-adapters",
  "server/src/ledger",
  "server/src/http/direct",
  "server/src/platform",
];

/** `a.b = () => …`, `a.#b ??= async x => …`, `a[b] = function …`. Not `a.b = name`, a class field, nor a type `A["b"]`. */
const assignment =
  /(?:\.#?\w+|\w\])\s*(?:\?\?|\|\||&&)?=\s*(?:async\s+)?(?:function\b|\w+\s*=>|\((?:[^()]|\([^()]*\))*\)\s*(?::[^=;{}]+)?=>)/g;

/** Functions that are assigned to a property where they are written. A constant in between is allocated as everything else. */
export function checkFunctions(root: string): Finding[] {
  return rooms
    .flatMap((room) => listFiles(root, room))
    .filter((file) => file.endsWith(".ts") && !isTestFile(file) && !file.includes("/__fixtures__/"))
    .flatMap((file) => {
      const source = blankComments(readFileSync(path.join(root, file), "utf8"));
      return [...source.matchAll(assignment)].map(({ index }) => ({
        rule,
        path: file,
        line: lineAt(source, index),
        problem: "assigns a function to a property: give it a name first",
      }));
    });
}

if (import.meta.main) reportFindings(checkFunctions(repositoryRoot));
