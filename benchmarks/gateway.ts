import path from "node:path";
import type { ChildProcess } from "node:child_process";
import { startProcess, stopProcess } from "./processes.ts";
import { seedLarge } from "./seed-large.ts";

const password = "a bench password";

/** How a gateway of the benchmark is run. */
export interface GatewayManner {
  port: number;
  upstreamPort: number;
  dataDir: string;
  databaseUrl?: string;
  workers?: number;
  /** 10,000 tokens, 500 channels, 300 models beside the one that is called. */
  large?: boolean;
}

export interface RunningGateway {
  child: ChildProcess;
  /** Authorization headers of the callers of each channel. */
  keys: { native: string; messages: string; gemini: string };
  /** Of the native channel, with `large`: all tokens. */
  many: string[];
}

/** Starts Tollgate with everything that a real installation has: channels, prices, tokens, limits high enough not to be the subject. */
export async function startGateway(core: number | "all", manner: GatewayManner): Promise<RunningGateway> {
  const child = await start(core, manner);
  const keys = await setUp(manner);
  if (!manner.large) return { child, keys, many: [] };
  await stopProcess(child);
  const many = await seedLarge(manner.dataDir);
  return { child: await start(core, manner), keys, many };
}

async function start(core: number | "all", manner: GatewayManner): Promise<ChildProcess> {
  const { child } = await startProcess(
    core,
    // As `npm start` runs it.
    [process.execPath, "--max-semi-space-size=16", path.join(import.meta.dirname, "../server/start.mjs")],
    /ready at/,
    {
      DATA_DIR: manner.dataDir,
      HOST: "127.0.0.1",
      PORT: String(manner.port),
      ROOT_PASSWORD: password,
      WORKERS: String(manner.workers ?? 1),
      ...(manner.databaseUrl && { DATABASE_URL: manner.databaseUrl }),
    },
  );
  return child;
}

async function setUp(manner: GatewayManner): Promise<RunningGateway["keys"]> {
  const base = `http://127.0.0.1:${manner.port}`;
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
