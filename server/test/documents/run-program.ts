import { spawn, spawnSync } from "node:child_process";

/** Result of a program. */
export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program without blocking this process, where the server under test runs. */
export function runProgram(
  program: string,
  args: string[],
  { input = "", env = {}, cwd }: { input?: string; env?: Record<string, string>; cwd?: string } = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
    const outcome: Outcome = { status: null, stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => (outcome.stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (outcome.stderr += chunk.toString()));
    child.once("error", reject);
    child.once("close", (status) => resolve({ ...outcome, status }));
    // A program may end before it has read its input.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

/** True if a program is on the PATH. */
export const hasProgram = (program: string): boolean =>
  spawnSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" }).status === 0;
