import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

const skipped = new Set(["node_modules", "dist", "coverage", ".git"]);

/**
 * Files under a folder of the root, as sorted paths relative to the root with forward slashes.
 * Installed packages and build output are left out; a folder that does not exist has no files.
 */
export function listFiles(root: string, folder: string): string[] {
  const start = path.join(root, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { withFileTypes: true })
    .flatMap((entry) => {
      const relative = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : listFiles(root, relative);
      return entry.isFile() ? [relative] : [];
    })
    .sort();
}

/** Names of the folders directly inside a folder of the root, sorted; none if it does not exist. */
export function listFolders(root: string, folder: string): string[] {
  const start = path.join(root, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !skipped.has(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** True for files that only tests read: tests, fixtures, and the support folders of the workspaces. */
export function isTestFile(file: string): boolean {
  return (
    /\.(test|spec)\.tsx?$/.test(file) ||
    file.includes("/__fixtures__/") ||
    /^(server|console)\/test\//.test(file)
  );
}

/** True for files outside the product: end-to-end tests, benchmarks, scripts, and what builds the console. */
export function isToolFile(file: string): boolean {
  return /^(e2e|benchmarks|scripts)\//.test(file) || /^(console\/[\w.-]+|[\w-]+\.config)\.ts$/.test(file);
}
