import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ApiCall, signIn, startGateway, watchScript } from "./gateway.ts";
import { measure } from "./measure.ts";
import { loadScript, startProcess, stopProcess } from "./processes.ts";
import { paths, requestBody } from "./requests.ts";
import { median } from "./statistics.ts";

/** Event loop delay in milliseconds. Sampled every millisecond, so an idle loop shows 1. */
export interface LoopDelay {
  p50: number;
  p99: number;
  longest: number;
}

export interface LoopResult extends LoopDelay {
  what: string;
}

const upstreamPort = 4851;
const port = 4852;
const barePort = 4853;
const turns = 12;
const rounds = 3;
/** At full speed, before the rounds: a server that was just started is still compiling its code. */
const warmUpSeconds = 6;
const bodies = [
  { name: "10 KB", bytes: 10_240, connections: 64 },
  { name: "200 KB", bytes: 204_800, connections: 64 },
  { name: "10 MB", bytes: 10_485_760, connections: 4 },
];

/** Delays since the last reading. */
export async function readLoopDelay(gateway: ChildProcess): Promise<LoopDelay> {
  gateway.send("read-loop");
  const [seen] = (await once(gateway, "message")) as [LoopDelay];
  return seen;
}

const rest = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Event loop delay with large bodies, of the plain proxy and the gateway, and while a price changes in a large
 * installation.
 */
export async function runLoop(seconds: number): Promise<LoopResult[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "tollgate-bench-"));
  const started: ChildProcess[] = [];
  try {
    const { child: from } = await startProcess(1, loadScript(upstreamPort, 64, 0), /ready/, {
      talking: true,
    });
    started.push(from);
    const proxy = path.join(import.meta.dirname, "plain-proxy.ts");
    const bare = await startProcess(
      0,
      [
        process.execPath,
        "--import",
        watchScript,
        proxy,
        String(barePort),
        `http://127.0.0.1:${upstreamPort}`,
      ],
      /ready/,
      { talking: true },
    );
    started.push(bare.child);
    const manner = { port, upstreamPort, dataDir: folder, large: true, watched: true };
    const gateway = await startGateway(0, manner);
    started.push(gateway.child);
    const results: LoopResult[] = [];
    for (const { name, bytes, connections } of bodies) {
      const load = { body: requestBody("chat", false, bytes), connections, rate: 0 };
      const side = (name: string, child: ChildProcess, to: number) => ({
        contender: {
          name,
          port: to,
          path: paths.chat,
          format: "chat" as const,
          headers: { authorization: gateway.many[0] ?? "" },
          pids: [],
        },
        child,
        seen: [] as LoopDelay[],
      });
      const sides = [side("bare", bare.child, barePort), side("tollgate", gateway.child, port)];
      for (const { contender } of sides) await measure(contender, { ...load, seconds: warmUpSeconds }, from);
      for (let round = 0; round < rounds; round++) {
        for (const { contender, child, seen } of sides) {
          await measure(contender, { ...load, seconds: 1 }, from);
          await readLoopDelay(child);
          await measure(contender, { ...load, seconds }, from);
          seen.push(await readLoopDelay(child));
        }
      }
      for (const { contender, seen } of sides) {
        results.push(summarize(`${contender.name}, bodies of ${name}, ${connections} connections`, seen));
      }
    }
    await rest(2000);
    const send = await signIn(port);
    const watch = (what: string, act: (turn: number) => Promise<unknown>) =>
      watchTurns(gateway.child, what, act);
    results.push(await watch("tollgate, a call that changes nothing", () => send("GET", "/api/user_group/")));
    results.push(await watch("tollgate, a price is changed", (turn) => changePrice(send, turn)));
    return results;
  } finally {
    for (const child of started.reverse()) await stopProcess(child);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Repeats an action with a second's pause; returns medians and the maximum. */
async function watchTurns(
  gateway: ChildProcess,
  what: string,
  act: (turn: number) => Promise<unknown>,
): Promise<LoopResult> {
  await act(0);
  await rest(1000);
  const seen: LoopDelay[] = [];
  for (let turn = 1; turn <= turns; turn++) {
    await readLoopDelay(gateway);
    await act(turn);
    await rest(1000);
    seen.push(await readLoopDelay(gateway));
  }
  return summarize(what, seen);
}

/** Medians, and the longest delay of all. */
function summarize(what: string, seen: LoopDelay[]): LoopResult {
  const longest = seen.map((one) => one.longest);
  return {
    what: `${what}; longest each time: ${longest.join(", ")}`,
    p50: median(seen.map((one) => one.p50)),
    p99: median(seen.map((one) => one.p99)),
    longest: Math.max(...longest),
  };
}

const changePrice = (send: ApiCall, turn: number): Promise<unknown> =>
  send("PUT", "/api/prices/single/other-model-7", {
    model: "other-model-7",
    type: "tokens",
    channel_type: 1,
    input: 0.001 + turn / 1e6,
    output: 0.002,
  });

export function describeLoop(results: LoopResult[]): string[] {
  return [
    "",
    "## event loop; the gateway with 10,000 tokens, 500 channels, 300 models",
    "",
    "| while | p50 ms | p99 | longest |",
    "|---|---|---|---|",
    ...results.map(({ what, p50, p99, longest }) => `| ${what} | ${p50} | ${p99} | ${longest} |`),
  ];
}
