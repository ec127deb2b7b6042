import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { openContenders } from "./contenders.ts";

export interface MemoryResult {
  idleMegabytes: number;
  streams: number;
  openMegabytes: number;
  kilobytesPerStream: number;
}

const streams = 1000;

function residentMegabytes(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1] ?? 0) / 1024;
}

const rest = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Resident memory at rest and with a thousand open streams (64 events, 200 ms apart). */
export async function runMemory(): Promise<MemoryResult> {
  const opened = await openContenders(200, ["tollgate"]);
  const [gateway] = opened.contenders;
  const sockets: Socket[] = [];
  try {
    if (!gateway) throw new Error("the gateway did not start");
    const pid = gateway.pids[0] ?? 0;
    await rest(3);
    const idle = residentMegabytes(pid);
    const body = JSON.stringify({
      model: "bench-model",
      stream: true,
      max_tokens: 64,
      messages: [{ role: "user", content: "hello ".repeat(150) }],
    });
    const head = `POST ${gateway.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nauthorization: ${gateway.headers["authorization"]}\r\n\r\n`;
    for (let i = 0; i < streams; i++) {
      const socket = connect({ port: gateway.port, host: "127.0.0.1" });
      socket.on("error", () => {});
      socket.resume();
      socket.write(head + body);
      sockets.push(socket);
    }
    await rest(6);
    const open = residentMegabytes(pid);
    return {
      idleMegabytes: Math.round(idle),
      streams,
      openMegabytes: Math.round(open),
      kilobytesPerStream: Math.round(((open - idle) * 1024) / streams),
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    await opened.close();
  }
}
