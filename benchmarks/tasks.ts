import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DatabaseLocation } from "../server/src/storage/database.ts";
import { launchGateway, signIn } from "./gateway.ts";
import { type LoopDelay, readLoopDelay } from "./loop.ts";
import { createOwnDatabase } from "./own-database.ts";
import { stopProcess } from "./processes.ts";
import { openTaskTable, seedTasks, type TaskTable } from "./seed-tasks.ts";
import { median } from "./statistics.ts";
import { startTaskUpstream, type TaskUpstream } from "./task-upstream.ts";

/** Polling of many open tasks by two processes on one database. */
export interface TaskResult {
  database: string;
  tasks: number;
  /** Until every task was queried, from the moment when all are due. */
  roundMilliseconds: number[];
  /** Queries of the platform, of all rounds. */
  queries: number;
  /** Processes that queried tasks. */
  processes: number;
  /** Tasks that two open queries named together. */
  queriedTwice: number;
  /** Tasks that were queried again before the round ended. */
  repeated: number;
  /** Tasks that a round did not query within its limit. */
  starved: number;
  /** Milliseconds until the last task of the large account, and the first task of the last other account; worst round. */
  largeAccount: number;
  otherAccounts: number;
  /** Event loop delay of each process, over all rounds. */
  loops: LoopDelay[];
}

const ports = [4881, 4882] as const;
const upstreamPort = 4883;
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const tasks = Number(process.env["BENCH_TASKS"] ?? 10_000);
const channelCount = 10;
const roundLimit = 120_000;
const secretKey = Buffer.alloc(32, 5).toString("base64");

export async function runTasks(): Promise<TaskResult[]> {
  const results = [await measureTasks("SQLite")];
  const server = process.env["BENCH_DATABASE_URL"];
  if (server === undefined) {
    console.log("BENCH_DATABASE_URL is not set: PostgreSQL is left out");
    return results;
  }
  const own = await createOwnDatabase(server, "tollgate_bench_tasks");
  try {
    results.push(await measureTasks("PostgreSQL", own.url));
  } finally {
    await own.drop();
  }
  return results;
}

async function measureTasks(name: string, databaseUrl?: string): Promise<TaskResult> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "tollgate-bench-"));
  const location: DatabaseLocation = databaseUrl
    ? { kind: "postgres", url: databaseUrl }
    : { kind: "sqlite", file: path.join(dataDir, "tollgate.db") };
  const upstream = await startTaskUpstream(upstreamPort);
  const started: ChildProcess[] = [];
  const launch = async (port: number): Promise<ChildProcess> => {
    const child = await launchGateway("all", {
      port,
      upstreamPort,
      dataDir,
      watched: true,
      env: { SECRET_KEY: secretKey, EGRESS_ALLOW: "127.0.0.1" },
      ...(databaseUrl !== undefined && { databaseUrl }),
    });
    started.push(child);
    return child;
  };
  let table: TaskTable | undefined;
  try {
    await launch(ports[0]);
    const owners = await seedTasks(location, await addChannels(ports[0]), tasks);
    await launch(ports[1]);
    table = openTaskTable(location);
    const processes = new Set<string>();
    const played: Round[] = [];
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const one = await playRound(table, upstream, owners, processes);
      if (round === 0) for (const child of started) await readLoopDelay(child);
      else played.push(one);
      console.log(`tasks | ${name} | round ${round} | ${one.milliseconds} ms, ${one.starved} starved`);
    }
    const sum = (pick: (round: Round) => number): number => played.reduce((all, one) => all + pick(one), 0);
    return {
      database: name,
      tasks,
      roundMilliseconds: played.map(({ milliseconds }) => milliseconds),
      queries: upstream.queries(),
      processes: processes.size,
      queriedTwice: upstream.queriedTwice(),
      repeated: sum((one) => one.repeated),
      starved: sum((one) => one.starved),
      largeAccount: Math.max(...played.map((one) => one.largeAccount)),
      otherAccounts: Math.max(...played.map((one) => one.otherAccounts)),
      loops: await Promise.all(started.map(readLoopDelay)),
    };
  } finally {
    await table?.close();
    for (const child of started.reverse()) await stopProcess(child);
    await upstream.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Channels of the stand-in; each is a key of its own. */
async function addChannels(port: number): Promise<number[]> {
  const send = await signIn(port);
  const ids: number[] = [];
  for (let index = 0; index < channelCount; index++) {
    const channel = { name: `midjourney ${index}`, type: 34, models: ["mj_imagine"], groups: ["default"] };
    const address = { base_url: `http://127.0.0.1:${upstreamPort}`, key: "bench" };
    ids.push((await send<{ id: number }>("POST", "/api/channel/", { ...channel, ...address })).id);
  }
  return ids;
}

interface Round {
  milliseconds: number;
  repeated: number;
  starved: number;
  largeAccount: number;
  otherAccounts: number;
}

/** Makes all tasks due and waits until each was queried. */
async function playRound(
  table: TaskTable,
  upstream: TaskUpstream,
  owners: ReadonlyMap<string, number>,
  processes: Set<string>,
): Promise<Round> {
  // No query of an earlier round is open.
  while ((await table.queriers()).length > 0) await pause(100);
  upstream.forget();
  const begun = performance.now();
  await table.makeDue();
  while (upstream.seen().firstQueries.size < owners.size && performance.now() - begun < roundLimit) {
    for (const owner of await table.queriers()) processes.add(owner);
    await pause(50);
  }
  const { firstQueries, repeated } = upstream.seen();
  const firstOf = new Map<number, number>();
  let last = begun;
  let lastOfLarge = begun;
  for (const [id, time] of firstQueries) {
    const owner = owners.get(id) ?? 0;
    last = Math.max(last, time);
    if (owner === 1) lastOfLarge = Math.max(lastOfLarge, time);
    else firstOf.set(owner, Math.min(firstOf.get(owner) ?? time, time));
  }
  return {
    milliseconds: Math.round(last - begun),
    repeated,
    starved: owners.size - firstQueries.size,
    largeAccount: Math.round(lastOfLarge - begun),
    otherAccounts: Math.round(Math.max(begun, ...firstOf.values()) - begun),
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export function describeTasks(results: TaskResult[]): string[] {
  return [
    "",
    `## polling of ${tasks} open tasks by two processes`,
    "",
    "| database | round ms, median | longest | queries | processes | queried twice | repeated | starved | large account ms | other accounts ms | event loop p50 / p99 / longest ms |",
    `|---|${"---|".repeat(10)}`,
    ...results.map((one) =>
      [
        `| ${one.database}`,
        median(one.roundMilliseconds),
        Math.max(...one.roundMilliseconds),
        one.queries,
        one.processes,
        one.queriedTwice,
        one.repeated,
        one.starved,
        one.largeAccount,
        one.otherAccounts,
        `${one.loops.map(({ p50, p99, longest }) => `${p50} / ${p99} / ${longest}`).join("; ")} |`,
      ].join(" | "),
    ),
  ];
}
