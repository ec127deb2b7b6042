import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Contender } from "./contenders.ts";
import { pinned } from "./processes.ts";

/** What one round showed; times in milliseconds. */
export interface LoadResult {
  perSecond: number;
  eventsPerSecond: number;
  failed: number;
  megabytesPerSecond: number;
  p50: number;
  p99: number;
  p999: number;
  firstByteP50: number;
  longestGap: number;
  /** CPU time of the contender's process per answer, all threads. */
  cpuMicros: number;
}

export interface Load {
  body: string;
  connections: number;
  seconds: number;
  rate: number;
}

const ticksPerSecond = 100;

/** CPU seconds that a process has used so far. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** One round of load on one contender. The generator shares a core with the upstream, the contender has the other. */
export async function measure(contender: Contender, load: Load): Promise<LoadResult> {
  const { port, path: address, headers, keys } = contender;
  const job = { port, path: address, headers, ...(keys && { keys }), ...load };
  const before = contender.pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  // At a fixed rate the generator watches the clock all the time. Being last in line it leaves the core to the upstream at once:
  // otherwise every answer waits for the generator's time slice, and what a contender adds drowns in that.
  const [command, ...args] = pinned(1, [
    ...(load.rate > 0 ? ["nice", "-n", "19"] : []),
    process.execPath,
    path.join(import.meta.dirname, "load-generator.ts"),
  ]);
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn(command as string, args, { stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.end(JSON.stringify(job));
    let text = "";
    child.stdout.on("data", (data: Buffer) => {
      text += data.toString();
    });
    child.on("exit", (code) => (code === 0 ? resolve(text) : reject(new Error(`load generator: ${code}`))));
  });
  const result = JSON.parse(output) as Omit<LoadResult, "cpuMicros">;
  const after = contender.pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  // The generator warms up for a second before it counts; the contender works through both.
  const answers = result.perSecond * (load.seconds + 1);
  const cpuMicros = answers === 0 ? 0 : Math.round(((after - before) * 1e6) / answers);
  return { ...result, cpuMicros };
}
