import type { MemoryAccount } from "../../platform/memory-budget.ts";
import { release } from "../../platform/release-buffer.ts";
import { RelayError, shortageError } from "../relay-error.ts";
import { createDecompressor } from "../upstream/decompressors.ts";
import { maxInflatedBytes } from "../upstream/expansion-limit.ts";
import type { ReceivedRequest } from "./received.ts";

/**
 * The whole body, at most `limit` bytes before and after decompression. `memory` counts retained bytes as they come.
 * @throws RelayError `request_too_large`, `invalid_request`, `memory_share_exceeded`, `unavailable`
 */
export function readBody(
  message: ReceivedRequest,
  limit: number,
  memory: MemoryAccount,
): Buffer | Promise<Buffer> {
  const encoding = message.headers["content-encoding"]?.trim().toLowerCase();
  const arrived = message.takeWhole?.();
  const collected = arrived ? whole(arrived, limit, memory) : collect(message, limit, memory);
  if (encoding === undefined || encoding === "identity") return collected;
  return Promise.resolve(collected).then(async (bytes) => {
    const unpacked = await unpack(bytes, encoding, limit, memory);
    memory.release(bytes.length);
    return unpacked;
  });
}

function whole(body: Buffer, limit: number, memory: MemoryAccount): Buffer {
  if (body.length > limit) throw tooLarge(limit);
  acquire(memory, body.length);
  return body;
}

/**
 * Overwrites a byte order mark with blanks: upstreams reject it, and RFC 8259 lets a parser ignore it. Returns the same
 * memory, so that it can be released.
 */
export function withoutMark(body: Buffer): Buffer {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.fill(0x20, 0, 3) : body;
}

function tooLarge(limit: number): RelayError {
  return new RelayError(
    "request_too_large",
    `The body is larger than ${Math.floor(limit / 1024 / 1024)} MB.`,
  );
}

function acquire(memory: MemoryAccount, bytes: number): void {
  const shortage = memory.acquire(bytes);
  if (shortage) throw shortageError(shortage);
}

/**
 * Decompresses in chunks, so that a small body which expands to the limit is rejected before its bytes are retained.
 */
function unpack(packed: Buffer, encoding: string, limit: number, memory: MemoryAccount): Promise<Buffer> {
  const decompressor = createDecompressor(encoding);
  if (!decompressor)
    throw new RelayError("invalid_request", `The content encoding ${encoding} is not supported.`);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const most = Math.min(limit, maxInflatedBytes(packed.length));
    let length = 0;
    const fail = (error: unknown): void => {
      decompressor.destroy();
      reject(error instanceof RelayError ? error : notValid(encoding));
    };
    decompressor.on("data", (piece: Buffer) => {
      length += piece.length;
      try {
        if (length > most) throw most < limit ? tooDense(encoding) : tooLarge(limit);
        acquire(memory, piece.length);
        pieces.push(piece);
      } catch (error) {
        fail(error);
      }
    });
    decompressor.on("end", () => {
      // Node stops after the first frame and does not report the rest.
      if (encoding === "zstd" && decompressor.bytesWritten < packed.length) fail(severalFrames());
      else resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces));
    });
    decompressor.on("error", fail);
    decompressor.end(packed);
  });
}

function tooDense(encoding: string): RelayError {
  return new RelayError(
    "request_too_large",
    `The body expands too much when its ${encoding} encoding is removed. Send it without compression.`,
  );
}

function severalFrames(): RelayError {
  return new RelayError("invalid_request", "The body has bytes after its zstd frame. Send it as one frame.");
}

function notValid(encoding: string): RelayError {
  return new RelayError("invalid_request", `The body is not valid ${encoding}.`);
}

function collect(message: ReceivedRequest, limit: number, memory: MemoryAccount): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(message.headers["content-length"] ?? 0) > limit) {
      reject(tooLarge(limit));
      return;
    }
    const body = new Collected(Number(message.headers["content-length"] ?? 0));
    message.on("data", (chunk: Buffer) => {
      try {
        if (body.length + chunk.length > limit) throw tooLarge(limit);
        acquire(memory, chunk.length);
        body.add(chunk);
      } catch (error) {
        message.removeAllListeners("data");
        reject(error);
      }
    });
    let ended = false;
    message.on("end", () => {
      ended = true;
      resolve(body.bytes());
    });
    const brokeOff = (): void => {
      if (!ended) reject(new RelayError("invalid_request", "The body ended early. Send it again."));
    };
    message.on("error", brokeOff);
    message.on("close", brokeOff);
    // The caller may have disconnected while its key was looked up; such a message emits no more events.
    if (message.destroyed) brokeOff();
  });
}

/** Larger bodies are not preallocated: a header alone must not make the server reserve memory. */
const placedMost = 16 * 1024 * 1024;

/** The chunks of a body, copied as they come if its length is known. */
class Collected {
  length = 0;
  #expected: number;
  #pieces: Buffer[] = [];
  #placed: Buffer | undefined;

  /** @param expected bytes; 0: unknown */
  constructor(expected: number) {
    this.#expected = expected <= placedMost ? expected : 0;
  }

  add(chunk: Buffer): void {
    const start = this.length;
    this.length += chunk.length;
    if (this.length < this.#expected) this.#placed ??= Buffer.allocUnsafeSlow(this.#expected);
    if (this.#placed) {
      chunk.copy(this.#placed, start);
      release(chunk);
    } else this.#pieces.push(chunk);
  }

  bytes(): Buffer {
    if (this.#placed) return this.#placed;
    const [first, second] = this.#pieces;
    if (first && !second) return first;
    const whole = Buffer.concat(this.#pieces);
    for (const piece of this.#pieces) release(piece);
    return whole;
  }
}
