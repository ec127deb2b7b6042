import { GrowingBuffer } from "../../platform/growing-buffer.ts";

/** The latest bytes of a stream, at most `most` of them, until they are read. */
export class BufferedBytes {
  readonly #buffer: GrowingBuffer;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
    this.#buffer = new GrowingBuffer(most);
  }

  get length(): number {
    return this.#buffer.length;
  }

  /** Adds a copy. False if there is no room: call `takeText` first. A single chunk may be larger than `most`. */
  add(bytes: Buffer): boolean {
    if (this.#buffer.length > 0 && this.#buffer.length + bytes.length > this.#most) return false;
    this.#buffer.add(bytes);
    return true;
  }

  /** All buffered bytes as text; empties the buffer. */
  takeText(): string {
    return this.#buffer.takeText();
  }
}
