import { readFileSync } from "node:fs";

export interface ExportFigure {
  what: string;
  rows: number;
  rowsPerSecond: number;
  megabytes: number;
  /** Resident memory of the gateway before, and the most of it in the meantime. */
  memoryBefore: number;
  memoryMost: number;
  /** Required minimum. */
  least: number;
}

const leastRowsPerSecond = 50_000;
const sampleMilliseconds = 250;

/** Downloads an export to its end without keeping it, and watches the server's memory in the meantime. */
export async function measureExport(
  what: string,
  url: string,
  cookie: string,
  pid: number,
): Promise<ExportFigure> {
  const memoryBefore = residentMegabytes(pid);
  let memoryMost = memoryBefore;
  const timer = setInterval(() => {
    memoryMost = Math.max(memoryMost, residentMegabytes(pid));
  }, sampleMilliseconds);
  const startedAt = performance.now();
  const answer = await fetch(url, { headers: { cookie } });
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`);
  let lines = 0;
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  clearInterval(timer);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    what,
    rows: lines,
    rowsPerSecond: Math.round(lines / seconds),
    megabytes: Math.round(bytes / 1024 / 1024),
    memoryBefore,
    memoryMost,
    least: leastRowsPerSecond,
  };
}

function residentMegabytes(pid: number): number {
  const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Math.round(Number(found?.[1] ?? 0) / 1024);
}
