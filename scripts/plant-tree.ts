import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Writes a temporary tree of files (path to text) for a check to look at. Use with `using`: it removes itself. */
export function plantTree(files: Record<string, string>): { root: string } & Disposable {
  const root = mkdtempSync(path.join(os.tmpdir(), "planted-"));
  for (const [file, text] of Object.entries(files)) {
    const full = path.join(root, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}
