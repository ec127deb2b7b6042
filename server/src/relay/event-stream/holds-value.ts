const quote = 0x22;
const colon = 0x3a;
const space = 0x20;
/** Of `null`, the only JSON value that begins with `n`. */
const letterN = 0x6e;

/**
 * True if a JSON key (given with its quotes) has a value other than `null` and `""` somewhere in these bytes. Quotes
 * inside texts are escaped, so they cannot match.
 */
export function holdsValue(bytes: Buffer, key: Buffer): boolean {
  for (let at = bytes.indexOf(key); at !== -1; at = bytes.indexOf(key, at + key.length)) {
    let i = at + key.length;
    while (bytes[i] === space) i++;
    if (bytes[i] !== colon) continue;
    do i++;
    while (bytes[i] === space);
    if (bytes[i] === letterN || (bytes[i] === quote && bytes[i + 1] === quote)) continue;
    return true;
  }
  return false;
}
