import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import config from "../oxlint.config.ts";
import { repositoryRoot } from "./finding.ts";
import { plantTree } from "./plant-tree.ts";

/** One complaint of the linter. */
export interface Complaint {
  file: string;
  line: number;
  /** e.g. `import(no-cycle)`. */
  rule: string;
  message: string;
}

interface OxlintReport {
  diagnostics: { code: string; message: string; filename: string; labels: { span: { line: number } }[] }[];
}

/** Runs the real linter with the repository's own configuration over planted files. */
export function lintPlanted(files: Record<string, string>, options: string[] = []): Complaint[] {
  using tree = plantTree(files);
  writeFileSync(path.join(tree.root, ".oxlintrc.json"), JSON.stringify(config));
  symlinkSync(path.join(repositoryRoot, "node_modules"), path.join(tree.root, "node_modules"));
  const linter = path.join(repositoryRoot, "node_modules/oxlint/bin/oxlint");
  const run = spawnSync(process.execPath, [linter, "--format=json", ...options, ...Object.keys(files)], {
    cwd: tree.root,
    maxBuffer: 64 * 1024 * 1024,
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: `${path.join(repositoryRoot, "node_modules/.bin")}${path.delimiter}${process.env["PATH"]}`,
    },
  });
  if (!run.stdout.startsWith("{")) throw new Error(`The linter did not run: ${run.stdout}${run.stderr}`);
  return (JSON.parse(run.stdout) as OxlintReport).diagnostics.map(({ code, message, filename, labels }) => ({
    file: filename,
    line: labels[0]?.span.line ?? 0,
    rule: code,
    message,
  }));
}
