const firstBytes = 1024;

/**
 * A copy of the latest bytes of a stream, at most `most` of them. One buffer that doubles: a list of the pieces would hold each
 * piece's own allocation, several times its size, for as long as the stream is open.
 */
export class KeptBytes {
  #buffer: Buffer | undefined;
  #length = 0;
  #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  /** False if there is no room: then `take` first. A piece that is larger than the whole room makes it larger. */
  add(bytes: Buffer): boolean {
    const needed = this.#length + bytes.length;
    if (needed > this.#most && this.#length > 0) return false;
    const buffer = this.#buffer;
    if (buffer === undefined || needed > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, (buffer?.length ?? 0) * 2, firstBytes));
      buffer?.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    bytes.copy(this.#buffer as Buffer, this.#length);
    this.#length = needed;
    return true;
  }

  /** Everything kept, as text; nothing is kept afterwards. */
  takeText(): string {
    const text = this.#buffer?.toString("utf8", 0, this.#length) ?? "";
    this.#length = 0;
    if (this.#buffer && this.#buffer.length > this.#most) this.#buffer = undefined;
    return text;
  }
}
