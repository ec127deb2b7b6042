/**
 * Smaller buffers are left to the garbage collector: most of them die young, and releasing them costs as much as
 * parsing them.
 */
export const leastReleased = 4096;

/**
 * Frees the memory of bytes that are no longer needed: every reference to them becomes empty. No socket may be sending
 * them.
 * Otherwise the garbage collector would scan the whole heap after every 64 MB of such memory. Bytes that are part of a
 * larger buffer stay.
 */
export function release({ buffer, length }: Buffer): void {
  if (length >= leastReleased && buffer instanceof ArrayBuffer && buffer.byteLength === length)
    buffer.transfer(0);
}
