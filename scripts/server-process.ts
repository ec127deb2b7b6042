import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { repositoryRoot } from "./finding.ts";

/** A process of Node: its arguments, and the environment. */
export interface NodeProcess {
  args: string[];
  env: NodeJS.ProcessEnv;
}

/** `docs/develop/performance.md` has the measurements of all of these. */
const flags = [
  // The young generation keeps its size.
  "--min-semi-space-size=8",
  "--max-semi-space-size=8",
  // Each thread would unpack what the snapshot holds for the main thread alone.
  "--no-node-snapshot",
  // `platform/collect-garbage.ts` calls the collector.
  "--expose-gc",
];

/**
 * Of glibc's allocator: few arenas, and blocks of 128 KB return to the system as soon as they are free. By default this size
 * grows with the largest block that was freed.
 */
const allocator = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };

/** The server's process, of the checkout in `root`. Settings of the allocator in `env` remain. */
export function serverProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  root = repositoryRoot,
): NodeProcess {
  const chosen = Object.entries(allocator).map(([name, value]) => [name, env[name] || value]);
  return {
    args: [...flags, path.join(root, "server/start.mjs"), ...args],
    env: { ...env, ...Object.fromEntries(chosen) },
  };
}

/**
 * Replaces this process, so that signals reach the other one and nothing of this one stays in memory. Windows cannot replace
 * a process: there this one waits for the other, and ends with its exit code.
 */
export async function becomeProcess(
  { args, env }: NodeProcess,
  canReplace = process.platform !== "win32",
): Promise<void> {
  if (canReplace) process.execve?.(process.execPath, [process.execPath, ...args], env);
  const child = spawn(process.execPath, args, { env, stdio: "inherit" });
  // Ctrl+C reaches both; the other one decides when to end.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, "exit")) as [number | null];
  process.exit(code ?? 1);
}
