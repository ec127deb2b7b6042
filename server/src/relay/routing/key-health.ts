import type { ProblemKind } from "../canonical/problem.ts";

/** What each kind of failure means for a key: nothing, a count, or an immediate cooldown. */
const weights: Record<ProblemKind, "none" | "counts" | "cooldown"> = {
  request: "none",
  filter: "none",
  unsupported: "none",
  shortage: "none",
  auth: "cooldown",
  billing: "cooldown",
  rate: "cooldown",
  overload: "counts",
  server: "counts",
  unreachable: "counts",
  timeout: "counts",
  "bad-answer": "counts",
};

/** Consecutive failures before a cooldown. */
const failuresInRow = 3;
/** Or this share of the window's calls, once there are enough of them. */
const failedShare = 0.5;
const callsForShare = 10;
const longestCooldown = 300_000;
/** A probe is the only call in its time; a slow probe does not block others for longer. */
const longestProbe = 60_000;
const slotLength = 10_000;
const slotCount = 6;
const windowLength = slotLength * slotCount;

export interface CooldownLength {
  requested: number | undefined;
  shortest: number;
}

/** True if the failure is the caller's mistake, or the call never reached the upstream. */
export function isNoEvidence(kind: ProblemKind): boolean {
  return weights[kind] === "none";
}

/**
 * Health of one key for one model: failures and successes of the last minute, its cooldown, and the half-open probe.
 * All times are milliseconds of one monotonic clock.
 */
export class KeyHealth {
  /** Time of the last failure that was its own. */
  failedAt = 0;
  /** Reason of the cooldown; valid only while `cooldownUntil` is set. */
  reason: ProblemKind = "server";
  /** 0: no cooldown since the last success. */
  cooldownUntil = 0;
  #inRow = 0;
  #cooldowns = 0;
  /** Exchanges that were sent although the key is not known to be healthy. */
  #trying = 0;
  #probeUntil = 0;
  /** Failures and successes, ten seconds per slot. */
  #failures = new Uint32Array(slotCount);
  #successes = new Uint32Array(slotCount);
  #slot = 0;

  /** True while cooling down, and afterwards while the half-open probe runs. */
  isOut(at: number): boolean {
    return this.cooldownUntil > at || this.#probeUntil > at;
  }

  /** An exchange uses it. After a cooldown the first one is the probe. */
  enter(at: number): void {
    if (this.cooldownUntil === 0) return;
    this.#trying += 1;
    if (this.cooldownUntil <= at && this.#probeUntil <= at) this.#probeUntil = at + longestProbe;
  }

  /** An exchange ended without evidence; if it was the probe, the next one may probe. */
  leave(): void {
    if (this.#trying > 0) this.#trying -= 1;
    if (this.#trying === 0) this.#probeUntil = 0;
  }

  /** True if it is healthy and nothing of the last minute needs to be stored. */
  succeed(at: number): boolean {
    this.#turn(at);
    const slot = this.#slot % slotCount;
    this.#successes[slot] = (this.#successes[slot] ?? 0) + 1;
    // The success of a call that began before the failure proves nothing.
    if (this.cooldownUntil > 0 && this.#trying === 0) return false;
    this.#inRow = 0;
    if (this.cooldownUntil > 0) this.#recover();
    return at - this.failedAt >= windowLength;
  }

  /**
   * An exchange failed, of a kind that is evidence about the key.
   * @param cooldown milliseconds: `requested` is the upstream's, else `shortest` for the first one, doubled for
   * each further one. 0: none
   * @param evidence `row`: only consecutive failures count, not their share
   */
  fail(kind: ProblemKind, cooldown: CooldownLength, at: number, evidence: "row" | "share" = "share"): void {
    this.#turn(at);
    const slot = this.#slot % slotCount;
    this.#failures[slot] = (this.#failures[slot] ?? 0) + 1;
    this.#inRow += 1;
    this.failedAt = at;
    const tried = this.#trying > 0;
    this.leave();
    if (this.cooldownUntil > at) {
      this.#extend(kind, cooldown.requested, at);
      return;
    }
    const enough = this.#inRow >= failuresInRow || (evidence === "share" && this.#failedTooMuch());
    if (weights[kind] === "cooldown" || enough || (this.cooldownUntil > 0 && tried)) {
      this.#coolDown(kind, cooldown, at);
    }
  }

  #coolDown(kind: ProblemKind, { requested, shortest }: CooldownLength, at: number): void {
    const length = Math.min(requested ?? shortest * 2 ** Math.min(this.#cooldowns, 20), longestCooldown);
    // Without a cooldown there is nothing to probe.
    if (length <= 0) {
      this.cooldownUntil = 0;
      return;
    }
    this.reason = kind;
    this.#cooldowns += 1;
    this.cooldownUntil = at + length;
  }

  /** Running calls end during the cooldown. They change nothing unless the upstream states a later time. */
  #extend(kind: ProblemKind, requested: number | undefined, at: number): void {
    if (requested === undefined) return;
    const until = at + Math.min(requested, longestCooldown);
    if (until <= this.cooldownUntil) return;
    this.cooldownUntil = until;
    this.reason = kind;
  }

  /** Resets the window: failures before the cooldown must not open the breaker again. */
  #recover(): void {
    this.cooldownUntil = 0;
    this.#cooldowns = 0;
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

  /** Advances the window. An idle window's length ends a row of failures. */
  #turn(at: number): void {
    const slot = Math.floor(at / slotLength);
    const passed = slot - this.#slot;
    if (passed <= 0) return;
    for (let step = 1; step <= Math.min(passed, slotCount); step++) {
      this.#failures[(this.#slot + step) % slotCount] = 0;
      this.#successes[(this.#slot + step) % slotCount] = 0;
    }
    this.#slot = slot;
    if (at - this.failedAt >= longestCooldown + windowLength) {
      this.#inRow = 0;
      this.#cooldowns = 0;
    }
  }
}
