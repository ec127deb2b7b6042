import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "./finding.ts";
import { isTestFile, listFiles } from "./list-files.ts";

/** Sources of the console build. */
const sources = ["console/src", "contract/src", "console/public"];
const singles = ["console/index.html", "console/vite.config.ts", "console/package.json", "package-lock.json"];

/** The message for a Node that cannot run the server; undefined if it can. */
export function rejectNode(version: string): string | undefined {
  if (Number(version.split(".")[0]) >= 24) return undefined;
  return `Tollgate needs Node 24 or newer; this is Node ${version}. On Linux and Windows "npm ci" brings it along; on macOS install it first.`;
}

/** True if the built console is missing or older than what it is built from. Tests do not count: they are not built in. */
export function isConsoleStale(root: string): boolean {
  const built = path.join(root, "console/dist/index.html");
  if (!existsSync(built)) return true;
  const builtAt = statSync(built).mtimeMs;
  return [...sources.flatMap((folder) => listFiles(root, folder)), ...singles]
    .filter((file) => !isTestFile(file) && existsSync(path.join(root, file)))
    .some((file) => statSync(path.join(root, file)).mtimeMs > builtAt);
}

if (import.meta.main) {
  const rejection = rejectNode(process.versions.node);
  if (rejection !== undefined) {
    console.error(rejection);
    process.exit(1);
  }
  if (isConsoleStale(repositoryRoot)) {
    console.log("Building the console …");
    const { build } = await import("vite");
    await build({ configFile: path.join(repositoryRoot, "console/vite.config.ts"), logLevel: "warn" });
  }
}
