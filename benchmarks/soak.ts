/**
 * `node benchmarks/soak.ts [minutes] [streams]`: mixed load through one gateway for half an hour. Streams of every
 * kind (native and translated, some cut by the caller) and whole answers. Prints resident memory as it goes; at the
 * end no frame may be lost or out of order, memory must be flat, and nothing may be left unsettled. Exits 1
 * otherwise.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { startGateway } from "./gateway.ts";
import { script, startProcess, stopProcess } from "./processes.ts";
import { type CallerFormat, paths, requestBody } from "./requests.ts";

const minutes = Number(process.argv[2] ?? 30);
const streams = Number(process.argv[3] ?? 500);
const upstreamPort = 4841;
const port = 4842;
const eventsPerStream = 64;
const paceMilliseconds = 100;

interface Tally {
  whole: number;
  streamed: number;
  hungUp: number;
  wrong: string[];
}

const tally: Tally = { whole: 0, streamed: 0, hungUp: 0, wrong: [] };
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-soak-"));
const upstream = await startProcess(
  "all",
  script("fake-upstream.ts", String(upstreamPort), String(eventsPerStream), String(paceMilliseconds)),
  /ready/,
);
const gateway = await startGateway("all", { port, upstreamPort, dataDir: folder });
const kinds: { format: CallerFormat; key: string; words: number }[] = [
  { format: "chat", key: gateway.keys.native, words: eventsPerStream - 1 },
  { format: "chat", key: gateway.keys.messages, words: eventsPerStream - 2 },
  { format: "messages", key: gateway.keys.native, words: eventsPerStream - 1 },
  { format: "messages", key: gateway.keys.messages, words: eventsPerStream - 2 },
  { format: "responses", key: gateway.keys.native, words: eventsPerStream - 1 },
];

/** One request; resolves when it is over, however it ends. */
function send(index: number, stream: boolean): Promise<void> {
  const kind = kinds[index % kinds.length];
  if (!kind) return Promise.resolve();
  const hangUpAfter = stream && index % 17 === 0 ? 20 : Number.POSITIVE_INFINITY;
  return new Promise((resolve) => {
    const call = request(
      {
        host: "127.0.0.1",
        port,
        path: paths[kind.format],
        method: "POST",
        headers: { "content-type": "application/json", authorization: kind.key },
      },
      (response) => {
        let text = "";
        let pieces = 0;
        response.setEncoding("utf8");
        response.on("data", (piece: string) => {
          text += piece;
          pieces += 1;
          if (pieces > hangUpAfter) call.destroy();
        });
        response.on("end", () => {
          judge(kind, stream, response.statusCode ?? 0, text);
          resolve();
        });
        response.on("error", () => {
          if (pieces > hangUpAfter) tally.hungUp += 1;
          else tally.wrong.push("an answer broke off");
          resolve();
        });
      },
    );
    call.on("error", () => {
      tally.wrong.push("a connection broke");
      resolve();
    });
    call.on("close", resolve);
    call.end(requestBody(kind.format, stream));
  });
}

/** Every word once and in order. */
function judge(kind: (typeof kinds)[number], stream: boolean, status: number, text: string): void {
  if (!stream) {
    tally.whole += 1;
    if (status !== 200 || !text.includes("A gateway stands"))
      tally.wrong.push(`whole ${status}: ${text.slice(0, 200)}`);
    return;
  }
  tally.streamed += 1;
  const said = [...text.matchAll(deltas[kind.format])].map((match) => Number(match[1]));
  const right = said.length === kind.words && said.every((word, position) => word === position);
  if (status !== 200 || !right)
    tally.wrong.push(`${kind.format} stream ${status}: words ${said.join(" ").slice(0, 300)}`);
}

/** Position of a word in the deltas of each format; later events repeat the whole text. */
const deltas: Record<CallerFormat, RegExp> = {
  chat: /"content":"word(\d+) "/g,
  messages: /"text":"word(\d+) "/g,
  responses: /"delta":"word(\d+) "/g,
  gemini: /"text":"word(\d+) "/g,
};

function residentMegabytes(): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${gateway.child.pid}/status`, "utf8"));
  return Math.round(Number(match?.[1] ?? 0) / 1024);
}

const endsAt = Date.now() + minutes * 60_000;
let next = 0;
const lines = Array.from({ length: streams }, async (_, line) => {
  // Not all at the same moment.
  await new Promise((resolve) => setTimeout(resolve, (line * 6400) / streams));
  while (Date.now() < endsAt) await send(next++, true);
});
const wholes = Array.from({ length: 4 }, async () => {
  while (Date.now() < endsAt) {
    await send(next++, false);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});
const memory: { second: number; megabytes: number }[] = [];
const startedAt = Date.now();
const watch = setInterval(() => {
  const second = Math.round((Date.now() - startedAt) / 1000);
  memory.push({ second, megabytes: residentMegabytes() });
  if (second % 60 < 10) {
    const { whole, streamed, hungUp, wrong } = tally;
    console.log(
      `${second} s: ${memory.at(-1)?.megabytes} MB, ${streamed} streams, ${hungUp} hung up, ${whole} whole, ${wrong.length} wrong`,
    );
  }
}, 10_000);
await Promise.all([...lines, ...wholes]);
clearInterval(watch);
await new Promise((resolve) => setTimeout(resolve, 70_000));
await stopProcess(gateway.child);
await stopProcess(upstream.child);

const database = new Database(path.join(folder, "tollgate.db"), { readonly: true });
const sum = (sql: string): number => Number((database.prepare(sql).get() as { sum: number | null }).sum ?? 0);
const books = {
  leased: sum("select sum(amount) as sum from leases"),
  balances: sum("select sum(quota) as sum from users"),
  entries: sum("select sum(amount) as sum from ledger_entries"),
  logged: sum("select count(*) as sum from logs where type = 2"),
};
rmSync(folder, { recursive: true, force: true });

/** Megabytes an hour, by least squares, the first sixth left out: caches and pools fill. */
function slope(): number {
  const late = memory.slice(Math.floor(memory.length / 6));
  const meanX = late.reduce((total, one) => total + one.second, 0) / late.length;
  const meanY = late.reduce((total, one) => total + one.megabytes, 0) / late.length;
  const above = late.reduce((total, one) => total + (one.second - meanX) * (one.megabytes - meanY), 0);
  const below = late.reduce((total, one) => total + (one.second - meanX) ** 2, 0);
  return (above / below) * 3600;
}

const calls = tally.whole + tally.streamed + tally.hungUp;
console.log(
  JSON.stringify({
    minutes,
    streams,
    ...tally,
    wrong: tally.wrong.length,
    slopePerHour: Math.round(slope()),
    ...books,
  }),
);
for (const one of tally.wrong.slice(0, 5)) console.log(one);
const settled = books.leased === 0 && books.balances === books.entries;
console.log(settled ? "every reservation is settled" : "NOT SETTLED");
console.log(`${calls} calls, ${books.logged} rows`);
process.exit(tally.wrong.length === 0 && settled ? 0 : 1);
