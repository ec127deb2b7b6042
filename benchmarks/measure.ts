import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Contender } from "./contenders.ts";
import type { Job, Seen } from "./load-generator.ts";

/** Results of one round. */
export interface LoadResult extends Seen {
  /** CPU time of the contender's process per answer, all threads. */
  cpuMicros: number;
  /** CPU time of the load generator and the upstream per answer; only where they sleep while they wait. */
  loadCpuMicros?: number;
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

const cpuOf = (pids: number[]): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);

/** One round of load on one contender, from the process that is the upstream as well (`load-process.ts`). */
export async function measure(contender: Contender, load: Load, from: ChildProcess): Promise<LoadResult> {
  const { port, path, headers, keys } = contender;
  const job: Job = { port, path, headers, ...(keys && { keys }), ...load };
  const contenderBefore = cpuOf(contender.pids);
  const loadBefore = cpuOf([from.pid!]);
  from.send(job);
  const [seen] = (await once(from, "message")) as [Seen];
  const perAnswer = (seconds: number): number => Math.round((seconds * 1e6) / (seen.answers || Infinity));
  return {
    ...seen,
    cpuMicros: perAnswer(cpuOf(contender.pids) - contenderBefore),
    ...(!load.awake && load.rate === 0 && { loadCpuMicros: perAnswer(cpuOf([from.pid!]) - loadBefore) }),
  };
}
