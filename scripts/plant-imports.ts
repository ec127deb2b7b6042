import { existsSync } from "node:fs";
import path from "node:path";
import { checkImportRules } from "./check-import-rules.ts";
import { type Finding, repositoryRoot } from "./finding.ts";
import { plantTree } from "./plant-tree.ts";

/** An import to plant: the file that has it, and the module that it names. */
export type PlantedImport = readonly [file: string, specifier: string];

/**
 * Checks the import rules of planted files. Relative imports in them get an empty target, so that they resolve as in the repository.
 * @throws Error for a file or target in a folder that the repository does not have: its rule would guard nothing
 */
export function checkPlanted(files: Record<string, string>): Finding[] {
  const targets = Object.entries(files).flatMap(([file, text]) =>
    [...text.matchAll(/["'](\.[^"']*)["']/g)].map(([, specifier = ""]) =>
      path.posix.join(path.posix.dirname(file), specifier),
    ),
  );
  const invented = [...Object.keys(files), ...targets].filter(
    (file) => !existsSync(path.join(repositoryRoot, path.dirname(file))),
  );
  if (invented.length > 0) throw new Error(`The repository has no folder for ${invented.join(", ")}`);
  const empty = Object.fromEntries(targets.map((target) => [target, "export const planted = 1;\n"]));
  using tree = plantTree({ ...empty, ...files });
  return checkImportRules(tree.root);
}

/**
 * Plants imports, each on a line of its own of its file, and checks them together.
 * @returns the problems of an import; none for one that is allowed
 */
export function checkPlantedImports(cases: readonly PlantedImport[]): (planted: PlantedImport) => string[] {
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
  const findings = checkPlanted(files);
  return ([file, specifier]) => {
    const line = (lines.get(file)?.indexOf(specifier) ?? -1) + 1;
    return findings.filter((one) => one.path === file && one.line === line).map(({ problem }) => problem);
  };
}
