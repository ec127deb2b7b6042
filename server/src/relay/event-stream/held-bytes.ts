/** Bytes that wait for the rest of their event. */
export interface HeldBytes {
  readonly length: number;
  /** Keeps a copy: the caller's buffer is free again. */
  add(piece: Uint8Array): void;
  /** Everything held with `last` behind it; nothing is held afterwards. The result is good until the next `add`. */
  take(last?: Uint8Array): Buffer;
  /** The same as text. Whole lines only: a character may be cut between two pieces. */
  takeText(last?: Uint8Array): string;
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

  function forget(): void {
    length = 0;
    if (held.length > keptCapacity) held = nothing;
  }

  return {
    get length() {
      return length;
    },
    add,
    take(last = nothing) {
      if (length === 0) return view(last);
      add(last);
      const whole = held.subarray(0, length);
      forget();
      return whole;
    },
    takeText(last = nothing) {
      if (length === 0) return view(last).toString("utf8");
      add(last);
      const text = held.toString("utf8", 0, length);
      forget();
      return text;
    },
    peek: () => held.subarray(0, length),
  };
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
