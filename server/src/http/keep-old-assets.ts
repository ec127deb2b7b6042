import { chmod, copyFile, readdir, rename, rm, stat, unlink, utimes } from "node:fs/promises";
import path from "node:path";
import { makePrivateFolder, privateFileMode } from "../platform/private-files.ts";

/** Disk space for the copies of earlier builds. */
export const oldAssetsBytes = 64 * 1024 * 1024;

/** Milliseconds within which a build counts as used once. */
const sameUse = 300_000;

/** A copy that this process is still writing; renamed when complete, since a server may be killed at any moment. */
const unfinished = `.${process.pid}.part`;

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

/**
 * A file name contains the hash of its content, so a copy of the same size is the same file. Few operations a file: each
 * takes a turn of the event loop, and a build has hundreds of files.
 */
async function keepAsset(file: string, copy: string): Promise<void> {
  const [{ size }, kept] = await Promise.all([stat(file), stat(copy).catch(() => undefined)]);
  if (kept?.size !== size) {
    const part = copy + unfinished;
    // A copy has the mode of its file: one that cannot be written to is not overwritten either.
    await unlink(part).catch(() => {});
    await copyFile(file, part);
    // Some file systems have no modes; the folder is private as well.
    await chmod(part, privateFileMode).catch(() => {});
    // On Windows a copy has the time of its file, too.
    if (process.platform === "win32") await touch(part);
    await rename(part, copy);
  } else if (Date.now() - kept.mtimeMs > sameUse) await touch(copy);
}

async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now);
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
