import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Contender } from "./contenders.ts";
import type { Job, Seen } from "./load-generator.ts";

/** Results of one round. */
export interface LoadResult extends Seen {
  /** CPU time of the contender's process per answer, all threads. */
  cpuMicros: number;
}

export interface Load {
  body: string;
  connections: number;
  seconds: number;
  rate: number;
  /** Default 1. */
  warmUpSeconds?: number;
  awake?: boolean;
  together?: boolean;
}

const ticksPerSecond = 100;

/** CPU seconds that a process has used so far. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** One round of load on one contender, from the process that is the upstream as well (`load-process.ts`). */
export async function measure(contender: Contender, load: Load, from: ChildProcess): Promise<LoadResult> {
  const { port, path, headers, keys } = contender;
  const job: Job = { port, path, headers, ...(keys && { keys }), ...load };
  const before = contender.pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  from.send(job);
  const [seen] = (await once(from, "message")) as [Seen];
  const after = contender.pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const cpuMicros = seen.answers === 0 ? 0 : Math.round(((after - before) * 1e6) / seen.answers);
  return { ...seen, cpuMicros };
}
