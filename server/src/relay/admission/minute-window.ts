/** Seconds that the sum covers: one more than a minute, because its first second may have been partly over. */
const slotCount = 61;

/**
 * Amounts of the last minute, by second. Never forgets too early: no span of sixty seconds contains more than the sum
 * allowed.
 * Forgets up to a second late. Constant memory.
 */
export class MinuteWindow {
  #slots = new Float64Array(slotCount);
  #second = 0;
  #sum = 0;

  /** The sum at a second. Time never runs back: an earlier second counts as the latest one. */
  used(second: number): number {
    this.#turn(second);
    return this.#sum;
  }

  add(second: number, amount: number): void {
    this.#turn(second);
    const index = this.#second % slotCount;
    this.#slots[index] = (this.#slots[index] ?? 0) + amount;
    this.#sum += amount;
  }

  /** Changes the amount of second `then`. A decrease outside the window is dropped; an increase counts now. */
  correct(then: number, amount: number, second: number): void {
    this.#turn(second);
    if (amount >= 0) {
      this.add(second, amount);
      return;
    }
    if (this.#second - then >= slotCount) return;
    const index = then % slotCount;
    const before = this.#slots[index] ?? 0;
    const after = Math.max(0, before + amount);
    this.#slots[index] = after;
    this.#sum += after - before;
  }

  /** Seconds from the latest one until at most `most` is left, at least 1. */
  secondsUntil(most: number): number {
    let left = this.#sum;
    for (let age = slotCount - 1; age >= 0; age--) {
      left -= this.#slots[(this.#second - age + slotCount) % slotCount] ?? 0;
      if (left <= most) return slotCount - age;
    }
    return slotCount;
  }

  #turn(second: number): void {
    const passed = second - this.#second;
    if (passed <= 0) return;
    for (let step = 1; step <= Math.min(passed, slotCount); step++) {
      const index = (this.#second + step) % slotCount;
      this.#sum -= this.#slots[index] ?? 0;
      this.#slots[index] = 0;
    }
    this.#second = second;
  }
}
