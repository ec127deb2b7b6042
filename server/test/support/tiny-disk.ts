import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** A file system for one suite, small enough to be filled. */
export interface TinyDisk {
  folder: string;
  /** Uses every remaining byte. */
  fill(): void;
  /** Makes everything on it read-only permanently; no file may be open for writing. */
  lock(): void;
  /** Frees the space that `fill` used. */
  free(): void;
}

/** Needs Linux and the right to mount; null after printing what is missing. Removed at the end of the test file. */
export function tinyDiskOrSkip(megabytes: number): TinyDisk | null {
  const folder = mkdtempSync(path.join(tmpdir(), "tollgate-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    console.warn("skipped: no file system can be mounted here (it takes root on Linux)");
    return null;
  }
  afterAll(() => {
    spawnSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const ballast = path.join(folder, "ballast");
  return {
    folder,
    fill() {
      const file = openSync(ballast, "w");
      // In ever smaller pieces, to fill the last page as well.
      for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 16)) {
        const piece = Buffer.alloc(size);
        try {
          while (writeSync(file, piece) === size);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        }
      }
      closeSync(file);
    },
    lock() {
      const locked = spawnSync("mount", ["-o", "remount,ro", folder], { encoding: "utf8" });
      if (locked.status !== 0) throw new Error(locked.stderr);
    },
    free: () => rmSync(ballast, { force: true }),
  };
}
