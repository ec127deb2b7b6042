import { readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { listFiles } from "./list-files.ts";

const rule: Rule = {
  name: "file sizes",
  reason:
    "a file that passes 500 lines does more than one thing and is hard to review; over 400 is a question for the review",
  document: "CONTRIBUTING.md, 'House style'",
};

const folders = ["contract", "server", "console", "e2e", "benchmarks", "scripts"];
const source = /\.(ts|tsx|js|mjs|cjs|css|html|sql|sh)$/;
const excepted = /\/(__fixtures__|__snapshots__|locales|generated)\/|\.generated\.|\.d\.ts$/;

const failAt = 500;
const warnAt = 400;

/** Source files over 500 lines fail, over 400 are a warning. Fixtures, locales and generated files may be long. */
export function checkSizes(root: string): Finding[] {
  return folders
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => source.test(file) && !excepted.test(file))
    .flatMap((file) => {
      const lines = countLines(readFileSync(path.join(root, file), "utf8"));
      if (lines <= warnAt) return [];
      const problem = `has ${lines} lines`;
      return [{ rule, path: file, problem, warning: lines <= failAt }];
    });
}

function countLines(text: string): number {
  return text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}

if (import.meta.main) reportFindings(checkSizes(repositoryRoot));
