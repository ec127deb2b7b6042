/**
 * `npm run bench [-- whole,stream,…]`: Tollgate with everything on (token, limits, reservation, price, durable log, roll-ups) next
 * to a direct call, nginx and the bare proxy, interleaved in the same run on pinned cores. Prints ratios and writes raw
 * figures to `benchmarks/results/`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { type Contender, openContenders } from "./contenders.ts";
import { type LoadResult, measure } from "./measure.ts";
import { runMemory } from "./memory.ts";
import { requestBody } from "./requests.ts";
import { type Scenario, scenarios } from "./scenarios.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 4);
const chosen = (process.argv[2] ?? [...Object.keys(scenarios), "memory"].join(",")).split(",");

interface Row {
  scenario: string;
  contender: string;
  rounds: LoadResult[];
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function runScenario(scenario: Scenario): Promise<Row[]> {
  const opened = await openContenders(scenario.pace, scenario.contenders);
  const rows: Row[] = opened.contenders.map(({ name }) => ({
    scenario: scenario.name,
    contender: name,
    rounds: [],
  }));
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [i, contender] of opened.contenders.entries()) {
        const result = await measure(contender, {
          body: requestBody(contender.format, scenario.stream, scenario.bytes),
          connections: scenario.connections,
          seconds,
          rate: scenario.rate,
        });
        rows[i]?.rounds.push(result);
        print(scenario, contender, round, result);
      }
    }
  } finally {
    await opened.close();
  }
  return rows;
}

function print(scenario: Scenario, contender: Contender, round: number, result: LoadResult): void {
  console.log(
    `${scenario.name} | round ${round + 1} | ${contender.name.padEnd(20)} ${result.perSecond}/s ` +
      `${result.eventsPerSecond} events/s ${result.megabytesPerSecond} MB/s cpu ${result.cpuMicros} µs p50 ${result.p50} p99 ${result.p99} ` +
      `p99.9 ${result.p999} first ${result.firstByteP50} gap ${result.longestGap} failed ${result.failed}`,
  );
}

function summarize(rows: Row[]): string[] {
  const lines: string[] = [];
  for (const scenario of new Set(rows.map((row) => row.scenario))) {
    lines.push("", `## ${scenario}`, "");
    lines.push(
      "| contender | answers/s | of bare | events/s | CPU µs | of bare | p50 ms | p99 | p99.9 | first byte | longest gap | failed |",
    );
    lines.push("|---|---|---|---|---|---|---|---|---|---|---|---|");
    const own = rows.filter((row) => row.scenario === scenario);
    const bare = own.find((row) => row.contender === "bare");
    const of = (row: Row, pick: (result: LoadResult) => number): number => median(row.rounds.map(pick));
    for (const row of own) {
      const share = (pick: (result: LoadResult) => number): string =>
        bare ? (of(row, pick) / of(bare, pick)).toFixed(2) : "";
      lines.push(
        `| ${row.contender} | ${of(row, (r) => r.perSecond)} | ${share((r) => r.perSecond)} | ${of(row, (r) => r.eventsPerSecond)} | ` +
          `${of(row, (r) => r.cpuMicros)} | ${share((r) => r.cpuMicros)} | ${of(row, (r) => r.p50)} | ${of(row, (r) => r.p99)} | ` +
          `${of(row, (r) => r.p999)} | ${of(row, (r) => r.firstByteP50)} | ${of(row, (r) => r.longestGap)} | ${of(row, (r) => r.failed)} |`,
      );
    }
  }
  return lines;
}

const rows: Row[] = [];
for (const name of chosen) {
  const scenario = scenarios[name];
  if (scenario) rows.push(...(await runScenario(scenario)));
}
const memory = chosen.includes("memory") ? await runMemory() : undefined;
const report = summarize(rows);
if (memory) {
  report.push(
    "",
    "## memory",
    "",
    `idle ${memory.idleMegabytes} MB; with ${memory.streams} open streams ${memory.openMegabytes} MB: ${memory.kilobytesPerStream} KB a stream`,
  );
}
console.log(report.join("\n"));

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const day = new Date().toISOString().slice(0, 10);
const folder = path.join(import.meta.dirname, "results");
mkdirSync(folder, { recursive: true });
const database = "SQLite but where PostgreSQL is named";
const facts = {
  database,
  day,
  commit,
  node: process.version,
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  rounds,
  seconds,
};
const everything = chosen.length > Object.keys(scenarios).length;
const name = `${day}-${commit}-${everything ? "all" : chosen.join("+")}`;
writeFileSync(
  path.join(folder, `${name}.json`),
  `${JSON.stringify({ ...facts, rows, memory }, undefined, 1)}\n`,
);
writeFileSync(
  path.join(folder, `${name}.md`),
  `# ${day}, commit ${commit}\n\n${facts.cpu}, ${facts.cores} cores, Node ${facts.node}, ${database}; ${rounds} rounds of ${seconds} s, medians.\n${report.join("\n")}\n`,
);
