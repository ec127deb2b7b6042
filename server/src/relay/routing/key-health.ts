import type { ProblemKind } from "../canonical/problem.ts";

/** What each kind of trouble says of a key (D14): nothing, something that counts, or enough to rest at once. */
const weights: Record<ProblemKind, "none" | "counts" | "rests"> = {
  request: "none",
  filter: "none",
  unsupported: "none",
  shortage: "none",
  auth: "rests",
  billing: "rests",
  rate: "rests",
  overload: "counts",
  server: "counts",
  unreachable: "counts",
  timeout: "counts",
  "bad-answer": "counts",
};

/** So many failures in a row before a rest. */
const failuresInRow = 3;
/** Or this share of the window's calls, once there are enough of them to speak of a share. */
const failedShare = 0.5;
const callsForShare = 10;
const longestRest = 300_000;
/** A probe is the only call in its time; an answer that takes longer does not keep everybody else out. */
const longestProbe = 60_000;
const slotLength = 10_000;
const slotCount = 6;
const windowLength = slotLength * slotCount;

export interface RestLength {
  asked: number | undefined;
  shortest: number;
}

/** True if trouble of that kind is the caller's own, or never reached the upstream. */
export function saysNothing(kind: ProblemKind): boolean {
  return weights[kind] === "none";
}

/**
 * How one key fares with one model: failures and successes of the last minute, its rest, and its way back. All times are
 * milliseconds of one clock that never runs back.
 */
export class KeyHealth {
  /** When it last failed by its own fault. */
  failedAt = 0;
  /** What it rests for; says something only while `restUntil` is set. */
  reason: ProblemKind = "server";
  /** 0: it has not rested since it last proved well. */
  restUntil = 0;
  #inRow = 0;
  #rests = 0;
  /** Exchanges that were sent although it is not known to be well. */
  #trying = 0;
  #probeUntil = 0;
  /** Failures and successes, ten seconds to a slot. */
  #failures = new Uint32Array(slotCount);
  #successes = new Uint32Array(slotCount);
  #slot = 0;

  /** True while it rests, and after the rest while one exchange tries whether it is well again. */
  isOut(at: number): boolean {
    return this.restUntil > at || this.#probeUntil > at;
  }

  /** An exchange goes to it. After a rest the first one is the probe. */
  enter(at: number): void {
    if (this.restUntil === 0) return;
    this.#trying += 1;
    if (this.restUntil <= at && this.#probeUntil <= at) this.#probeUntil = at + longestProbe;
  }

  /** An exchange ended that says nothing of the key; if it was the probe, the next one may try. */
  leave(): void {
    if (this.#trying > 0) this.#trying -= 1;
    if (this.#trying === 0) this.#probeUntil = 0;
  }

  /** True if it is well and nothing of the last minute needs to be remembered. */
  succeed(at: number): boolean {
    this.#turn(at);
    const slot = this.#slot % slotCount;
    this.#successes[slot] = (this.#successes[slot] ?? 0) + 1;
    // An answer that began before the trouble proves nothing; only who was sent meanwhile does.
    if (this.restUntil > 0 && this.#trying === 0) return false;
    this.#inRow = 0;
    if (this.restUntil > 0) this.#recover();
    return at - this.failedAt >= windowLength;
  }

  /**
   * An exchange failed, of a kind that says something of the key.
   * @param rest milliseconds: `asked` by the upstream, else `shortest` for a first rest, twice as long for each further one. 0: no rest
   * @param evidence `row`: only failures in a row count, not their share
   */
  fail(kind: ProblemKind, rest: RestLength, at: number, evidence: "row" | "share" = "share"): void {
    this.#turn(at);
    const slot = this.#slot % slotCount;
    this.#failures[slot] = (this.#failures[slot] ?? 0) + 1;
    this.#inRow += 1;
    this.failedAt = at;
    const tried = this.#trying > 0;
    this.leave();
    if (this.restUntil > at) {
      this.#extend(kind, rest.asked, at);
      return;
    }
    const enough = this.#inRow >= failuresInRow || (evidence === "share" && this.#failedTooMuch());
    if (weights[kind] === "rests" || enough || (this.restUntil > 0 && tried)) {
      this.#rest(kind, rest, at);
    }
  }

  #rest(kind: ProblemKind, { asked, shortest }: RestLength, at: number): void {
    const length = Math.min(asked ?? shortest * 2 ** Math.min(this.#rests, 20), longestRest);
    // Without a rest there is nothing to try out after it.
    if (length <= 0) {
      this.restUntil = 0;
      return;
    }
    this.reason = kind;
    this.#rests += 1;
    this.restUntil = at + length;
  }

  /** Calls that were under way end while it rests. They change nothing unless the upstream names a later time. */
  #extend(kind: ProblemKind, asked: number | undefined, at: number): void {
    if (asked === undefined) return;
    const until = at + Math.min(asked, longestRest);
    if (until <= this.restUntil) return;
    this.restUntil = until;
    this.reason = kind;
  }

  /** Begins anew: what failed before the rest must not open it again. */
  #recover(): void {
    this.restUntil = 0;
    this.#rests = 0;
    this.#trying = 0;
    this.#probeUntil = 0;
    this.#failures.fill(0);
    this.#successes.fill(0);
  }

  #failedTooMuch(): boolean {
    let failed = 0;
    let calls = 0;
    for (let index = 0; index < slotCount; index++) {
      const failures = this.#failures[index] ?? 0;
      failed += failures;
      calls += failures + (this.#successes[index] ?? 0);
    }
    return calls >= callsForShare && failed >= calls * failedShare;
  }

  /** Brings the window up to now. A row of failures is one without a silence of a window's length in it. */
  #turn(at: number): void {
    const slot = Math.floor(at / slotLength);
    const passed = slot - this.#slot;
    if (passed <= 0) return;
    for (let step = 1; step <= Math.min(passed, slotCount); step++) {
      this.#failures[(this.#slot + step) % slotCount] = 0;
      this.#successes[(this.#slot + step) % slotCount] = 0;
    }
    this.#slot = slot;
    if (at - this.failedAt >= longestRest + windowLength) {
      this.#inRow = 0;
      this.#rests = 0;
    }
  }
}
