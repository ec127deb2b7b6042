import { deepStrictEqual } from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { UsageTotals } from "../contract/src/analytics.ts";
import { logTypes } from "../contract/src/log-types.ts";
import { type DatabaseLocation, openDatabase } from "../server/src/storage/database.ts";
import { type ApiCall, type GatewayManner, launchGateway, signIn } from "./gateway.ts";
import { figureQuestions, figureZones } from "./figure-questions.ts";
import { freePort } from "./free-port.ts";
import { createOwnDatabase } from "./own-database.ts";
import { type LogQuestion, logQuestions } from "./log-questions.ts";
import { type ExportFigure, measureExport } from "./measure-export.ts";
import { stopProcess } from "./processes.ts";
import { type SeededLogs, seedLogs } from "./seed-logs.ts";
import { percentile } from "./statistics.ts";

const rows = Number(process.env["BENCH_LOG_ROWS"] ?? 10_000_000);
const warmUps = 3;
const repetitions = 30;
/** Very slow queries are repeated less often; the table shows how often. */
const secondsPerQuestion = 4;

export interface LogFigure extends Pick<LogQuestion, "caller" | "what" | "most"> {
  times: number;
  p50: number;
  p95: number;
}

export interface LogsResult extends SeededLogs {
  database: string;
  figures: LogFigure[];
  exports: ExportFigure[];
}

/** Databases that are kept for the next run; empty: made for this one. */
const keptFolder = process.env["BENCH_LOG_FOLDER"] ?? "";
/** `figures`: only views of analytics and pulse are requested. */
const figuresOnly = process.env["BENCH_LOG_PART"] === "figures";
/** `postgres`: SQLite is left out. */
const postgresOnly = process.env["BENCH_LOG_DATABASE"] === "postgres";

/** The log's pages and sums, dashboard, analytics and pulse over a table of millions of rows, through the console's API. */
export async function runLogs(): Promise<LogsResult[]> {
  const folder = keptFolder || mkdtempSync(path.join(tmpdir(), "tollgate-bench-"));
  try {
    const server = process.env["BENCH_DATABASE_URL"];
    if (server !== undefined && postgresOnly) return [await sendPostgres(server, folder)];
    const file = path.join(folder, "sqlite/tollgate.db");
    const results = [await sendAll("SQLite", path.join(folder, "sqlite"), { kind: "sqlite", file })];
    if (server === undefined) console.log("BENCH_DATABASE_URL is not set: PostgreSQL is left out");
    else results.push(await sendPostgres(server, folder));
    return results;
  } finally {
    if (keptFolder === "") rmSync(folder, { recursive: true, force: true });
  }
}

async function sendPostgres(server: string, folder: string): Promise<LogsResult> {
  const dataDir = path.join(folder, "postgres");
  mkdirSync(dataDir, { recursive: true });
  const own = await createOwnDatabase(
    server,
    "tollgate_bench_logs",
    existsSync(path.join(dataDir, "seeded.json")),
  );
  try {
    return await sendAll("PostgreSQL", dataDir, { kind: "postgres", url: own.url });
  } finally {
    if (keptFolder === "") await own.drop();
  }
}

async function sendAll(database: string, dataDir: string, location: DatabaseLocation): Promise<LogsResult> {
  const port = await freePort();
  const manner = {
    port,
    upstreamPort: 0,
    dataDir,
    ...(location.kind === "postgres" && { databaseUrl: location.url }),
    // High rate limit: it is not measured.
    env: { API_RATE_LIMIT: "999999999", LOG_LEVEL: "warn" },
  };
  const seeded = await seedOnce(manner, location);
  console.log(
    `${database}: ${seeded.rows} log rows, ${seeded.figureRows} roll-up rows for charts, in ${seeded.seconds} s`,
  );
  const gateway = await launchGateway(0, manner);
  try {
    const callers = {
      root: await signIn(port, "root"),
      heavy: await signIn(port, seeded.heavy),
      light: await signIn(port, seeded.light),
    };
    await expectFiguresOfLog(callers.root, location);
    const figures: LogFigure[] = [];
    for (const question of [...figureQuestions(), ...(figuresOnly ? [] : logQuestions(seeded))]) {
      const figure = await requestBody(callers[question.caller], question);
      console.log(`${database} | ${describe(figure)}`);
      figures.push(figure);
    }
    const exports: ExportFigure[] = [];
    if (figuresOnly) return { database, ...seeded, figures, exports };
    const heavyCookie = callers.heavy.cookie;
    const rootCookie = callers.root.cookie;
    for (const [what, address, cookie] of [
      ["everyone's rows as CSV", "/api/log/export?format=csv", rootCookie],
      ["failed calls as JSON Lines", "/api/log/export?format=jsonl&outcome=failed", rootCookie],
      ["a heavy user's own rows as JSON Lines", "/api/log/self/export?format=jsonl", heavyCookie],
    ] as const) {
      const figure = await measureExport(
        what,
        `http://127.0.0.1:${port}${address}`,
        cookie,
        gateway.pid ?? 0,
      );
      console.log(`${database} | ${describeExport(figure)}`);
      exports.push(figure);
    }
    return { database, ...seeded, figures, exports };
  } finally {
    await stopProcess(gateway);
  }
}

/** A BENCH_LOG_FOLDER filled by an earlier run is reused unchanged. */
async function seedOnce(manner: GatewayManner, location: DatabaseLocation): Promise<SeededLogs> {
  const note = path.join(manner.dataDir, "seeded.json");
  if (existsSync(note)) {
    const seeded = JSON.parse(readFileSync(note, "utf8")) as SeededLogs;
    if (seeded.figuresOnly && !figuresOnly)
      throw new Error(`${manner.dataDir} has figures alone: delete it, or set BENCH_LOG_PART=figures.`);
    return seeded;
  }
  // The first start makes the schema.
  const gateway = await launchGateway(0, manner);
  const root = await signIn(manner.port);
  const channel = { name: "channel", type: 1, groups: ["default"], models: ["bench-model"] };
  await root("POST", "/api/channel/", { ...channel, base_url: "http://127.0.0.1:9", key: "bench" });
  await root("POST", "/api/token/", { name: "token", unlimited_quota: true, group: "default" });
  await stopProcess(gateway);
  const seeded = await seedLogs(location, rows, { dataDir: manner.dataDir, figuresOnly });
  writeFileSync(note, JSON.stringify(seeded));
  return seeded;
}

/** @throws Error if the seeded roll-ups are not the sums of the log, so that no answer is timed that is wrong */
async function expectFiguresOfLog(root: ApiCall, location: DatabaseLocation): Promise<void> {
  const database = openDatabase(location);
  try {
    for (const range of ["7d", "90d"])
      for (const zone of figureZones) {
        const { period, current } = (await root(
          "GET",
          `/api/analytics/totals?range=${range}&time_zone=${zone}`,
        )) as UsageTotals;
        const log = await database.queries
          .selectFrom("logs")
          .select(({ fn }) => [fn.countAll<number>().as("requests"), fn.sum<number>("quota").as("quota")])
          .where("type", "=", logTypes.consumption)
          .where("created_at", ">=", period.start)
          .where("created_at", "<", period.end)
          .executeTakeFirstOrThrow();
        deepStrictEqual(
          [current.requests, current.quota],
          [Number(log.requests), Number(log.quota)],
          `${range} in ${zone}: requests and quota of the roll-ups differ from the log`,
        );
      }
  } finally {
    await database.close();
  }
}

async function requestBody(send: ApiCall, { caller, what, target, most }: LogQuestion): Promise<LogFigure> {
  const times: number[] = [];
  const endsAt = performance.now() + secondsPerQuestion * 1000;
  for (let turn = 0; turn < warmUps + repetitions && performance.now() < endsAt; turn++) {
    const startedAt = performance.now();
    await send("GET", target);
    times.push(performance.now() - startedAt);
  }
  const counted = times.length > warmUps ? times.slice(warmUps) : times;
  const shown = (share: number): number => Number(percentile(counted, share).toFixed(1));
  return { caller, what, most, times: counted.length, p50: shown(0.5), p95: shown(0.95) };
}

const describe = ({ caller, what, times, p50, p95, most }: LogFigure): string =>
  `${caller} | ${what} | ${times} | ${p50} | ${p95} | ${p95 > most ? `**over ${most}**` : most} |`;

const describeExport = (figure: ExportFigure): string => {
  const { what, rows: count, rowsPerSecond, least, megabytes, memoryBefore, memoryMost } = figure;
  const fast = rowsPerSecond < least ? `**${rowsPerSecond}, under ${least}**` : String(rowsPerSecond);
  return `${what} | ${count} | ${fast} | ${megabytes} | ${memoryBefore} | ${memoryMost} |`;
};

export function describeLogs(results: LogsResult[]): string[] {
  return results.flatMap(
    ({ database, rows: count, rollUpRows, figureRows, figuresOnly: partly, seconds, figures, exports }) => [
      "",
      `## ${count.toLocaleString("en")} log rows in ${database}`,
      "",
      `${rollUpRows.toLocaleString("en")} rows in the hourly roll-up${partly ? " (left out)" : ""}, ${figureRows.toLocaleString("en")} in the one for charts; made in ${seconds} s.`,
      "",
      "| caller | request | times | p50 ms | p95 | at most |",
      "|---|---|---|---|---|---|",
      ...figures.map((figure) => `| ${describe(figure)}`),
      ...(exports.length > 0 ? exportTable(exports) : []),
    ],
  );
}

function exportTable(exports: ExportFigure[]): string[] {
  return [
    "",
    "| export of | lines | lines/s | MB | server's memory before, MB | most meanwhile |",
    "|---|---|---|---|---|---|",
    ...exports.map((figure) => `| ${describeExport(figure)}`),
  ];
}
