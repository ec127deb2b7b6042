import { createDecompressor, type Decompressor } from "./decompressors.ts";
import { maxInflatedBytes } from "./expansion-limit.ts";

/** Receives a decompressed body, then `onEnd` or `onFail`. */
export interface InflaterListener {
  onData(chunk: Buffer): void;
  /** All that was written is inflated; more may come. */
  onDrain(): void;
  /** @param received true if the upstream had sent its last byte, false if a tail may follow the compressed body */
  onEnd(received: boolean): void;
  onFail(message: string): void;
}

/** Decompresses the body of an answer at the pace of its reader, up to the expansion limit. */
export class Inflater {
  /** More was written than is inflated yet. */
  full = false;
  #decompressor: Decompressor;
  #received = false;

  /** Undefined for an unknown encoding. */
  static open(encoding: string, listener: InflaterListener): Inflater | undefined {
    const decompressor = createDecompressor(encoding);
    return decompressor && new Inflater(decompressor, listener);
  }

  private constructor(decompressor: Decompressor, listener: InflaterListener) {
    this.#decompressor = decompressor;
    let inflated = 0;
    decompressor.on("data", (chunk: Buffer) => {
      inflated += chunk.length;
      if (inflated <= maxInflatedBytes(decompressor.bytesWritten)) listener.onData(chunk);
      else listener.onFail("the answer expands too much");
    });
    decompressor.on("drain", () => {
      this.full = false;
      listener.onDrain();
    });
    decompressor.on("end", () => listener.onEnd(this.#received));
    decompressor.on("error", (error) => listener.onFail(error.message));
  }

  /** False if the writer must pause until `onDrain`. */
  write(chunk: Buffer): boolean {
    const more = this.#decompressor.write(chunk);
    if (!more) this.full = true;
    return more;
  }

  /** The last byte was written. False if there was none, so that `onEnd` does not follow: some upstreams call an empty body compressed. */
  end(): boolean {
    this.#received = true;
    const { bytesWritten, writableLength } = this.#decompressor;
    if (bytesWritten + writableLength === 0) return false;
    this.#decompressor.end();
    return true;
  }

  pause(): void {
    this.#decompressor.pause();
  }

  resume(): void {
    this.#decompressor.resume();
  }

  destroy(): void {
    this.#decompressor.destroy();
  }
}
