import type { ChildProcess } from "node:child_process";
import { spawnSync } from "node:child_process";
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { attacks, type AttackTarget } from "./attacks.ts";
import { type ApiCall, password, signIn, startGateway } from "./gateway.ts";
import { loadScript, script, startProcess, stopProcess } from "./processes.ts";
import { paths, requestBody } from "./requests.ts";
import { percentile } from "./statistics.ts";

/** Latency of an honest caller, in milliseconds from the intended send time. */
interface Waits {
  p50: number;
  p99: number;
  worst: number;
  failed: number;
}

export interface AttackResult {
  what: string;
  quiet: Waits;
  attacked: Waits;
  /** Resident memory in MB: before, and its peak. */
  before: number;
  peak: number;
  /** Number of responses to the attacker by status; 0: the connection was closed. */
  answered: Record<string, number>;
  survived: boolean;
}

const ports = { upstream: 4861, gateway: 4862, attacker: 4863 };
/** One honest call each. */
const paceMilliseconds = 20;
const heapMegabytes = 1024;

/**
 * Latency of an honest caller during each attack, compared with its latency without, and memory growth. The gateway has one core
 * and a heap of 1 GB; callers and upstreams share the other core, the attacker behind all others.
 */
export async function runAttack(seconds: number): Promise<AttackResult[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "tollgate-bench-"));
  const started: ChildProcess[] = [];
  pinSelf("1");
  try {
    started.push(
      (await startProcess(1, loadScript(ports.upstream, 64, 0), /ready/, { talking: true })).child,
    );
    const results: AttackResult[] = [];
    const chosen = process.env["BENCH_ATTACKS"]?.split(",");
    for (const { name, what } of attacks) {
      if (chosen && !chosen.includes(name)) continue;
      // A separate gateway each: one crashed by an attack must not fail the next.
      const { child, keys } = await startGateway(0, {
        port: ports.gateway,
        upstreamPort: ports.upstream,
        dataDir: path.join(folder, name),
        env: {
          NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`,
          API_RATE_LIMIT: "100000000",
          TRUST_PROXY: "127.0.0.2",
        },
      });
      try {
        const target = await prepareTarget();
        await honestCalls(keys.native, 2);
        const quiet = await honestCalls(keys.native, seconds);
        const before = residentMegabytes(child);
        const command = ["nice", "-n", "10", ...script("attack-process.ts", name, JSON.stringify(target))];
        const attacker = await startProcess(1, command, /ready/);
        let output = "";
        attacker.child.stdout?.on("data", (data: Buffer) => (output += data.toString()));
        let peak = before;
        const watch = setInterval(() => (peak = Math.max(peak, residentMegabytes(child))), 20);
        const attacked = await honestCalls(keys.native, seconds);
        clearInterval(watch);
        await stopProcess(attacker.child);
        const answered = /answered (.*)/.exec(output)?.[1] ?? "{}";
        const result = {
          what: `${name}: ${what}`,
          quiet,
          attacked,
          before,
          peak,
          answered: JSON.parse(answered) as Record<string, number>,
          survived: child.exitCode === null && child.signalCode === null,
        };
        console.log(JSON.stringify(result));
        results.push(result);
      } finally {
        child.kill("SIGKILL");
        await stopProcess(child);
      }
    }
    return results;
  } finally {
    pinSelf("0-64");
    for (const child of started.reverse()) await stopProcess(child);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The honest caller is this process. */
function pinSelf(cores: string): void {
  spawnSync("taskset", ["-a", "-cp", cores, String(process.pid)]);
}

/** Accounts and a channel for the attacker. */
async function prepareTarget(): Promise<AttackTarget> {
  const root = await signIn(ports.gateway);
  const account = async (username: string, quota: number): Promise<ApiCall & { cookie: string }> => {
    await root("POST", "/api/user/", { username, password, display_name: username, quota });
    return signIn(ports.gateway, username);
  };
  const token = async (api: ApiCall, group: string): Promise<string> => {
    const form = { name: group, unlimited_quota: true, group };
    return `Bearer ${(await api<{ key: string }>("POST", "/api/token/", form)).key}`;
  };
  const price = { type: "tokens", channel_type: 1, input: 0.001, output: 0.002 };
  await root("POST", "/api/prices/single", { ...price, model: "attack-model" });
  await root("POST", "/api/channel/", {
    base_url: `http://127.0.0.1:${ports.attacker}`,
    key: "attack",
    name: "attacker",
    type: 1,
    groups: ["default"],
    models: ["attack-model"],
  });
  const rich = await account("mallory", 100_000_000);
  const poor = await account("trudy", 0);
  const key = await token(rich, "default");
  return {
    port: ports.gateway,
    upstreamPort: ports.attacker,
    keys: { rich: key, poor: await token(poor, "default"), upstream: key },
    cookie: rich.cookie,
  };
}

/** Calls at a fixed rate, independent of earlier calls; latency counts from the intended send time. */
async function honestCalls(authorization: string, seconds: number): Promise<Waits> {
  const agent = new Agent({ keepAlive: true });
  const body = requestBody("chat", false);
  const headers = { "content-type": "application/json", authorization };
  const waits: number[] = [];
  let failed = 0;
  const call = (due: number): Promise<void> =>
    new Promise((resolve) => {
      const over = (ok: boolean): void => {
        if (!ok) failed += 1;
        waits.push(performance.now() - due);
        resolve();
      };
      const options = {
        host: "127.0.0.1",
        port: ports.gateway,
        path: paths.chat,
        method: "POST",
        agent,
        headers,
      };
      const sent = request(options, (response) => {
        response.on("end", () => over(response.statusCode === 200)).resume();
      });
      sent.setTimeout(120_000, () => sent.destroy(new Error("no answer")));
      sent.on("error", () => over(false));
      sent.end(body);
    });
  const calls: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let due = startedAt; due < startedAt + seconds * 1000; due += paceMilliseconds) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    calls.push(call(due));
  }
  await Promise.all(calls);
  agent.destroy();
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    p50: round(percentile(waits, 0.5)),
    p99: round(percentile(waits, 0.99)),
    worst: round(Math.max(...waits)),
    failed,
  };
}

function residentMegabytes({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

export function describeAttack(results: AttackResult[]): string[] {
  return [
    "",
    `## attacks: what an honest caller waits meanwhile; one core, a heap of ${heapMegabytes} MB`,
    "",
    "| attack | quiet p50 ms | p99 | worst | attacked p50 | p99 | worst | worst + | failed | MB before | peak | answers | survived |",
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ...results.map(
      ({ what, quiet, attacked, before, peak, answered, survived }) =>
        `| ${what} | ${quiet.p50} | ${quiet.p99} | ${quiet.worst} | ${attacked.p50} | ${attacked.p99} | ${attacked.worst} | ${Math.round(attacked.worst - quiet.worst)} | ${attacked.failed} | ${before} | ${peak} | ${Object.entries(
          answered,
        )
          .map(([status, times]) => `${status}: ${times}`)
          .join(", ")} | ${survived ? "yes" : "**no**"} |`,
    ),
  ];
}
