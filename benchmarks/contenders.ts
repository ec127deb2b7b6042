import type { ChildProcess } from "node:child_process";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type GatewayManner, type RunningGateway, startGateway } from "./gateway.ts";
import { createOwnDatabase } from "./own-database.ts";
import { findPortkey } from "./portkey.ts";
import { loadScript, script, startProcess, stopProcess } from "./processes.ts";
import { type CallerFormat, paths } from "./requests.ts";

/** A server for the same request: the upstream itself, a proxy, or a gateway. */
export interface Contender {
  name: string;
  port: number;
  path: string;
  format: CallerFormat;
  headers: Record<string, string>;
  /** Authorization headers that take turns. */
  keys?: string[];
  /** Processes whose CPU time counts. */
  pids: number[];
}

const upstreamPort = 4801;
const ports = {
  bare: 4802,
  nginx: 4803,
  tollgate: 4804,
  portkey: 4806,
  postgres: 4807,
  large: 4808,
  workers: 4809,
  before: 4812,
};

/** Folders of other checkouts of Tollgate, with their packages installed, that are measured beside this one. */
export const otherCheckouts = process.env["BENCH_BESIDE"]?.split(",") ?? [];
/** Most benchmarks have room for one. */
export const [otherCheckout] = otherCheckouts;

/** Has room for a database of the benchmark's own. */
const databaseServer = process.env["BENCH_DATABASE_URL"];

export interface OpenContenders {
  contenders: Contender[];
  /** The upstream, which also generates the load. */
  load: ChildProcess;
  close(): Promise<void>;
}

/** Variants of Tollgate: the caller's format and the channel. */
const calls: Record<string, { format: CallerFormat; key: keyof RunningGateway["keys"] }> = {
  tollgate: { format: "chat", key: "native" },
  "tollgate chat→messages": { format: "chat", key: "messages" },
  "tollgate messages→chat": { format: "messages", key: "native" },
  "tollgate responses→chat": { format: "responses", key: "native" },
  "tollgate chat→gemini": { format: "chat", key: "gemini" },
  "tollgate messages": { format: "messages", key: "messages" },
};

/**
 * Starts the upstream and the named contenders. A contender that is not installed is skipped with a message. `loadCore`: where the
 * upstream and the load are; `all` where a contender has every core, too.
 */
export async function openContenders(
  pace: number,
  names: string[],
  { eventsPerStream = 64, loadCore = 1 }: { eventsPerStream?: number; loadCore?: number | "all" } = {},
): Promise<OpenContenders> {
  const folder = mkdtempSync(path.join(tmpdir(), "tollgate-bench-"));
  const children: ChildProcess[] = [];
  const close = async (): Promise<void> => {
    for (const child of children.reverse()) await stopProcess(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const script = loadScript(upstreamPort, eventsPerStream, pace);
    const { child: load } = await startProcess(loadCore, script, /ready/, { talking: true });
    children.push(load);
    return { contenders: await startAll(folder, children, names), load, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startAll(folder: string, children: ChildProcess[], names: string[]): Promise<Contender[]> {
  const start = async (core: number, command: string[], ready: RegExp, env?: Record<string, string>) => {
    const { child } = await startProcess(core, command, ready, { env });
    children.push(child);
    return child.pid ?? 0;
  };
  const contenders: Contender[] = [];
  const add = (contender: Partial<Contender> & Pick<Contender, "name" | "port">): void => {
    contenders.push({
      format: "chat",
      path: paths[contender.format ?? "chat"],
      headers: {},
      pids: [],
      ...contender,
    });
  };
  const gateway = async (port: number, manner: Partial<GatewayManner> = {}): Promise<RunningGateway> => {
    const dataDir = path.join(folder, String(port));
    const core = manner.workers === undefined ? 0 : "all";
    const running = await startGateway(core, { port, upstreamPort, dataDir, ...manner });
    children.push(running.child);
    return running;
  };
  if (names.includes("direct")) add({ name: "direct", port: upstreamPort });
  if (names.includes("nginx")) {
    const pids = await startNginx(folder, children);
    if (pids) add({ name: "nginx", port: ports.nginx, pids });
    else console.log("nginx is not installed: left out");
  }
  if (names.includes("bare")) {
    const command = script("plain-proxy.ts", String(ports.bare), `http://127.0.0.1:${upstreamPort}`);
    add({ name: "bare", port: ports.bare, pids: [await start(0, command, /ready/)] });
  }
  if (names.includes("portkey")) {
    const portkey = findPortkey();
    if (portkey) {
      const command = [process.execPath, portkey, `--port=${ports.portkey}`, "--headless"];
      const headers = {
        authorization: "Bearer bench",
        "x-portkey-provider": "openai",
        "x-portkey-custom-host": `http://127.0.0.1:${upstreamPort}/v1`,
      };
      add({ name: "portkey", port: ports.portkey, headers, pids: [await start(0, command, /Ready for/)] });
    } else console.log("@portkey-ai/gateway cannot be installed: left out");
  }
  if (names.some((name) => calls[name])) {
    const current = await gateway(ports.tollgate);
    const other = otherCheckout && (await gateway(ports.before, { checkout: otherCheckout }));
    const addCalls = (name: string, port: number, { keys, child }: RunningGateway): void => {
      const call = calls[name];
      if (!call) return;
      const { format, key } = call;
      const headers = { authorization: keys[key] };
      const shown = port === ports.before ? `${name}, before` : name;
      add({ name: shown, port, format, path: paths[format], headers, pids: [child.pid ?? 0] });
    };
    for (const name of names) {
      addCalls(name, ports.tollgate, current);
      if (other) addCalls(name, ports.before, other);
    }
  }
  const variants: [string, number, Partial<GatewayManner>][] = [
    ["tollgate on PostgreSQL", ports.postgres, { databaseUrl: databaseServer ?? "" }],
    ["tollgate, large", ports.large, { large: true }],
    ["tollgate, 1 worker on one core", ports.workers, {}],
    ["tollgate, 1 worker on all cores", ports.workers + 1, { workers: 1 }],
    ["tollgate, 2 workers", ports.workers + 2, { workers: 2 }],
  ];
  if (otherCheckout)
    variants.push(["tollgate, large, before", ports.before + 1, { large: true, checkout: otherCheckout }]);
  for (const [name, port, manner] of variants) {
    const chosen = manner.checkout === undefined ? name : name.replace(", before", "");
    if (!names.includes(chosen)) continue;
    if (manner.databaseUrl === "") {
      console.log("BENCH_DATABASE_URL is not set: PostgreSQL is left out");
      continue;
    }
    const own = manner.databaseUrl && (await createOwnDatabase(manner.databaseUrl, "tollgate_bench_relay"));
    const running = await gateway(port, own ? { ...manner, databaseUrl: own.url } : manner);
    const keys = running.many.length > 0 ? { keys: running.many } : {};
    const pids = [running.child.pid ?? 0, ...childrenOf(running.child.pid ?? 0)];
    add({ name, port, headers: { authorization: running.keys.native }, pids, ...keys });
  }
  return contenders;
}

function childrenOf(pid: number): number[] {
  const found = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" }).stdout.trim();
  return found === "" ? [] : found.split("\n").map(Number);
}

async function startNginx(folder: string, children: ChildProcess[]): Promise<number[] | undefined> {
  if (spawnSync("nginx", ["-v"]).status !== 0) return undefined;
  const file = path.join(folder, "nginx.conf");
  writeFileSync(
    file,
    `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log stderr notice;
events { worker_connections 4096; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  keepalive_requests 100000000;
  upstream up { server 127.0.0.1:${upstreamPort}; keepalive 1024; keepalive_requests 100000000; }
  server { listen 127.0.0.1:${ports.nginx} backlog=4096; client_max_body_size 64m; client_body_buffer_size 16m;
    location / { proxy_pass http://up; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; } }
}
`,
  );
  const { child } = await startProcess(0, ["nginx", "-p", folder, "-c", file], /start worker process \d/);
  children.push(child);
  return childrenOf(child.pid ?? 0);
}
