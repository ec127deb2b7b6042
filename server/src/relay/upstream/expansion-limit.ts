/** A compressed body may inflate to this size whatever its ratio: repetitive JSON of this length can be a few hundred bytes. */
const freeBytes = 4 * 1024 * 1024;
/**
 * Inflated bytes per compressed byte beyond that. Measured with gzip, brotli and Zstandard at their best: package lists 4 to 7, tool
 * definitions 35, logs 54, token ids 46, event streams 99, the same document twenty times 95. A bomb reaches 1,000 with gzip and 100,000 with brotli.
 */
const maxRatio = 200;

/** How many bytes a compressed body of this length may inflate to. */
export function maxInflatedBytes(compressedBytes: number): number {
  return Math.max(freeBytes, compressedBytes * maxRatio);
}
