/** Bytes of a chunk. A longer text than a quarter has memory of its own, so that little of a chunk stays empty. */
const chunkBytes = 64 * 1024;
const longestShared = chunkBytes / 4;
/** Empty chunks that are kept for the next texts. */
const sparesMost = 8;

/** A piece of memory, and how many texts in it are still needed. */
interface Chunk {
  memory: Buffer<ArrayBuffer>;
  used: number;
  texts: number;
}

/**
 * UTF-8 of many texts that wait for some milliseconds, in few pieces of memory that are used again. With memory of its own each
 * would outlive two collections of V8's young generation, and be released by the next major one only, which it would bring on.
 */
export class TextArena {
  readonly #chunks = new Map<ArrayBufferLike, Chunk>();
  readonly #spares: Buffer<ArrayBuffer>[] = [];
  #last: Chunk | undefined;
  #held = 0;

  /** Bytes of the memory that texts keep from being used again: a short text may keep a whole chunk. */
  get held(): number {
    return this.#held;
  }

  /** The text's bytes, unchanged until they are released. */
  add(text: string): Uint8Array<ArrayBuffer> {
    const bytes = this.#reserve(Buffer.byteLength(text));
    bytes.write(text);
    return bytes;
  }

  /**
   * The same bytes close to those added last, for texts that alone are left of their chunks. The old ones are released.
   * A long text stays where it is.
   */
  move(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    if (bytes.length > longestShared) return bytes;
    const moved = this.#reserve(bytes.length);
    moved.set(bytes);
    this.release(bytes);
    return moved;
  }

  /** Of a text that `add` returned, once: its bytes may change from now on. */
  release(bytes: Uint8Array<ArrayBuffer>): void {
    const chunk = this.#chunks.get(bytes.buffer);
    if (!chunk || chunk.texts === 0)
      throw new Error("These bytes are not of this arena, or were released before.");
    chunk.texts -= 1;
    if (chunk.texts > 0) return;
    if (chunk === this.#last) {
      chunk.used = 0;
      return;
    }
    this.#chunks.delete(bytes.buffer);
    this.#held -= chunk.memory.length;
    if (chunk.memory.length === chunkBytes && this.#spares.length < sparesMost)
      this.#spares.push(chunk.memory);
  }

  #reserve(length: number): Buffer<ArrayBuffer> {
    const chunk =
      length > longestShared ? this.#take(Buffer.allocUnsafeSlow(length)) : this.#chunkFor(length);
    const bytes = chunk.memory.subarray(chunk.used, chunk.used + length);
    chunk.used += length;
    chunk.texts += 1;
    return bytes;
  }

  /** The last chunk, or a new last one if the text does not fit. */
  #chunkFor(length: number): Chunk {
    const last = this.#last;
    if (last && last.used + length <= chunkBytes) return last;
    this.#last = this.#take(this.#spares.pop() ?? Buffer.allocUnsafeSlow(chunkBytes));
    return this.#last;
  }

  #take(memory: Buffer<ArrayBuffer>): Chunk {
    const chunk = { memory, used: 0, texts: 0 };
    this.#chunks.set(memory.buffer, chunk);
    this.#held += memory.length;
    return chunk;
  }
}
