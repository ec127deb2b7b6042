import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { repositoryRoot } from "./finding.ts";

const parts = ["contract", "server", "console", "scripts", "docs"];
const files = [
  "README.md",
  "package.json",
  "tsconfig.base.json",
  "tsconfig.json",
  "vitest.config.ts",
  "biome.json",
  "oxlint.config.ts",
];
const left = new Set(["node_modules", "dist", "coverage"]);

/** A copy of the sources in a temporary folder, on the installed packages of this one. Use with `using`, or dispose of it. */
export function copyTree(): { root: string } & Disposable {
  const root = mkdtempSync(path.join(os.tmpdir(), "tollgate-copy-"));
  for (const part of [...parts, ...files])
    cpSync(path.join(repositoryRoot, part), path.join(root, part), {
      recursive: true,
      filter: (file) => !left.has(path.basename(file)),
    });
  linkPackages(root, "node_modules");
  linkPackages(root, "console/node_modules");
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

/** One link per package, so that the workspaces among them are the copy's own. */
function linkPackages(root: string, folder: string): void {
  const from = path.join(repositoryRoot, folder);
  mkdirSync(path.join(root, folder), { recursive: true });
  for (const name of readdirSync(from).filter((entry) => entry !== "@tollgate" && entry !== ".cache"))
    symlinkSync(path.join(from, name), path.join(root, folder, name));
  if (folder !== "node_modules") return;
  mkdirSync(path.join(root, folder, "@tollgate"));
  for (const workspace of ["contract", "server", "console"])
    symlinkSync(path.join(root, workspace), path.join(root, folder, "@tollgate", workspace));
}
