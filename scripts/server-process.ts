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
  // One function at a time is optimized. Four took 40 to 60 MB for a moment, which glibc cannot return to the system.
  "--concurrent-turbofan-max-threads=1",
  // V8's middle compiler has faster code ready sooner, but takes 40 MB that glibc cannot return to the system.
  "--no-maglev",
  // V8 would collect everything 100 seconds after the last time even under load, and move objects together meanwhile: 15 to 30 ms.
  "--no-memory-reducer",
  // `platform/collect-garbage.ts` calls the collector.
  "--expose-gc",
];

/** The server's process, of the checkout in `root`. glibc's allocator has two arenas unless the environment says otherwise. */
export function serverProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  root = repositoryRoot,
): NodeProcess {
  return {
    args: [...flags, path.join(root, "server/start.mjs"), ...args],
    env: { ...env, MALLOC_ARENA_MAX: env["MALLOC_ARENA_MAX"] || "2" },
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
