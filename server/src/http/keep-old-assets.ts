import { readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { makePrivateFolder, privateFileMode } from "../platform/private-files.ts";

/** Disk space for the copies of earlier builds. */
export const oldAssetsBytes = 64 * 1024 * 1024;

/** A copy that is still being written; renamed when complete, since a server may be killed at any moment. */
const unfinished = ".part";

/**
 * Copies the hashed files of this build next to those of earlier ones, so that a page opened before an upgrade still
 * finds its chunks. Beyond `maxBytes` the least recently used builds are deleted; this build's files stay. Stops
 * between two files when `signal` is aborted.
 */
export async function keepOldAssets(
  assetsDir: string,
  keepDir: string,
  { maxBytes = oldAssetsBytes, signal }: { maxBytes?: number; signal?: AbortSignal } = {},
): Promise<void> {
  makePrivateFolder(keepDir);
  const current = new Set<string>();
  for (const entry of await readdir(assetsDir, { withFileTypes: true })) {
    if (signal?.aborted) return;
    if (!entry.isFile()) continue;
    await keepAsset(path.join(assetsDir, entry.name), path.join(keepDir, entry.name));
    current.add(entry.name);
  }
  await dropOldest(keepDir, current, maxBytes);
}

/** A file name contains the hash of its content, so a copy of the same size is the same file. */
async function keepAsset(file: string, copy: string): Promise<void> {
  const [{ size }, kept] = await Promise.all([stat(file), stat(copy).catch(() => undefined)]);
  if (kept?.size !== size) {
    await writeFile(copy + unfinished, await readFile(file), { mode: privateFileMode });
    await rename(copy + unfinished, copy);
  }
  const now = new Date();
  await utimes(copy, now, now);
}

async function dropOldest(folder: string, current: ReadonlySet<string>, maxBytes: number): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const { size, mtimeMs } = await stat(path.join(folder, name));
      return { name, size, mtimeMs };
    }),
  );
  let bytes = files.reduce((sum, file) => sum + file.size, 0);
  for (const { name, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (bytes <= maxBytes) break;
    if (current.has(name)) continue;
    await rm(path.join(folder, name));
    bytes -= size;
  }
}
