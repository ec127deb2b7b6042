import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { RelayError } from "./relay-error.ts";

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
  try {
    return await decompress(bytes, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limit);
    throw new RelayError("invalid_request", `The body is not valid ${encoding}.`);
  }
}

function tooLarge(limit: number): RelayError {
  return new RelayError(
    "request_too_large",
    `The body is larger than ${Math.floor(limit / 1024 / 1024)} MB.`,
  );
}

function collect(message: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(message.headers["content-length"] ?? 0) > limit) {
      reject(tooLarge(limit));
      return;
    }
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let length = 0;
    message.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) {
        message.removeAllListeners("data");
        reject(tooLarge(limit));
        return;
      }
      if (!first) first = chunk;
      else (more ??= [first]).push(chunk);
    });
    let ended = false;
    message.on("end", () => {
      ended = true;
      resolve(more ? Buffer.concat(more) : (first ?? Buffer.alloc(0)));
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
