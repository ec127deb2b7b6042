import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  type Zlib,
} from "node:zlib";
import type { Transform } from "node:stream";

/** Unpacks a body. */
export type Decompressor = Transform & Zlib;

/** What Zstandard may ask of memory to look back, as a power of two: 8 MB, what RFC 9659 grants a content-encoding. */
const zstdWindow = 23;

const decompressors: Record<string, () => Decompressor> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindow } }),
};

/** Undefined: an encoding that nobody here can read. */
export function createDecompressor(encoding: string): Decompressor | undefined {
  return Object.hasOwn(decompressors, encoding) ? decompressors[encoding]?.() : undefined;
}
