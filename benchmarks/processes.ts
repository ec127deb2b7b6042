import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import path from "node:path";

const hasTaskset = spawnSync("taskset", ["--version"]).status === 0;

/** The command bound to one core, where the system can do that; `all` leaves it to the system. */
export function pinned(core: number | "all", command: string[]): string[] {
  return hasTaskset && core !== "all" ? ["taskset", "-c", String(core), ...command] : command;
}

export interface ProcessOptions {
  env?: Record<string, string> | undefined;
  /** The child is a Node process that can be sent messages. Default: false. */
  talking?: boolean | undefined;
}

/** Starts a script of this folder, or any command, and waits for a word on its output. */
export function startProcess(
  core: number | "all",
  command: string[],
  ready: RegExp,
  { env = {}, talking = false }: ProcessOptions = {},
): Promise<{ child: ChildProcess; match: RegExpExecArray }> {
  const [program, ...args] = pinned(core, command);
  const child = spawn(program as string, args, {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe", ...(talking ? ["ipc" as const] : [])],
  });
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (data: Buffer): void => {
      output += data.toString();
      const match = ready.exec(output);
      if (match) resolve({ child, match });
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("exit", (code) => reject(new Error(`${command.join(" ")} exited ${code}: ${output}`)));
  });
}

export const script = (name: string, ...args: string[]): string[] => [
  process.execPath,
  path.join(import.meta.dirname, name),
  ...args,
];

/** The upstream that makes the load as well; its process is sent jobs. */
export const loadScript = (port: number, events: number, pace: number): string[] =>
  script("load-process.ts", String(port), String(events), String(pace));

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 3000);
  await gone;
  clearTimeout(timer);
}
