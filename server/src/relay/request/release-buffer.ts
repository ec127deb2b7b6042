/** Fewer bytes are left to the collector: most of them die young, and releasing them costs as much as parsing them. */
const leastBytes = 4096;

/**
 * Frees the memory of bytes that nobody will read again: whoever holds them still finds them empty. No socket may be sending them. Waiting
 * for the collector would call it again and again: it counts this memory, and looks through the whole heap after every 64 MB of it.
 * Bytes that are part of a larger piece of memory stay.
 */
export function release({ buffer, length }: Buffer): void {
  if (length >= leastBytes && buffer instanceof ArrayBuffer && buffer.byteLength === length)
    buffer.transfer(0);
}
