import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  type Stats,
} from "node:fs";
import path from "node:path";

/**
 * Read and written by the server's own user alone. Windows has no such modes; its files have the folder's access list.
 */
const folderMode = 0o700;
export const privateFileMode = 0o600;

/** Creates a folder, and missing ones above it, for the server's user alone. An existing one stays as it is. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: folderMode });
}

/** Creates an empty file for the server's user alone, unless it exists. */
export function makePrivateFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, "a", privateFileMode));
}

/**
 * Removes the rights of all other users from a folder and from the named entries in it, including the content of named
 * folders. Only what belongs to the server's user, and never a folder that is shared by design (sticky, such as
 * `/tmp`).
 */
export function tightenFolder(folder: string, names: RegExp): void {
  if (process.platform === "win32") return;
  const found = statOf(folder);
  if (!found) return;
  if ((found.mode & 0o1000) === 0) tighten(folder, found);
  for (const name of readdirSync(folder)) if (names.test(name)) tightenAll(path.join(folder, name));
}

function tightenAll(file: string): void {
  const found = statOf(file);
  if (!found) return;
  tighten(file, found);
  if (found.isDirectory()) for (const name of readdirSync(file)) tightenAll(path.join(file, name));
}

function tighten(file: string, { uid, mode }: Stats): void {
  if (uid !== process.getuid?.() || (mode & 0o077) === 0) return;
  try {
    chmodSync(file, mode & folderMode);
  } catch {
    // A file system without modes, such as a network share, is no reason not to start.
  }
}

/** Links are left alone: their targets may belong to someone else. */
function statOf(file: string): Stats | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() || found?.isDirectory() ? found : undefined;
}
