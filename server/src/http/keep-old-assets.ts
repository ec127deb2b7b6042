import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makePrivateFile, makePrivateFolder } from "../platform/private-files.ts";

/** What the copies of earlier builds may take on disk. */
export const oldAssetsBytes = 64 * 1024 * 1024;

/**
 * Copies the hashed files of this build beside those of earlier ones, so that a page opened before an upgrade still finds its
 * chunks. Beyond `maxBytes` the builds unused the longest go first; this build's files stay.
 */
export function keepOldAssets(assetsDir: string, keepDir: string, maxBytes = oldAssetsBytes): void {
  makePrivateFolder(keepDir);
  const now = new Date();
  const current = new Set<string>();
  for (const name of readdirSync(assetsDir)) {
    if (!statSync(path.join(assetsDir, name)).isFile()) continue;
    const copy = path.join(keepDir, name);
    makePrivateFile(copy);
    // Writing keeps the mode of a file that exists; copying would take over the mode of the source.
    writeFileSync(copy, readFileSync(path.join(assetsDir, name)));
    utimesSync(copy, now, now);
    current.add(name);
  }
  const files = readdirSync(keepDir).map((name) => {
    const { size, mtimeMs } = statSync(path.join(keepDir, name));
    return { name, size, mtimeMs };
  });
  let bytes = files.reduce((sum, file) => sum + file.size, 0);
  for (const file of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (bytes <= maxBytes) break;
    if (current.has(file.name)) continue;
    rmSync(path.join(keepDir, file.name));
    bytes -= file.size;
  }
}
