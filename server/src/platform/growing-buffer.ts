const empty = Buffer.alloc(0);
const firstCapacity = 1024;

/**
 * Collects bytes that arrive in pieces. The capacity doubles, so that many small pieces cost no more than their length, and a list of pieces
 * would retain the allocation of each. A capacity above `keptCapacity` is released when the buffer is emptied.
 */
export class GrowingBuffer {
  #bytes = empty;
  #length = 0;
  readonly #keptCapacity: number;

  constructor(keptCapacity = 64 * 1024) {
    this.#keptCapacity = keptCapacity;
  }

  get length(): number {
    return this.#length;
  }

  /** One byte; a negative index counts from the end. Undefined outside. */
  at(index: number): number | undefined {
    const place = index < 0 ? this.#length + index : index;
    return place < this.#length ? this.#bytes[place] : undefined;
  }

  /** Adds a copy: the caller may reuse `piece`. */
  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#bytes.length * 2, firstCapacity));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** All bytes, without a copy. Valid until the next `add`. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** All bytes with `last` behind them, and empties the buffer. Copies only where both have bytes. Valid until the next `add`. */
  take(last: Uint8Array = empty): Buffer {
    if (this.#length === 0)
      return Buffer.isBuffer(last) ? last : Buffer.from(last.buffer, last.byteOffset, last.byteLength);
    if (last.length > 0) this.add(last);
    const all = this.view();
    this.clear();
    return all;
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > this.#keptCapacity) this.#bytes = empty;
  }
}
