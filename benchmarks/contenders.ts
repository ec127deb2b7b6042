import type { ChildProcess } from "node:child_process";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { script, startProcess, stopProcess } from "./processes.ts";

/** Something that answers the same request: the upstream itself, a proxy, or the gateway. */
export interface Contender {
  name: string;
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Processes whose CPU time counts. */
  pids: number[];
}

const upstreamPort = 4801;
const barePort = 4802;
const nginxPort = 4803;
const gatewayPort = 4804;
const chatPath = "/v1/chat/completions";
const password = "a bench password";

export interface OpenContenders {
  contenders: Contender[];
  close(): Promise<void>;
}

/** Starts the upstream and the named contenders. A contender that is not installed is left out and said so. */
export async function openContenders(pace: number, names: string[]): Promise<OpenContenders> {
  const folder = mkdtempSync(path.join(tmpdir(), "tollgate-bench-"));
  const children: ChildProcess[] = [];
  const start = async (core: number, command: string[], ready: RegExp, env?: Record<string, string>) => {
    const { child } = await startProcess(core, command, ready, env);
    children.push(child);
    return child.pid ?? 0;
  };
  await start(1, script("fake-upstream.ts", String(upstreamPort), "64", String(pace)), /ready/);
  const contenders: Contender[] = [];
  const add = (name: string, port: number, pids: number[], headers: Record<string, string> = {}): void => {
    contenders.push({ name, port, path: chatPath, headers, pids });
  };
  if (names.includes("direct")) add("direct", upstreamPort, []);
  if (names.includes("nginx")) {
    const pids = await startNginx(folder, children);
    if (pids) add("nginx", nginxPort, pids);
    else console.log("nginx is not installed: left out");
  }
  if (names.includes("bare")) {
    const pid = await start(
      0,
      script("plain-proxy.ts", String(barePort), `http://127.0.0.1:${upstreamPort}`),
      /ready/,
    );
    add("bare", barePort, [pid]);
  }
  if (names.some((name) => name.startsWith("tollgate"))) {
    const pid = await start(
      0,
      [process.execPath, path.join(import.meta.dirname, "../server/start.mjs")],
      /ready at/,
      {
        DATA_DIR: folder,
        HOST: "127.0.0.1",
        PORT: String(gatewayPort),
        ROOT_PASSWORD: password,
        ...(process.env["BENCH_DATABASE_URL"] && { DATABASE_URL: process.env["BENCH_DATABASE_URL"] }),
      },
    );
    const keys = await setUpGateway();
    const header = (key: string) => ({ authorization: `Bearer ${key}` });
    if (names.includes("tollgate")) add("tollgate", gatewayPort, [pid], header(keys.native));
    if (names.includes("tollgate-translated")) {
      add("tollgate-translated", gatewayPort, [pid], header(keys.translated));
    }
  }
  return {
    contenders,
    async close() {
      for (const child of children.reverse()) await stopProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
  server { listen 127.0.0.1:${nginxPort} backlog=4096; client_max_body_size 64m; client_body_buffer_size 1m;
    location / { proxy_pass http://up; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; } }
}
`,
  );
  const { child } = await startProcess(0, ["nginx", "-p", folder, "-c", file], /start worker process \d/);
  children.push(child);
  const workers = spawnSync("pgrep", ["-P", String(child.pid)], { encoding: "utf8" })
    .stdout.trim()
    .split("\n");
  return workers.map(Number);
}

/** Everything that a real installation has: channel, price, token, limits high enough not to be the subject. */
async function setUpGateway(): Promise<{ native: string; translated: string }> {
  const base = `http://127.0.0.1:${gatewayPort}`;
  const login = await fetch(`${base}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "root", password }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  async function send<T>(method: string, address: string, body?: unknown): Promise<T> {
    const response = await fetch(base + address, {
      method,
      headers: { cookie, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as { success: boolean; data: T };
    if (!envelope.success) throw new Error(`${address}: ${JSON.stringify(envelope)}`);
    return envelope.data;
  }
  const groups = await send<{ data: { symbol: string; id: number }[] }>("GET", "/api/user_group/");
  const vip = groups.data.find((group) => group.symbol === "vip");
  for (const group of groups.data) {
    await send("PUT", "/api/user_group/", { ...group, public: true, api_rate: 10_000_000 });
  }
  if (!vip) throw new Error("the group vip is missing");
  await send("POST", "/api/prices/single", {
    model: "bench-model",
    type: "tokens",
    channel_type: 1,
    // Cheap enough that the opening balance lasts for every round.
    input: 0.001,
    output: 0.002,
  });
  const address = { base_url: `http://127.0.0.1:${upstreamPort}`, key: "bench", models: ["bench-model"] };
  await send("POST", "/api/channel/", { ...address, name: "native", type: 1, groups: ["default"] });
  await send("POST", "/api/channel/", { ...address, name: "translated", type: 14, groups: ["vip"] });
  const token = (group: string) =>
    send<{ key: string }>("POST", "/api/token/", { name: `bench ${group}`, unlimited_quota: true, group });
  return { native: (await token("default")).key, translated: (await token("vip")).key };
}
