import { connect, type Socket } from "node:net";
import { percentile } from "./statistics.ts";

/** What to send, and how. */
export interface Job {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Keys that take turns, in place of the one in `headers`. */
  keys?: string[];
  body: string;
  connections: number;
  seconds: number;
  /** Requests a second; 0: every connection sends as soon as its answer is whole. */
  rate: number;
  /** Before anything is counted; default 1. */
  warmUpSeconds?: number;
  /**
   * This process does not sleep. A write to a process that sleeps wakes it, which takes the writer 5 µs in a virtual machine: contenders that
   * leave it time to sleep would pay for that, and faster ones not.
   */
  awake?: boolean;
  /** All connections begin together, and again when the last one's response is whole. Only without a rate. */
  together?: boolean;
}

/** What came back; times in milliseconds. */
export interface Seen {
  /** All, with those of the warm-up. */
  answers: number;
  perSecond: number;
  eventsPerSecond: number;
  failed: number;
  megabytesPerSecond: number;
  p50: number;
  p99: number;
  p999: number;
  /** To a stream's first event, not its head, which some proxies send earlier; of a whole response, to its first byte. */
  firstP50: number;
  longestGap: number;
}

const connectMilliseconds = 300;

/**
 * Repeats one request from raw sockets. At a fixed rate latency counts from the intended send time, so that queueing
 * counts.
 */
export async function generateLoad(job: Job): Promise<Seen> {
  const run = new Run(job);
  await rest(connectMilliseconds);
  if (job.rate === 0) run.flood(job);
  else run.pace(job.rate);
  await rest((job.warmUpSeconds ?? 1) * 1000);
  run.measuring = true;
  const startedAt = performance.now();
  await rest(job.seconds * 1000);
  run.measuring = false;
  const seconds = (performance.now() - startedAt) / 1000;
  run.stop();
  return run.describe(seconds);
}

const rest = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** All connections of one job, and what they saw. */
class Run {
  measuring = false;
  readonly latencies: number[] = [];
  readonly firsts: number[] = [];
  answers = 0;
  done = 0;
  failed = 0;
  bytes = 0;
  events = 0;
  longestGap = 0;
  #stopped = false;
  #requests: Buffer[];
  #turn = 0;
  #lines: Line[];

  constructor(job: Job) {
    const { authorization, ...others } = job.headers;
    const head = Object.entries({
      host: `127.0.0.1:${job.port}`,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(job.body)),
      ...others,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#requests = (job.keys ?? [authorization]).map((key) => {
      const authorization = key === undefined ? "" : `authorization: ${key}\r\n`;
      return Buffer.from(`POST ${job.path} HTTP/1.1\r\n${authorization}${head.join("")}\r\n${job.body}`);
    });
    this.#lines = Array.from({ length: job.connections }, () => new Line(job.port, this));
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  nextRequest(): Buffer {
    this.#turn = (this.#turn + 1) % this.#requests.length;
    return this.#requests[this.#turn] as Buffer;
  }

  flood({ awake = false, together = false }: Job): void {
    if (awake) this.#stayAwake();
    for (const line of this.#lines) {
      line.onFree = () => {
        if (this.#stopped) return;
        if (!together) line.send(performance.now());
        else if (this.#lines.every(({ busy }) => !busy)) this.#sendAll();
      };
    }
    this.#sendAll();
  }

  #sendAll(): void {
    for (const line of this.#lines) line.send(performance.now());
  }

  pace(rate: number): void {
    const startedAt = performance.now();
    let sent = 0;
    const tick = (): void => {
      if (this.#stopped) return;
      // The first is due immediately.
      const due = 1 + Math.floor(((performance.now() - startedAt) * rate) / 1000);
      for (const line of this.#lines) {
        if (sent >= due) break;
        if (line.busy) continue;
        line.send(startedAt + (sent * 1000) / rate);
        sent += 1;
      }
      setImmediate(tick);
    };
    tick();
  }

  #stayAwake(): void {
    if (!this.#stopped) setImmediate(() => this.#stayAwake());
  }

  stop(): void {
    this.#stopped = true;
    for (const line of this.#lines) line.destroy();
  }

  describe(seconds: number): Seen {
    return {
      answers: this.answers,
      perSecond: Math.round(this.done / seconds),
      eventsPerSecond: Math.round(this.events / seconds),
      failed: this.failed,
      megabytesPerSecond: Number((this.bytes / seconds / 1e6).toFixed(1)),
      p50: shownPercentile(this.latencies, 0.5),
      p99: shownPercentile(this.latencies, 0.99),
      p999: shownPercentile(this.latencies, 0.999),
      firstP50: shownPercentile(this.firsts, 0.5),
      longestGap: Math.round(this.longestGap),
    };
  }
}

/** Shared read buffer: each connection processes it before the next one reads. */
const readBuffer = Buffer.allocUnsafeSlow(64 * 1024);

/** One keep-alive connection with at most one request on it. */
class Line {
  #run: Run;
  #socket: Socket;
  #sentAt = 0;
  #firstAt = 0;
  #lastDataAt = 0;
  #held: Buffer | undefined;
  #size = 0;
  #expected = -1;
  #chunked = false;
  busy = false;
  onFree: (() => void) | undefined;

  constructor(port: number, run: Run) {
    this.#run = run;
    const callback = (length: number): boolean => {
      this.#onData(readBuffer.subarray(0, length));
      return true;
    };
    this.#socket = connect({
      port,
      host: "127.0.0.1",
      noDelay: true,
      onread: { buffer: readBuffer, callback },
    });
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => {
      if (this.busy && !run.stopped) run.failed += 1;
      this.busy = true;
    });
  }

  destroy(): void {
    this.#socket.destroy();
  }

  send(intendedAt: number): void {
    this.busy = true;
    this.#sentAt = intendedAt;
    this.#firstAt = 0;
    this.#lastDataAt = 0;
    this.#held = undefined;
    this.#size = 0;
    this.#expected = -1;
    this.#chunked = false;
    this.#socket.write(this.#run.nextRequest());
  }

  #onData(data: Buffer): void {
    const run = this.#run;
    const now = performance.now();
    if (this.#lastDataAt !== 0 && run.measuring)
      run.longestGap = Math.max(run.longestGap, now - this.#lastDataAt);
    this.#lastDataAt = now;
    this.#size += data.length;
    if (this.#expected === -1 && !this.#chunked) this.#readHead(data);
    const whole = this.#chunked
      ? data.subarray(-5).equals(lastChunk)
      : this.#expected !== -1 && this.#size >= this.#expected;
    const events = this.#chunked ? countEvents(data) : 0;
    if (run.measuring) run.events += events;
    if (this.#firstAt === 0 && (!this.#chunked || events > 0)) this.#firstAt = now;
    if (whole) this.#finish(now);
  }

  #readHead(data: Buffer): void {
    const all = this.#held ? Buffer.concat([this.#held, data]) : data;
    const end = all.indexOf("\r\n\r\n");
    if (end === -1) {
      this.#held = Buffer.from(all);
      return;
    }
    const text = all.toString("latin1", 0, end).toLowerCase();
    if (!text.startsWith("http/1.1 200")) this.#run.failed += 1;
    this.#chunked = text.includes("transfer-encoding: chunked");
    const length = /content-length: *(\d+)/.exec(text);
    if (length) this.#expected = end + 4 + Number(length[1]);
  }

  #finish(now: number): void {
    const run = this.#run;
    this.busy = false;
    run.answers += 1;
    if (run.measuring) {
      run.done += 1;
      run.bytes += this.#size;
      run.latencies.push(now - this.#sentAt);
      run.firsts.push(this.#firstAt - this.#sentAt);
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

function shownPercentile(values: number[], share: number): number {
  return values.length === 0 ? 0 : Number(percentile(values, share).toFixed(3));
}
