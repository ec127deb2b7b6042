const firstBytes = 1024;
/** A first chunk from this size on is kept itself if its memory is mostly its own: a copy would need as much. */
const keptWhole = 4096;

/** The latest bytes of a stream, at most `most` of them, until they are read. Chunks end where characters end. */
export class BufferedBytes {
  readonly #most: number;
  /** Before those in the buffer. */
  #first: Buffer | undefined;
  #buffer = Buffer.alloc(0);
  #bufferLength = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return (this.#first?.length ?? 0) + this.#bufferLength;
  }

  /**
   * Adds bytes that stay as they are. False if there is no room: call `takeText` first. A single chunk may be larger than
   * `most`.
   */
  add(bytes: Buffer): boolean {
    const { length } = this;
    if (length > 0 && length + bytes.length > this.#most) return false;
    if (length === 0 && bytes.length >= keptWhole && bytes.length * 2 >= bytes.buffer.byteLength) {
      this.#first = bytes;
      return true;
    }
    this.#reserve(this.#bufferLength + bytes.length);
    this.#buffer.set(bytes, this.#bufferLength);
    this.#bufferLength += bytes.length;
    return true;
  }

  /** The smaller buffer is released here. Those of many open streams would wait for the next major collection. */
  #reserve(needed: number): void {
    const { length, buffer } = this.#buffer;
    if (needed > length)
      this.#buffer = Buffer.from(buffer.transfer(Math.max(needed, length * 2, firstBytes)));
  }

  /** All buffered bytes as text; empties the buffer. */
  takeText(): string {
    const first = this.#first?.toString("utf8") ?? "";
    const text = first + this.#buffer.toString("utf8", 0, this.#bufferLength);
    this.#first = undefined;
    this.#bufferLength = 0;
    if (this.#buffer.length > this.#most) this.#buffer = Buffer.alloc(0);
    return text;
  }
}
