import { type ChildProcess, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { repositoryRoot } from "../scripts/finding.ts";
import { type Contender, openContenders, otherCheckouts } from "./contenders.ts";
import { launchGateway, startGateway } from "./gateway.ts";
import { type Load, measure } from "./measure.ts";
import { stopProcess } from "./processes.ts";
import { paths, requestBody } from "./requests.ts";
import { median } from "./statistics.ts";

/** CPU time of one response in microseconds, by thread, in one process. */
interface Process {
  main: number;
  /** Other threads by their name, as the kernel has it. */
  threads: Record<string, number>;
  all: number;
}

/** One version: this checkout, another one, or the bare proxy. */
interface Version {
  /** Its commit. */
  name: string;
  processes: Process[];
}

/** Processes of one build differ by 15 % for as long as they live, so each version is started several times. */
const starts = Number(process.env["BENCH_STARTS"] ?? 5);
/**
 * In turns, so that other load of the machine meets all versions. Turns of half a second measure a cold process: the others take the
 * caches in between.
 */
const turns = 5;
const turnSeconds = 3;
const warmUpSeconds = 8;
const upstreamPort = 4801;
const firstPort = 4881;

/** A version's process that is running. */
interface Run {
  version: Version;
  contender: Contender;
}

const load: Load = {
  body: requestBody("chat", false, 1024),
  connections: 64,
  seconds: turnSeconds,
  rate: 0,
  warmUpSeconds: 0.05,
  awake: true,
};

/**
 * CPU time of a native call of 1 KB in this version and in those of `BENCH_BESIDE`. All run at the same time, on core 0, and take
 * turns.
 */
export async function runVersions(): Promise<Version[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "tollgate-versions-"));
  const bare: Version = { name: "bare", processes: [] };
  const servers = [repositoryRoot, ...otherCheckouts].map((checkout, i) => ({
    version: { name: commitOf(checkout), processes: [] } as Version,
    manner: { port: firstPort + i, upstreamPort, dataDir: path.join(folder, String(i)), checkout },
    key: "",
  }));
  try {
    for (let start = 0; start < starts; start++) {
      const opened = await openContenders(0, ["bare"]);
      const gateways: ChildProcess[] = [];
      try {
        const runs: Run[] = opened.contenders.map((contender) => ({ version: bare, contender }));
        for (const server of servers) {
          if (start === 0) {
            const { child, keys } = await startGateway(0, server.manner);
            server.key = keys.native;
            await stopProcess(child);
          }
          const child = await launchGateway(0, server.manner);
          gateways.push(child);
          runs.push({
            version: server.version,
            contender: contenderOf(server.manner.port, server.key, child),
          });
        }
        await measureTurns(runs, opened.load);
      } finally {
        for (const child of gateways) await stopProcess(child);
        await opened.close();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return [bare, ...servers.map(({ version }) => version)];
}

function contenderOf(port: number, authorization: string, { pid = 0 }: ChildProcess): Contender {
  return {
    name: "tollgate",
    port,
    format: "chat",
    path: paths.chat,
    headers: { authorization },
    pids: [pid],
  };
}

/** Warms all processes up, measures them in turns, and adds the result to each one's version. */
async function measureTurns(runs: readonly Run[], from: ChildProcess): Promise<void> {
  for (const { contender } of runs) await measure(contender, { ...load, seconds: warmUpSeconds }, from);
  const measured = runs.map((run) => ({ ...run, answers: 0, threads: new Map<string, number>() }));
  for (let turn = 0; turn < turns; turn++)
    for (const sum of measured) {
      const pid = sum.contender.pids[0] ?? 0;
      const before = threadMicros(pid);
      const { answers } = await measure(sum.contender, load, from);
      for (const [name, micros] of threadMicros(pid))
        sum.threads.set(name, (sum.threads.get(name) ?? 0) + micros - (before.get(name) ?? 0));
      sum.answers += answers;
    }
  for (const { version, answers, threads } of measured) {
    const each = [...threads].map(([name, micros]) => [name, micros / answers] as const);
    const { main = 0, ...others } = Object.fromEntries(each);
    const all = each.reduce((total, [, micros]) => total + micros, 0);
    version.processes.push({ main, threads: others, all });
    console.log(`${version.name.padEnd(10)} main ${main.toFixed(1)} all ${all.toFixed(1)} µs`);
  }
}

const commitOf = (checkout: string): string =>
  execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: checkout, encoding: "utf8" }).trim();

/** CPU time of each thread so far; threads of one name together, and the event loop's as `main`. */
function threadMicros(pid: number): Map<string, number> {
  const sums = new Map<string, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    const name = thread === String(pid) ? "main" : readFileSync(`${folder}/comm`, "utf8").trim();
    const nanoseconds = Number(readFileSync(`${folder}/schedstat`, "utf8").split(" ")[0]);
    sums.set(name, (sums.get(name) ?? 0) + nanoseconds / 1000);
  }
  return sums;
}

/** Medians over the processes of a version, with their range. */
export function describeVersions(versions: Version[]): string[] {
  const threads = [
    ...new Set(versions.flatMap(({ processes }) => processes.flatMap((one) => Object.keys(one.threads)))),
  ];
  const shown = (values: number[]): string =>
    `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`;
  const bare = median(versions[0]?.processes.map(({ all }) => all) ?? []);
  return [
    "",
    "## CPU time of a native call by thread, µs",
    "",
    `| version | main | all | of bare | ${threads.join(" | ")} |`,
    `|---|---|---|---|${"---|".repeat(threads.length)}`,
    ...versions.map(({ name, processes }) => {
      const all = processes.map((one) => one.all);
      const each = threads.map((thread) =>
        median(processes.map((one) => one.threads[thread] ?? 0)).toFixed(1),
      );
      return `| ${name} | ${shown(processes.map(({ main }) => main))} | ${shown(all)} | ${(median(all) / bare).toFixed(2)} | ${each.join(" | ")} |`;
    }),
  ];
}
