/** Seconds that the sum covers. One more than a minute, since the second in which something happened began before it. */
const slotCount = 61;

/**
 * What happened within the last minute, by the second. Never forgets too early: whatever span of sixty seconds is looked at, no
 * more is in it than the sum allowed. Forgets up to a second late. Constant memory.
 */
export class MinuteWindow {
  #slots = new Float64Array(slotCount);
  #second = 0;
  #sum = 0;

  /** The sum as of a second, which never runs back: an earlier one counts as the latest seen. */
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

  /** Changes what was added in second `then`. What is out of the window already is not taken back; what is more counts now. */
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

  /** Seconds from the one last seen until no more than `most` is left, at least 1. */
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
