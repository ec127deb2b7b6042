import { spawnSync } from "node:child_process";
import path from "node:path";
import type { DatabaseLocation } from "../../src/storage/database.ts";

const root = path.join(import.meta.dirname, "../../..");

/** Runs a command beside the server (`server/src/reconcile.ts`) in an environment of its own, and waits for its end. */
export function runCommand(file: string, environment: Record<string, string>, args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [file, ...args], {
    cwd: root,
    env: { PATH: process.env["PATH"], ...environment },
    encoding: "utf8",
  });
  return { stdout, stderr, status };
}

interface CommandDatabase {
  name: string;
  location: DatabaseLocation;
  environment: Record<string, string>;
  /** False without PostgreSQL on this machine. */
  there: boolean;
}

/** Both databases, as a command finds them by its environment. */
export function commandDatabases(folder: string, url: string | null): CommandDatabase[] {
  return [
    {
      name: "SQLite",
      location: { kind: "sqlite", file: path.join(folder, "tollgate.db") },
      environment: { DATA_DIR: folder },
      there: true,
    },
    {
      name: "PostgreSQL",
      location: { kind: "postgres", url: url ?? "" },
      environment: { DATABASE_URL: url ?? "" },
      there: url !== null,
    },
  ];
}
