import { GrowingBuffer } from "../../platform/growing-buffer.ts";

/** A first chunk from this size on is kept itself if its memory is mostly its own: a copy would need as much. */
const keptWhole = 4096;

/** The latest bytes of a stream, at most `most` of them, until they are read. Chunks end where characters end. */
export class BufferedBytes {
  readonly #buffer: GrowingBuffer;
  readonly #most: number;
  /** Before those in the buffer. */
  #first: Buffer | undefined;

  constructor(most: number) {
    this.#most = most;
    this.#buffer = new GrowingBuffer(most);
  }

  get length(): number {
    return (this.#first?.length ?? 0) + this.#buffer.length;
  }

  /**
   * Adds bytes that stay as they are. False if there is no room: call `takeText` first. A single chunk may be larger than
   * `most`.
   */
  add(bytes: Buffer): boolean {
    if (this.length > 0 && this.length + bytes.length > this.#most) return false;
    if (this.length === 0 && bytes.length >= keptWhole && bytes.length * 2 >= bytes.buffer.byteLength)
      this.#first = bytes;
    else this.#buffer.add(bytes);
    return true;
  }

  /** All buffered bytes as text; empties the buffer. */
  takeText(): string {
    const first = this.#first?.toString("utf8") ?? "";
    this.#first = undefined;
    return first + this.#buffer.takeText();
  }
}
