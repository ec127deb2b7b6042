import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import config from "../oxlint.config.ts";
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
 * @throws Error for a file or target in a folder that the repository does not have: its rule would guard nothing
 */
export function lintPlanted(files: Record<string, string>, options: string[] = []): Complaint[] {
  const invented = findInvented(files);
  if (invented.length > 0) throw new Error(`The repository has no folder for ${invented.join(", ")}`);
  return lintTree(files, options);
}

/** Planted files, and targets of their relative imports, whose folder the repository does not have. */
function findInvented(files: Record<string, string>): string[] {
  const targets = Object.entries(files).flatMap(([file, text]) =>
    relativeImports(text).map((specifier) => path.posix.join(path.posix.dirname(file), specifier)),
  );
  return [...Object.keys(files), ...targets].filter(
    (file) => !existsSync(path.join(repositoryRoot, path.dirname(file))),
  );
}

function relativeImports(text: string): string[] {
  return [...text.matchAll(/["'](\.[^"']*)["']/g)].map(([, specifier = ""]) => specifier);
}

/** As `lintPlanted`, for folders that are to be refused because no room has them. */
export function lintTree(files: Record<string, string>, options: string[] = []): Complaint[] {
  using tree = plantTree(files);
  for (const [file, text] of Object.entries(files)) {
    for (const specifier of relativeImports(text)) {
      const target = path.join(tree.root, path.dirname(file), specifier);
      if (path.extname(target) === "" || existsSync(target)) continue;
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, "export const planted = 1;\n");
    }
  }
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

/** An import to plant: the file that has it, and the module that it names. */
export type PlantedImport = readonly [file: string, specifier: string];

/**
 * Plants imports, each on a line of its own of its file, and lints them together.
 * @returns for an import what the import rules complain of; nothing for one that is allowed
 */
export function lintImports(cases: readonly PlantedImport[]): (planted: PlantedImport) => string[] {
  const lines = new Map<string, string[]>();
  for (const [file, specifier] of cases) {
    const known = lines.get(file) ?? [];
    if (!known.includes(specifier)) lines.set(file, [...known, specifier]);
  }
  const files = Object.fromEntries(
    [...lines].map(([file, specifiers]) => [
      file,
      specifiers.map((one, index) => `export * as planted${index} from "${one}";\n`).join(""),
    ]),
  );
  const complaints = lintPlanted(files).filter(({ rule }) => rule === "boundaries(dependencies)");
  return ([file, specifier]) => {
    const line = (lines.get(file)?.indexOf(specifier) ?? -1) + 1;
    return complaints.filter((one) => one.file === file && one.line === line).map(({ message }) => message);
  };
}
