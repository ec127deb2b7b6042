import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { type Contender, openContenders } from "./contenders.ts";
import { requestBody } from "./requests.ts";
import { median } from "./statistics.ts";

export interface MemoryResult {
  contender: string;
  /** Before the first call. */
  idleMegabytes: number;
  steps: { streams: number; open: number; megabytes: number }[];
  /** A quarter of a minute after the last stream. */
  afterMegabytes: number;
}

const thousand = 1000;
/** Streams outlive the whole measurement: 320 events, 200 ms apart. */
const eventsPerStream = 320;
const pace = 200;
const settleSeconds = 6;
const samples = 10;
const lastChunk = Buffer.from("0\r\n\r\n");

function residentMegabytes(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1] ?? 0) / 1024;
}

const rest = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Median of ten samples, half a second apart, after some seconds; the collector is left alone. */
async function settled(pid: number): Promise<number> {
  await rest(settleSeconds);
  const seen: number[] = [];
  for (let i = 0; i < samples; i++) {
    seen.push(residentMegabytes(pid));
    await rest(0.5);
  }
  return Number(median(seen).toFixed(1));
}

/** Opens streams; `live` counts those that have answered 200 and still send. */
class OpenStreams {
  live = 0;
  #sockets: Socket[] = [];

  add(gateway: Contender, count: number): void {
    const body = requestBody("chat", true);
    const head = `POST ${gateway.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nauthorization: ${gateway.headers["authorization"]}\r\n\r\n`;
    for (let i = 0; i < count; i++) {
      const socket = connect({ port: gateway.port, host: "127.0.0.1" });
      let open = false;
      socket.on("error", () => {});
      socket.on("data", (data) => {
        if (!open && data.includes("HTTP/1.1 200")) {
          open = true;
          this.live += 1;
        }
        if (open && data.subarray(-5).equals(lastChunk)) socket.destroy();
      });
      socket.on("close", () => {
        if (open) this.live -= 1;
      });
      socket.write(head + body);
      this.#sockets.push(socket);
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/**
 * Resident memory of this server, and of another checkout's if one is measured beside it: before the first call, with one and with two thousand open streams, and afterwards. The first thousand also
 * pays for what grows once (compiled code, the young generation, connections); the second shows what a stream costs.
 */
export async function runMemory(): Promise<MemoryResult[]> {
  const opened = await openContenders(pace, ["tollgate"], { eventsPerStream });
  try {
    const results: MemoryResult[] = [];
    for (const gateway of opened.contenders) results.push(await measureMemory(gateway));
    return results;
  } finally {
    await opened.close();
  }
}

async function measureMemory(gateway: Contender): Promise<MemoryResult> {
  const streams = new OpenStreams();
  try {
    const pid = gateway.pids[0] ?? 0;
    const idleMegabytes = await settled(pid);
    const steps: MemoryResult["steps"] = [];
    for (const count of [thousand, 2 * thousand]) {
      streams.add(gateway, thousand);
      const megabytes = await settled(pid);
      steps.push({ streams: count, open: streams.live, megabytes });
    }
    streams.close();
    await rest(10);
    return { contender: gateway.name, idleMegabytes, steps, afterMegabytes: await settled(pid) };
  } finally {
    streams.close();
  }
}

export function describeMemory(results: MemoryResult[]): string[] {
  return results.flatMap(describeOne);
}

function describeOne({ contender, idleMegabytes, steps, afterMegabytes }: MemoryResult): string[] {
  let before = idleMegabytes;
  const lines = steps.map(({ streams, open, megabytes }) => {
    const each = Math.round(((megabytes - before) * 1024) / thousand);
    before = megabytes;
    return `| ${streams} streams requested | ${open} | ${megabytes} | ${each} |`;
  });
  return [
    "",
    `## memory, ${contender}`,
    "",
    "| resident | open at the end | MB | KB for each further stream |",
    "|---|---|---|---|",
    `| before the first call | 0 | ${idleMegabytes} | |`,
    ...lines,
    `| a quarter of a minute after the last | 0 | ${afterMegabytes} | |`,
  ];
}
