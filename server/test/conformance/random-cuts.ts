/** Reproducible random numbers in [0, 1): a failing test fails again. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** The bytes in pieces of 1 to `longest` bytes. */
export function cutRandomly(bytes: Uint8Array, longest: number, random: () => number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + Math.floor(random() * longest);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}
