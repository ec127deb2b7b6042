import { readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { listFiles } from "./list-files.ts";

const reasoned: Rule = {
  name: "every exception has its reason",
  reason: "an exception without a reason is copied by the next reader; write the reason after `--`",
  document: "CONTRIBUTING.md, 'House style'",
};

const formatter: Rule = {
  name: "the linter is oxlint",
  reason:
    "biome only formats here, so its lint directives do nothing; write oxlint-disable-next-line <rule> -- <reason>",
  document: "docs/develop/decisions/0006-lint-and-format.md",
};

const folders = ["contract", "server", "console", "e2e", "benchmarks", "scripts"];
const directive =
  /^\s*(?:\/\/|\/\*|\{\s*\/\*)\s*(oxlint-disable|eslint-disable|biome-ignore|@ts-expect-error|@ts-ignore)/;

/** Lint and compiler exceptions must give a reason. */
export function checkExceptions(root: string): Finding[] {
  return folders
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file) && !file.includes("/__fixtures__/"))
    .flatMap((file) =>
      readFileSync(path.join(root, file), "utf8")
        .split("\n")
        .flatMap((text, index) => checkLine(file, index + 1, text)),
    );
}

function checkLine(file: string, line: number, text: string): Finding[] {
  const name = directive.exec(text.replace(/^.*;\s*(?=\/\/ (?:oxlint|eslint)-disable-line)/, ""))?.[1];
  if (name === undefined) return [];
  const rest = text.slice(text.indexOf(name) + name.length);
  if (name === "biome-ignore" && !rest.startsWith(" format")) {
    return [{ rule: formatter, path: file, line, problem: "speaks to a linter that is not used" }];
  }
  const reason = name.startsWith("@ts-")
    ? rest
    : name === "biome-ignore"
      ? rest.split(":")[1]
      : rest.split("--")[1];
  const words = (reason ?? "").replace("*/", "").match(/[\p{L}\d]+/gu) ?? [];
  return words.length >= 2 ? [] : [{ rule: reasoned, path: file, line, problem: `${name} without a reason` }];
}

if (import.meta.main) reportFindings(checkExceptions(repositoryRoot));
