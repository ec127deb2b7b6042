import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "./finding.ts";
import { plantTree } from "./plant-tree.ts";

/** One complaint of the linter. */
export interface Complaint {
  file: string;
  line: number;
  /** e.g. `boundaries(dependencies)`. */
  rule: string;
  message: string;
}

interface OxlintReport {
  diagnostics: { code: string; message: string; filename: string; labels: { span: { line: number } }[] }[];
}

/**
 * Runs the real linter with the repository's own configuration over planted files. Relative imports in them get an empty
 * target, so that resolution is what it is in the repository.
 */
export function lintPlanted(files: Record<string, string>, options: string[] = []): Complaint[] {
  using tree = plantTree(files);
  for (const [file, text] of Object.entries(files)) {
    for (const [, specifier = ""] of text.matchAll(/["'](\.[^"']*)["']/g)) {
      const target = path.join(tree.root, path.dirname(file), specifier);
      if (path.extname(target) === "" || existsSync(target)) continue;
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, "export const planted = 1;\n");
    }
  }
  copyFileSync(path.join(repositoryRoot, ".oxlintrc.json"), path.join(tree.root, ".oxlintrc.json"));
  symlinkSync(path.join(repositoryRoot, "node_modules"), path.join(tree.root, "node_modules"));
  const linter = path.join(repositoryRoot, "node_modules/oxlint/bin/oxlint");
  const run = spawnSync(process.execPath, [linter, "--format=json", ...options, ...Object.keys(files)], {
    cwd: tree.root,
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
