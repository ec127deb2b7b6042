const firstBytes = 1024;
const nothing = Buffer.alloc(0);
/** For each unit of UTF-16. */
const utf8BytesMost = 3;

/**
 * Bytes that are collected piece by piece, in one buffer that doubles: a long message in small pieces costs no more
 * than its length, and a list of the pieces would retain each piece's own allocation.
 */
export class GrowingBuffer {
  #buffer = nothing;
  #length = 0;
  readonly #retained: number;

  /** @param retained bytes: a buffer larger than this is released when it is emptied */
  constructor(retained = 64 * 1024) {
    this.#retained = retained;
  }

  /** Number of bytes collected. */
  get length(): number {
    return this.#length;
  }

  /** Copies the piece: the caller may reuse its memory. */
  add(piece: Uint8Array): void {
    this.#reserve(piece.length);
    this.#buffer.set(piece, this.#length);
    this.#length += piece.length;
  }

  /** Adds a text as UTF-8, lone surrogates as U+FFFD. */
  addText(text: string): void {
    this.#reserve(text.length * utf8BytesMost);
    this.#length += this.#buffer.write(text, this.#length);
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2, firstBytes));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }

  /** The collected bytes, without a copy; the next `add` may move or overwrite them. */
  peek(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** One byte; a negative index counts from the end. Undefined outside. */
  at(index: number): number | undefined {
    const place = index < 0 ? this.#length + index : index;
    return place < this.#length ? this.#buffer[place] : undefined;
  }

  /**
   * As `peek`, followed by `last`, and empties the buffer: the next `add` overwrites the result, unless the buffer was
   * released. A `last` without bytes before it is returned as it is, without a copy.
   */
  take(last: Uint8Array = nothing): Buffer {
    if (this.#length === 0)
      return Buffer.isBuffer(last) ? last : Buffer.from(last.buffer, last.byteOffset, last.byteLength);
    if (last.length > 0) this.add(last);
    const bytes = this.peek();
    this.clear();
    return bytes;
  }

  /** Returns the collected text, and empties the buffer. */
  takeText(): string {
    const text = this.#buffer.toString("utf8", 0, this.#length);
    this.clear();
    return text;
  }

  clear(): void {
    this.#length = 0;
    if (this.#buffer.length > this.#retained) this.#buffer = nothing;
  }
}
