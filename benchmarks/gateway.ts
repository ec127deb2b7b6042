import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { repositoryRoot } from "../scripts/finding.ts";
import { startProcess, stopProcess } from "./processes.ts";
import { seedLarge } from "./seed-large.ts";

/** Of root, and of users copied from it. */
export const password = "a bench password";

/** Imported by a process whose event loop is watched. */
export const watchScript = path.join(import.meta.dirname, "watch-loop.ts");

/** How a gateway of the benchmark is run. */
export interface GatewayManner {
  port: number;
  upstreamPort: number;
  dataDir: string;
  databaseUrl?: string;
  workers?: number;
  /** 10,000 tokens, 500 channels, 300 models beside the one that is called. */
  large?: boolean;
  /** Its event loop is watched, for `readLoopDelay`. */
  watched?: boolean;
  /** Folder of the checkout whose server runs; this one unless set. */
  checkout?: string;
  /** Further environment. */
  env?: Record<string, string>;
}

/** Calls the console's API as one user; returns `data` of the response. */
export type ApiCall = <T>(method: string, address: string, body?: unknown) => Promise<T>;

export interface RunningGateway {
  child: ChildProcess;
  /** Authorization headers of the callers of each channel. */
  keys: { native: string; messages: string; gemini: string };
  /** Of the native channel, with `large`: all tokens. */
  many: string[];
}

/** Starts Tollgate with channels, prices, tokens, and limits high enough not to interfere. */
export async function startGateway(core: number | "all", manner: GatewayManner): Promise<RunningGateway> {
  const child = await launchGateway(core, manner);
  const keys = await setUp(manner);
  if (!manner.large) return { child, keys, many: [] };
  await stopProcess(child);
  const many = await seedLarge(manner.dataDir);
  return { child: await launchGateway(core, manner), keys, many };
}

/** Starts only the process, with the existing database or an empty one. */
export async function launchGateway(core: number | "all", manner: GatewayManner): Promise<ChildProcess> {
  const npmStart = await startOf(manner.checkout ?? repositoryRoot);
  const { child } = await startProcess(
    core,
    [process.execPath, ...(manner.watched ? ["--import", watchScript] : []), ...npmStart.args],
    /ready at/,
    {
      env: {
        ...npmStart.env,
        DATA_DIR: manner.dataDir,
        HOST: "127.0.0.1",
        PORT: String(manner.port),
        ROOT_PASSWORD: password,
        WORKERS: String(manner.workers ?? 1),
        ...(manner.databaseUrl && { DATABASE_URL: manner.databaseUrl }),
        ...manner.env,
      },
      talking: manner.watched,
    },
  );
  return child;
}

/** The server's process as `npm start` of the checkout runs it. */
async function startOf(checkout: string): Promise<{ args: string[]; env: Record<string, string> }> {
  const file = path.join(checkout, "scripts/server-process.ts");
  if (!existsSync(file)) return { args: argumentsOfStart(checkout), env: {} };
  const { serverProcess } = (await import(pathToFileURL(file).href)) as {
    serverProcess(args: string[], env: object): { args: string[]; env: Record<string, string> };
  };
  return serverProcess([], {});
}

/** Up to 2026-11-27, package.json had the server's command: `… && exec node --some-flag server/start.mjs`. */
function argumentsOfStart(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(checkout, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const command = /exec node (.+)$/.exec(scripts.start)?.[1];
  if (command === undefined) throw new Error(`${checkout}: npm start has no "exec node"`);
  const args = command.split(" ");
  return [...args.slice(0, -1), path.join(checkout, args.at(-1) ?? "")];
}

/** Signs in and returns a function for calls. */
export async function signIn(port: number, username = "root"): Promise<ApiCall & { cookie: string }> {
  let cookie = "";
  const send = (method: string, target: string, body?: unknown): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${target}`, {
      method,
      headers: {
        cookie,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const login = await send("POST", "/api/user/login", { username, password });
  cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const call = async <T>(method: string, target: string, body?: unknown): Promise<T> => {
    const envelope = (await (await send(method, target, body)).json()) as { success: boolean; data: T };
    if (!envelope.success) throw new Error(`${target}: ${JSON.stringify(envelope)}`);
    return envelope.data;
  };
  return Object.assign(call, { cookie });
}

async function setUp(manner: GatewayManner): Promise<RunningGateway["keys"]> {
  const send = await signIn(manner.port);
  const groups = await send<{ data: { symbol: string; id: number }[] }>("GET", "/api/user_group/");
  for (const group of groups.data)
    await send("PUT", "/api/user_group/", { ...group, public: true, api_rate: 10_000_000 });
  // Cheap enough that the opening balance lasts for every round.
  const price = { type: "tokens", channel_type: 1, input: 0.001, output: 0.002 };
  for (const model of ["bench-model", "bench-compatible"])
    await send("POST", "/api/prices/single", { ...price, model });
  const address = { base_url: `http://127.0.0.1:${manner.upstreamPort}`, key: "bench" };
  const channel = (name: string, type: number, group: string, models: string[]) =>
    send("POST", "/api/channel/", { ...address, name, type, groups: [group], models });
  await channel("native", 1, "default", ["bench-model"]);
  await channel("compatible", 8, "default", ["bench-compatible"]);
  await channel("messages", 14, "vip", ["bench-model"]);
  await channel("gemini", 25, "svip", ["bench-model"]);
  const token = async (group: string): Promise<string> => {
    const made = await send<{ key: string }>("POST", "/api/token/", {
      name: `bench ${group}`,
      unlimited_quota: true,
      group,
    });
    return `Bearer ${made.key}`;
  };
  const keys = { native: await token("default"), messages: await token("vip"), gemini: await token("svip") };
  return keys;
}
