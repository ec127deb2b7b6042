/**
 * Sends one request over and over from raw sockets and prints one JSON line of what came back.
 * `node load-generator.ts`, the job on standard input: {"port":…,"path":…,"headers":{…},"body":"…","connections":64,"seconds":5,"rate":0}.
 * `rate` 0: every connection sends as soon as its answer is whole. Otherwise so many requests a second, and latency is taken
 * from the intended time of sending, so that waiting in line counts.
 */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";

interface Job {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Keys that take turns, in place of the one in `headers`. */
  keys?: string[];
  body: string;
  connections: number;
  seconds: number;
  rate: number;
}

const job = JSON.parse(readFileSync(0, "utf8")) as Job;
const { authorization, ...others } = job.headers;
const head = Object.entries({
  host: `127.0.0.1:${job.port}`,
  "content-type": "application/json",
  "content-length": String(Buffer.byteLength(job.body)),
  ...others,
}).map(([name, value]) => `${name}: ${value}\r\n`);
const requests = (job.keys ?? [authorization]).map((key) => {
  const proof = key === undefined ? "" : `authorization: ${key}\r\n`;
  return Buffer.from(`POST ${job.path} HTTP/1.1\r\n${proof}${head.join("")}\r\n${job.body}`);
});
let turn = 0;
function nextRequest(): Buffer {
  turn = (turn + 1) % requests.length;
  return requests[turn] as Buffer;
}

const latencies: number[] = [];
const firstBytes: number[] = [];
let done = 0;
let failed = 0;
let bytes = 0;
let events = 0;
let longestGap = 0;
let measuring = false;

/** One keep-alive connection with at most one request on it. */
class Line {
  #socket: Socket;
  #sentAt = 0;
  #firstByteAt = 0;
  #lastDataAt = 0;
  #held: Buffer[] = [];
  #size = 0;
  #expected = -1;
  #chunked = false;
  busy = false;
  onFree: (() => void) | undefined;

  constructor() {
    this.#socket = connect({ port: job.port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (data) => this.#onData(data));
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => {
      if (this.busy) failed += 1;
      this.busy = true;
    });
  }

  send(intendedAt: number): void {
    this.busy = true;
    this.#sentAt = intendedAt;
    this.#firstByteAt = 0;
    this.#lastDataAt = 0;
    this.#held = [];
    this.#size = 0;
    this.#expected = -1;
    this.#chunked = false;
    this.#socket.write(nextRequest());
  }

  #onData(data: Buffer): void {
    const now = performance.now();
    if (this.#firstByteAt === 0) this.#firstByteAt = now;
    else if (measuring) longestGap = Math.max(longestGap, now - this.#lastDataAt);
    this.#lastDataAt = now;
    this.#size += data.length;
    if (this.#expected === -1 && !this.#chunked) this.#readHead(data);
    const whole = this.#chunked
      ? data.subarray(-5).equals(lastChunk)
      : this.#expected !== -1 && this.#size >= this.#expected;
    if (this.#chunked && measuring) events += countEvents(data);
    if (whole) this.#finish(now);
  }

  #readHead(data: Buffer): void {
    this.#held.push(data);
    const all = this.#held.length === 1 ? data : Buffer.concat(this.#held);
    const end = all.indexOf("\r\n\r\n");
    if (end === -1) return;
    const text = all.toString("latin1", 0, end).toLowerCase();
    if (!text.startsWith("http/1.1 200")) failed += 1;
    this.#chunked = text.includes("transfer-encoding: chunked");
    const length = /content-length: *(\d+)/.exec(text);
    if (length) this.#expected = end + 4 + Number(length[1]);
  }

  #finish(now: number): void {
    this.busy = false;
    if (measuring) {
      done += 1;
      bytes += this.#size;
      latencies.push(now - this.#sentAt);
      firstBytes.push(this.#firstByteAt - this.#sentAt);
    }
    this.onFree?.();
  }
}

const lastChunk = Buffer.from("0\r\n\r\n");

function countEvents(data: Buffer): number {
  let count = 0;
  for (let at = data.indexOf("\n\n"); at !== -1; at = data.indexOf("\n\n", at + 2)) count += 1;
  return count;
}

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(3));
}

const lines = Array.from({ length: job.connections }, () => new Line());
await new Promise((resolve) => setTimeout(resolve, 300));
let stopped = false;
if (job.rate === 0) {
  for (const line of lines) {
    line.onFree = () => {
      if (!stopped) line.send(performance.now());
    };
    line.send(performance.now());
  }
} else {
  const startedAt = performance.now();
  let sent = 0;
  const tick = (): void => {
    if (stopped) return;
    // The first is due at once.
    const due = 1 + Math.floor(((performance.now() - startedAt) * job.rate) / 1000);
    for (const line of lines) {
      if (sent >= due) break;
      if (line.busy) continue;
      line.send(startedAt + (sent * 1000) / job.rate);
      sent += 1;
    }
    setImmediate(tick);
  };
  tick();
}
await new Promise((resolve) => setTimeout(resolve, 1000));
measuring = true;
const measuredFrom = performance.now();
await new Promise((resolve) => setTimeout(resolve, job.seconds * 1000));
measuring = false;
const seconds = (performance.now() - measuredFrom) / 1000;
stopped = true;
console.log(
  JSON.stringify({
    perSecond: Math.round(done / seconds),
    eventsPerSecond: Math.round(events / seconds),
    failed,
    megabytesPerSecond: Number((bytes / seconds / 1e6).toFixed(1)),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    p999: percentile(latencies, 0.999),
    firstByteP50: percentile(firstBytes, 0.5),
    longestGap: Math.round(longestGap),
  }),
);
process.exit(0);
