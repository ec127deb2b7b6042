import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "./finding.ts";
import { isTestFile, listFiles } from "./list-files.ts";

/** A part of the product that is built before it runs. */
interface Build {
  /** A file that each build writes. */
  written: string;
  /** Folders and files that it is built from. */
  sources: readonly string[];
  run(): Promise<unknown>;
}

export const builds = {
  console: {
    written: "console/dist/index.html",
    sources: [
      "console/src",
      "contract/src",
      "console/public",
      "console/index.html",
      "console/vite.config.ts",
      // What the build itself runs, the start script among it.
      "console/build-chunks.ts",
      "console/first-paint.ts",
      "console/start-script.ts",
      "console/unused-library-code.ts",
      "console/package.json",
      "package-lock.json",
    ],
    async run() {
      const { build } = await import("vite");
      await build({ configFile: path.join(repositoryRoot, "console/vite.config.ts"), logLevel: "warn" });
    },
  },
  server: {
    written: "server/dist/main.js",
    sources: ["server/src", "contract/src", "scripts/build-server.ts", "package-lock.json"],
    run: async () => (await import("./build-server.ts")).buildServer(),
  },
} satisfies Record<string, Build>;

/** The message for a Node that cannot run the server; undefined if it can. */
export function rejectNode(version: string): string | undefined {
  if (Number(version.split(".")[0]) >= 24) return undefined;
  return `Tollgate needs Node 24 or newer; this is Node ${version}. On Linux and Windows "npm ci" brings it along; on macOS install it first.`;
}

/** True if the build is missing or older than one of its sources. Tests do not count: they are not built in. */
export function isStale(root: string, { written, sources }: Pick<Build, "written" | "sources">): boolean {
  const built = path.join(root, written);
  if (!existsSync(built)) return true;
  const builtAt = statSync(built).mtimeMs;
  return sources
    .filter((source) => existsSync(path.join(root, source)))
    .flatMap((source) =>
      statSync(path.join(root, source)).isDirectory() ? listFiles(root, source) : [source],
    )
    .some((file) => !isTestFile(file) && statSync(path.join(root, file)).mtimeMs > builtAt);
}

/** What stops a start where nothing can be built, since development packages are not installed; undefined if all is built. */
export function rejectUnbuilt(root: string): string | undefined {
  const missing = Object.values(builds).filter(({ written }) => !existsSync(path.join(root, written)));
  if (missing.length === 0) return undefined;
  const folders = missing.map(({ written }) => path.dirname(written)).join(" and ");
  return `${folders} missing, and development packages are not installed. Run "npm ci && npm run build" here, or there and copy the result.`;
}

function exitWith(message: string | undefined): void {
  if (message === undefined) return;
  console.error(message);
  process.exit(1);
}

/** Builds what is missing or older than its sources. Without development packages it only ends the process if something is missing. */
export async function ensureBuilt(): Promise<void> {
  exitWith(rejectNode(process.versions.node));
  if (!existsSync(path.join(repositoryRoot, "node_modules/@vitejs/plugin-react"))) {
    exitWith(rejectUnbuilt(repositoryRoot));
    return;
  }
  for (const [name, build] of Object.entries(builds)) {
    if (!isStale(repositoryRoot, build)) continue;
    console.log(`Building the ${name} …`);
    await build.run();
  }
}

if (import.meta.main) await ensureBuilt();
