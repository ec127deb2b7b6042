import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  type Zlib,
} from "node:zlib";
import type { Transform } from "node:stream";

/** Decompresses a body. */
export type Decompressor = Transform & Zlib;

/** Zstandard's largest window as a power of two: 8 MB, the limit of RFC 9659 for a content-encoding. */
const zstdWindow = 23;

const decompressors: Record<string, () => Decompressor> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindow } }),
};

/** Undefined for an unsupported encoding. */
export function createDecompressor(encoding: string): Decompressor | undefined {
  return Object.hasOwn(decompressors, encoding) ? decompressors[encoding]?.() : undefined;
}
