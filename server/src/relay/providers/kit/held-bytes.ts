/** Bytes that wait for the rest of their event. */
export interface HeldBytes {
  readonly length: number;
  /** Keeps a copy: the caller's buffer is free again. */
  add(piece: Uint8Array): void;
  /** Everything held with `last` behind it; nothing is held afterwards. The result is good until the next `add`. */
  take(last?: Uint8Array): Buffer;
  /** A view of what is held, without taking it. */
  peek(): Buffer;
}

/** A larger buffer is given back when it is emptied: most streams never need it again. */
const keptCapacity = 64 * 1024;
const nothing = Buffer.alloc(0);

/** The buffer doubles, so that a long event in small pieces costs no more than its length. */
export function createHeldBytes(): HeldBytes {
  let held = nothing;
  let length = 0;

  function add(piece: Uint8Array): void {
    const needed = length + piece.length;
    if (needed > held.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, held.length * 2, 1024));
      held.copy(larger, 0, 0, length);
      held = larger;
    }
    held.set(piece, length);
    length = needed;
  }

  return {
    get length() {
      return length;
    },
    add,
    take(last = nothing) {
      if (length === 0) return Buffer.from(last.buffer, last.byteOffset, last.length);
      add(last);
      const whole = held.subarray(0, length);
      length = 0;
      if (held.length > keptCapacity) held = nothing;
      return whole;
    },
    peek: () => held.subarray(0, length),
  };
}
