import type { UpstreamProblem } from "../canonical/problem.ts";
import type { Deadlines, Watched } from "./deadlines.ts";
import { FirstByteDeadline } from "./first-byte-deadline.ts";
import type { Transport } from "./http-client.ts";
import { Inflater } from "./inflate.ts";
import { networkProblem } from "./network-problem.ts";
import type { UpstreamCall, UpstreamListener, UpstreamTarget } from "./upstream-call.ts";

/**
 * One call of any transport, under its limits: first byte, idle, total, expansion of a compressed body. The transport reports head, body and end
 * as they arrive; the listener receives them decompressed, and one end exactly once.
 */
export class LimitedCall implements UpstreamCall, Watched {
  deadline: number;
  watchedAt = -1;
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** What carries the call. A transport sets itself as soon as it can be paused or aborted. */
  transport: Transport | undefined;
  #deadlines: Deadlines;
  #idleMilliseconds: number;
  #listener: UpstreamListener;
  #firstByte: FirstByteDeadline;
  #endsAt: number;
  #inflater: Inflater | undefined;
  #paused = false;
  #over = false;

  constructor(deadlines: Deadlines, target: UpstreamTarget, listener: UpstreamListener) {
    this.#deadlines = deadlines;
    this.#listener = listener;
    this.startedAt = performance.now();
    this.#idleMilliseconds = target.idleTimeout * 1000;
    this.#endsAt = this.startedAt + target.totalTimeout * 1000;
    this.#firstByte = new FirstByteDeadline(target, listener, this.startedAt);
    this.deadline = Math.min(this.#firstByte.deadline, this.#endsAt);
    deadlines.watch(this);
  }

  /** The listener receives nothing more. */
  get over(): boolean {
    return this.#over;
  }

  /** A paused decompressor returns piece by piece. */
  get gathers(): boolean {
    return this.#inflater === undefined && this.transport?.gathers === true;
  }

  onHead(status: number, headers: Record<string, string>): void {
    if (this.#over) return;
    const encoding = headers["content-encoding"]?.trim().toLowerCase();
    if (encoding && encoding !== "identity" && !this.#inflate(encoding)) {
      this.fail(badAnswer(`unknown content-encoding ${encoding}`));
      return;
    }
    this.#listener.onHead(status, headers);
  }

  /** Bytes of the body as the upstream sent them. */
  onData(chunk: Buffer): void {
    if (this.#over) return;
    if (!this.#inflater) this.#deliver(chunk);
    else if (!this.#inflater.write(chunk)) this.transport?.pause();
  }

  /** The upstream sent its last byte. */
  onEnd(): void {
    if (!this.#over && !this.#inflater?.end()) this.#end();
  }

  /** The answer has begun or continues with bytes that the listener receives later. */
  progress(): void {
    this.#firstByte.begun = true;
    if (!this.#paused) this.#restartIdle();
  }

  /** Ends the call, unless it is over. */
  fail(problem: UpstreamProblem): void {
    if (this.#over) return;
    const listener = this.#listener;
    this.cancel();
    listener.onFail(problem);
  }

  cancel(): void {
    if (this.#over) return;
    this.#finish();
    // A small piece may inflate to a thousand times its size.
    this.#inflater?.destroy();
    this.transport?.abort();
    // The answer that the listener has collected must not stay reachable from a connection or decompressor that ends later.
    this.#inflater = undefined;
    this.transport = undefined;
    this.#listener = ended;
  }

  pause(): void {
    this.#paused = true;
    this.#inflater?.pause();
    this.transport?.pause();
    // A slow reader is not a slow upstream: only the total limit stays.
    this.deadline = this.#endsAt;
  }

  resume(): void {
    this.#paused = false;
    this.#restartIdle();
    this.#inflater?.resume();
    if (!this.#inflater?.full) this.transport?.resume();
  }

  limit(milliseconds: number): void {
    this.#endsAt = Math.min(this.#endsAt, performance.now() + milliseconds);
    this.deadline = Math.min(this.deadline, this.#endsAt);
  }

  onDeadline(): void {
    const now = performance.now();
    if (now >= this.#endsAt)
      this.fail({ ...timeout("the upstream took too long for the whole answer"), totalLimit: true });
    else if (this.#firstByte.extend(now)) {
      this.deadline = Math.min(this.#firstByte.deadline, this.#endsAt);
      this.#deadlines.watch(this);
    } else if (this.#firstByte.begun) this.fail(timeout("the upstream took too long for more of the answer"));
    else this.fail(this.#firstByte.problem());
  }

  #inflate(encoding: string): boolean {
    this.#inflater = Inflater.open(encoding, {
      onData: (chunk) => this.#deliver(chunk),
      onDrain: () => {
        if (!this.#paused) this.transport?.resume();
      },
      onEnd: (received) => {
        // A tail behind the compressed body is not read: it may have no end.
        if (!received) this.transport?.abort();
        this.#end();
      },
      onFail: (message) => this.fail(badAnswer(`content-encoding ${encoding}: ${message}`)),
    });
    return this.#inflater !== undefined;
  }

  #deliver(chunk: Buffer): void {
    if (this.#over) return;
    this.#listener.onData(chunk);
    const now = performance.now();
    // Bytes that were already read may still arrive after a pause.
    if (this.#firstByte.onBytes(now) && !this.#paused) this.#restartIdle(now);
  }

  #restartIdle(now = performance.now()): void {
    this.deadline = Math.min(now + this.#idleMilliseconds, this.#endsAt);
  }

  #end(): void {
    if (this.#over) return;
    this.#finish();
    try {
      this.#listener.onEnd();
    } catch (error) {
      // The listener's exchange must end all the same.
      this.#listener.onFail(badAnswer(networkProblem(error).message));
    }
  }

  #finish(): void {
    this.#over = true;
    this.#deadlines.release(this);
  }
}

const nothing = (): void => {};

/** The listener of a call that is over. */
const ended: UpstreamListener = {
  begun: true,
  canFailOver: () => false,
  onHead: nothing,
  onData: nothing,
  onEnd: nothing,
  onFail: nothing,
};

function badAnswer(message: string): UpstreamProblem {
  return { kind: "bad-answer", status: 0, message };
}

function timeout(message: string): UpstreamProblem {
  return { kind: "timeout", status: 0, message };
}
