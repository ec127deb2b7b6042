import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { giveBack } from "./give-back.ts";
import { RelayError } from "./relay-error.ts";
import { unpackedMost } from "./unpack-limit.ts";

const inflaters: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** The whole body, at most `limit` bytes before and after decompression. @throws RelayError */
export async function readBody(message: IncomingMessage, limit: number): Promise<Buffer> {
  const bytes = await collect(message, limit);
  const encoding = message.headers["content-encoding"];
  if (encoding === undefined || encoding === "identity") return bytes;
  const decompress = Object.hasOwn(inflaters, encoding) ? inflaters[encoding] : undefined;
  if (!decompress) {
    throw new RelayError("invalid_request", `The content encoding ${encoding} is not supported.`);
  }
  const most = unpackedMost(bytes.length);
  try {
    return await decompress(bytes, { maxOutputLength: Math.min(limit, most) });
  } catch (error) {
    if (error instanceof RangeError) throw most < limit ? tooDense(encoding) : tooLarge(limit);
    throw new RelayError("invalid_request", `The body is not valid ${encoding}.`);
  }
}

function tooLarge(limit: number): RelayError {
  return new RelayError(
    "request_too_large",
    `The body is larger than ${Math.floor(limit / 1024 / 1024)} MB.`,
  );
}

function tooDense(encoding: string): RelayError {
  return new RelayError(
    "request_too_large",
    `The body expands too much when its ${encoding} encoding is removed. Send it without compression.`,
  );
}

function collect(message: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(message.headers["content-length"] ?? 0) > limit) {
      reject(tooLarge(limit));
      return;
    }
    const body = new Collected(Number(message.headers["content-length"] ?? 0));
    message.on("data", (chunk: Buffer) => {
      if (body.length + chunk.length > limit) {
        message.removeAllListeners("data");
        reject(tooLarge(limit));
        return;
      }
      body.add(chunk);
    });
    let ended = false;
    message.on("end", () => {
      ended = true;
      resolve(body.bytes());
    });
    const brokeOff = (): void => {
      if (!ended) reject(new RelayError("invalid_request", "The body broke off."));
    };
    message.on("error", brokeOff);
    message.on("close", brokeOff);
    // The caller may have left while its key was looked up; nothing more is heard of such a message.
    if (message.destroyed) brokeOff();
  });
}

/** Bodies up to here are put in their place piece by piece: for larger ones nobody shall make us set memory aside by a header alone. */
const placedMost = 16 * 1024 * 1024;

/** The pieces of a body. Where its length is known they are copied as they come. */
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
      giveBack(chunk);
    } else this.#pieces.push(chunk);
  }

  bytes(): Buffer {
    if (this.#placed) return this.#placed;
    const [first, second] = this.#pieces;
    if (first && !second) return first;
    const whole = Buffer.concat(this.#pieces);
    for (const piece of this.#pieces) giveBack(piece);
    return whole;
  }
}
