import type { UpstreamProblem } from "../canonical/problem.ts";

/** Time limits until the answer begins, in seconds. */
export interface FirstByteLimits {
  firstByteTimeout: number;
  /** A shorter limit while another channel can take over. */
  adaptiveTimeout?: number | undefined;
  idleTimeout: number;
}

/** Classifies the bytes of the response, and checks whether another channel is available. */
export interface FirstByteListener {
  /** False while only keep-alives and preludes have come. Absent: the first byte of the body begins the answer. */
  readonly begun?: boolean;
  /** True if another channel can take over. Absent: none can. */
  canFailOver?(): boolean;
}

/** An upstream that has sent keep-alives for this long is processing; from then on the idle timeout applies. */
const keepAlivesCountAfter = 60_000;

/**
 * Deadline for the response of one call to begin, in milliseconds of `performance.now()`.
 * If no other channel can take over, an idle upstream has the whole `firstByteTimeout`, and one that sends keep-alives
 * has as long as it sends them: a slow response is better than none.
 */
export class FirstByteDeadline {
  begun = false;
  deadline: number;
  #limits: FirstByteLimits;
  #listener: FirstByteListener;
  #startedAt: number;
  /** When the last keep-alive or prelude came; 0: none so far. */
  #keptAliveAt = 0;

  constructor(limits: FirstByteLimits, listener: FirstByteListener, startedAt: number) {
    this.#limits = limits;
    this.#listener = listener;
    this.#startedAt = startedAt;
    this.deadline = startedAt + (limits.adaptiveTimeout ?? limits.firstByteTimeout) * 1000;
  }

  /** Call it after the listener has read the bytes. True once the answer has begun. */
  onBytes(now: number): boolean {
    if (this.begun) return true;
    this.#keptAliveAt = now;
    this.begun = (this.#listener.begun ?? true) || now - this.#startedAt >= keepAlivesCountAfter;
    return this.begun;
  }

  /** Call it when the deadline has passed. True if it was moved, false if the call has timed out. */
  extend(now: number): boolean {
    if (this.begun || this.#listener.canFailOver?.() === true) return false;
    const { firstByteTimeout, idleTimeout } = this.#limits;
    let later = this.#startedAt + firstByteTimeout * 1000;
    if (this.#keptAliveAt > 0) later = Math.max(later, this.#keptAliveAt + idleTimeout * 1000);
    if (later <= now) return false;
    this.deadline = later;
    return true;
  }

  /** The problem of a call that has timed out. */
  problem(): UpstreamProblem {
    const seconds = Math.round(this.deadline - this.#startedAt) / 1000;
    return {
      kind: "timeout",
      status: 0,
      message: `no first byte in ${seconds} s`,
      cause: "no_first_byte",
      seconds,
    };
  }
}
