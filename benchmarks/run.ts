/**
 * `npm run bench [-- whole,stream,…]`: Tollgate with everything on (token, limits, reservation, price, durable log, roll-ups) next
 * to a direct call, nginx and the bare proxy, interleaved in the same run on pinned cores. Prints ratios and writes raw
 * figures to `benchmarks/results/`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { describeAttack, runAttack } from "./attack.ts";
import { type Contender, openContenders } from "./contenders.ts";
import { describeLogs, runLogs } from "./logs.ts";
import { describeLoop, runLoop } from "./loop.ts";
import { type LoadResult, measure } from "./measure.ts";
import { describeMemory, runMemory } from "./memory.ts";
import { describeRows, type Row } from "./report.ts";
import { requestBody } from "./requests.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { describeStart, runStart } from "./start.ts";
import { describeTasks, runTasks } from "./tasks.ts";
import { describeVersions, runVersions } from "./versions.ts";
import { describeViewers, runViewers } from "./viewers.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 4);

/** Before the rounds, at full speed: a server that was just started is still compiling its code. */
const warmUpSeconds = 6;
/** A fixed rate is at most this share of what the slowest contender answers at full speed: a queue is not measured. */
const shareOfMaximum = 0.4;
/** Too short for any key to be used twice, with the second of warm-up. */
const firstCallSeconds = 1;

/** Benchmarks without contenders, which measure in their own way and return raw figures with text. */
const others: Record<string, () => Promise<{ raw: unknown; text: string[] }>> = {
  memory: () => withText(runMemory(), describeMemory),
  loop: () => withText(runLoop(seconds), describeLoop),
  attack: () => withText(runAttack(seconds), describeAttack),
  start: () => withText(runStart(), describeStart),
  logs: () => withText(runLogs(), describeLogs),
  tasks: () => withText(runTasks(), describeTasks),
  viewers: () => withText(runViewers(), describeViewers),
  versions: () => withText(runVersions(), describeVersions),
};

async function withText<T>(figures: Promise<T>, describe: (figures: T) => string[]) {
  const raw = await figures;
  return { raw, text: describe(raw) };
}

async function runScenario(scenario: Scenario): Promise<Row[]> {
  const { pace, contenders, loadCore = 1, sleeps = false, together = false } = scenario;
  const opened = await openContenders(pace, contenders, { loadCore });
  const rows: Row[] = opened.contenders.map(({ name }) => ({
    scenario: scenario.name,
    contender: name,
    rounds: [],
  }));
  const play = (contender: Contender, length: number, rate: number): Promise<LoadResult> =>
    measure(
      contender,
      {
        body: requestBody(contender.format, scenario.stream, scenario.bytes),
        connections: scenario.connections,
        seconds: length,
        rate,
        // On a core of its own, it keeps no contender from theirs.
        awake: loadCore !== "all" && !sleeps,
        together,
      },
      opened.load,
    );
  try {
    let { rate } = scenario;
    for (const contender of opened.contenders) {
      // With one key: the first call of each other one is measured below.
      const { keys: _keys, ...single } = contender;
      const { perSecond } = await play(single, warmUpSeconds, 0);
      if (rate > 0) rate = Math.min(rate, Math.round(perSecond * shareOfMaximum));
    }
    if (rate < scenario.rate)
      console.log(`${scenario.name} | this machine is slower: ${rate} requests a second`);
    // A key's first call loads its caller; that is measured separately.
    for (const contender of opened.contenders) {
      if (!contender.keys) continue;
      const first = await play(contender, firstCallSeconds, rate);
      rows.push({ scenario: scenario.name, contender: `${contender.name}, first calls`, rounds: [first] });
      // Each round begins with the first key, so one that is long enough calls all of them.
      await play(contender, Math.ceil(contender.keys.length / Math.max(first.perSecond, 100)), rate);
    }
    for (let round = 0; round < rounds; round++) {
      for (const [i, contender] of opened.contenders.entries()) {
        const result = await play(contender, seconds, rate);
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
      `p99.9 ${result.p999} first ${result.firstP50} gap ${result.longestGap} failed ${result.failed}`,
  );
}

const everything = [...Object.keys(scenarios), ...Object.keys(others)];
const argument = process.argv[2] ?? "all";
const chosen = argument === "all" ? everything : argument.split(",");
const unknown = chosen.filter((name) => !everything.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}; there are ${everything.join(", ")}.`);
  process.exit(1);
}

const rows: Row[] = [];
const figures: Record<string, unknown> = {};
const otherText: string[] = [];
for (const name of chosen) {
  const scenario = scenarios[name];
  if (scenario) rows.push(...(await runScenario(scenario)));
  const other = await others[name]?.();
  if (other) {
    figures[name] = other.raw;
    otherText.push(...other.text);
  }
  // After each: a run takes an hour and a half, and a later scenario may fail.
  writeResults();
}
console.log(report().join("\n"));

function report(): string[] {
  return [...describeRows(rows), ...otherText];
}

function writeResults(): void {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const day = new Date().toISOString().slice(0, 10);
  const folder = path.join(import.meta.dirname, "results");
  mkdirSync(folder, { recursive: true });
  const facts = {
    database: "SQLite but where PostgreSQL is named",
    day,
    commit,
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    rounds,
    seconds,
  };
  const file = `${day}-${commit}-${chosen === everything ? "all" : chosen.join("+")}`;
  writeFileSync(
    path.join(folder, `${file}.json`),
    `${JSON.stringify({ ...facts, rows, ...figures }, undefined, 1)}\n`,
  );
  writeFileSync(
    path.join(folder, `${file}.md`),
    `# ${day}, commit ${commit}\n\n${facts.cpu}, ${facts.cores} cores, Node ${facts.node}, ${facts.database}; ${rounds} rounds of ${seconds} s, medians.\n${report().join("\n")}\n`,
  );
}
