import type { UpstreamProblem } from "../canonical/problem.ts";

/** Time limits of the wait, in seconds. */
export interface FirstByteLimits {
  firstByteTimeout: number;
  /** A shorter limit that holds while another channel can take over. */
  adaptiveTimeout?: number | undefined;
  idleTimeout: number;
}

/** Knows what the bytes of the answer mean, and what else could be done. */
export interface FirstByteListener {
  /** False while only keep-alives and preludes have come. Absent: the first byte of the body begins the answer. */
  readonly begun?: boolean;
  /** True if another channel can take over. Absent: none can. */
  canFailOver?(): boolean;
}

/** An upstream that sends keep-alives for so long is at work; from then on the idle limit watches it. */
const keepAlivesCountAfter = 60_000;

/**
 * The wait of one call for the first byte of its answer. Where no other channel can take over, a silent upstream has the whole
 * `firstByteTimeout`, and one that sends keep-alives is waited for as long as they come: a slow answer is better than none.
 * All times are milliseconds of `performance.now()`.
 */
export class FirstByteWait {
  begun = false;
  deadline: number;
  #limits: FirstByteLimits;
  #listener: FirstByteListener;
  #startedAt: number;
  /** When the last byte came that was not of the answer; 0: none has. */
  #heardAt = 0;

  constructor(limits: FirstByteLimits, listener: FirstByteListener, startedAt: number) {
    this.#limits = limits;
    this.#listener = listener;
    this.#startedAt = startedAt;
    this.deadline = startedAt + (limits.adaptiveTimeout ?? limits.firstByteTimeout) * 1000;
  }

  /** Bytes have come and the listener has read them. True once the answer has begun. */
  hear(now: number): boolean {
    if (this.begun) return true;
    this.#heardAt = now;
    this.begun = (this.#listener.begun ?? true) || now - this.#startedAt >= keepAlivesCountAfter;
    return this.begun;
  }

  /** The deadline has passed. True if it was moved, false if the upstream is to be given up. */
  extend(now: number): boolean {
    if (this.begun || this.#listener.canFailOver?.() === true) return false;
    const { firstByteTimeout, idleTimeout } = this.#limits;
    let later = this.#startedAt + firstByteTimeout * 1000;
    if (this.#heardAt > 0) later = Math.max(later, this.#heardAt + idleTimeout * 1000);
    if (later <= now) return false;
    this.deadline = later;
    return true;
  }

  /** Why the upstream was given up at the deadline. */
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
