const quote = 0x22;
const backslash = 0x5c;

/** Where a string stands in JSON text: its two quotes. */
export interface StringPlace {
  start: number;
  end: number;
}

/** Strings of more bytes are long. */
const longBytes = 8192;

/**
 * True if JSON text nests deeper than `limit`. Strings are jumped over, so a large image costs next to nothing. Long ones are noted in `long`
 * on the way, if it is there.
 */
export function nestsDeeper(bytes: Buffer, limit: number, long?: StringPlace[]): boolean {
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === quote) {
      const start = i;
      i = endOfString(bytes, i);
      if (i === -1) return false;
      if (long && i - start > longBytes) long.push({ start, end: i });
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > limit) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return false;
}

function endOfString(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(quote, start + 1); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === backslash) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}
