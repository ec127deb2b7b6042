import { GrowingBuffer } from "../../platform/growing-buffer.ts";

/** The latest bytes of a stream, at most `most` of them, until someone takes them. */
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

  /** Adds a copy. False if there is no room: call `takeText` first. A single piece may be larger than `most`. */
  add(bytes: Buffer): boolean {
    if (this.#buffer.length > 0 && this.#buffer.length + bytes.length > this.#most) return false;
    this.#buffer.add(bytes);
    return true;
  }

  /** Everything buffered, as text; the buffer is empty afterwards. */
  takeText(): string {
    return this.#buffer.takeText();
  }
}
