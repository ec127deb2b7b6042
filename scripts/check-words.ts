import { readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { listFiles } from "./list-files.ts";
import { lineAt } from "./read-source.ts";

const rule: Rule = {
  name: "plain words",
  reason: "the field's word is the one that readers and searches look for",
  document: "CONTRIBUTING.md, 'Plain words'",
};

/** Words that are wrong in every context, with the field's words for them. */
const wordList = "scripts/plain-words.json";
const suggestions = JSON.parse(readFileSync(path.join(repositoryRoot, wordList), "utf8")) as Record<
  string,
  string
>;

const folders = [".github", "benchmarks", "console", "contract", "docs", "e2e", "scripts", "server"];
const rootFiles = /^[A-Z_]+\.md$/;
const read = /\.(ts|tsx|mjs|css|html|sh|yml|md|md\.txt|tsx?\.txt)$|\/locales\/en_US(\/.+)?\.json(\.txt)?$/;
/** Recorded answers of vendors, and raw results, are data. */
const data = /\/(__fixtures__|results|generated)\//;

const first = (word: string): string => word.charAt(0);
const pattern = new RegExp(
  Object.keys(suggestions)
    .toSorted((a, b) => b.length - a.length)
    .map((text) => {
      const [head = "", ...tail] = text.split(" ");
      const name = `(?:(?<![A-Za-z])[${first(head)}${first(head).toUpperCase()}]|(?<=[a-z])${first(head).toUpperCase()})`;
      return [`${name}${head.slice(1)}`, ...tail].join(String.raw`(?:\s+(?:\*\s+|//\s+)?|-)`);
    })
    .map((text) => `${text}(?![a-z])`)
    .join("|"),
  "g",
);

/**
 * Comments, names, texts, documents and file names without the words of `plain-words.json`. Parts of a camel-case name count too.
 * Data of vendors is not read.
 */
export function checkWords(root: string): Finding[] {
  const files = [
    ...folders.flatMap((folder) => listFiles(root, folder)),
    ...listFiles(root, "").filter((file) => rootFiles.test(file)),
  ];
  return files
    .filter((file) => !data.test(file))
    .flatMap((file) => [
      ...find(path.posix.basename(file)).map(({ problem }) => ({ rule, path: file, problem })),
      ...(read.test(file) ? readText(root, file) : []),
    ]);
}

function readText(root: string, file: string): Finding[] {
  const text = readFileSync(path.join(root, file), "utf8");
  return find(text).map(({ problem, offset }) => ({ rule, path: file, line: lineAt(text, offset), problem }));
}

function find(text: string): { offset: number; problem: string }[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => {
    const text = found.replace(/[\s*/-]+/g, " ");
    return { offset: index, problem: `"${text}": write ${suggestions[text.toLowerCase()] ?? ""}` };
  });
}

if (import.meta.main) reportFindings(checkWords(repositoryRoot));
