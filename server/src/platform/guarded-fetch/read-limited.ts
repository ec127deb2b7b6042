import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { FetchRejected } from "./fetch-rejected.ts";

const decoders: Record<string, () => NodeJS.ReadWriteStream & { destroy(error?: Error): void }> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * The whole body, decoded, of at most `maxBytes`: the decompressed size counts, so it stops early.
 * @param encoding value of `content-encoding`
 * @throws FetchRejected for more, and for encodings that are unknown or stacked; also the error that ends the body early
 */
export async function readLimited(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") return collect(body, maxBytes);
  const decode = decoders[name];
  if (!decode || !Object.hasOwn(decoders, name)) throw new FetchRejected("its encoding is not supported");
  const decoder = decode();
  body.on("error", (error) => decoder.destroy(error));
  return collect(body.pipe(decoder), maxBytes);
}

async function collect(stream: AsyncIterable<unknown>, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    if (!Buffer.isBuffer(piece)) throw new TypeError("a body comes in bytes");
    length += piece.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}

export function tooLarge(maxBytes: number): FetchRejected {
  return new FetchRejected(`it has more than ${maxBytes} bytes`);
}
