/**
 * Estimates the cost of parsing JSON text. A few bytes can be expensive: `{},` takes three bytes on the wire and fifty
 * in memory, and a key that no earlier object had makes the engine build a new object layout.
 *
 * The unit is about one nanosecond of `JSON.parse`, measured with Node 24.21 on texts of 1 to 3 MB of one shape each.
 * Nanoseconds per piece, the second number while the heap grows: number or literal 8 to 41, empty object 33 to 200,
 * empty list 26 to 66, string 14 to 64, object with one known key 60, key that needs a new layout 280 to 600 (objects
 * with different keys, or the same keys in another order).
 * Keys that look like array indexes (105) and strings chosen for hash collisions (25 to 65) cost no more than these
 * weights. Long strings, escapes, white space and long numbers have no weight of their own: they cost at most two
 * nanoseconds per byte.
 */
const weights = {
  /** A number, `true`, `false` or `null`. */
  scalar: 30,
  /** A string, a list, a key. */
  value: 50,
  object: 100,
  /** Added for a key that no earlier object had after the same keys. */
  newKey: 550,
};

/** Upper bound for every valid text: the most expensive one is an object of empty keys and one-digit numbers. */
const mostPerByte = 130;

/** Limit for one text from a caller, about 50 milliseconds: half a million empty objects, or 1,600,000 numbers. */
export const requestCost = 50_000_000;
/**
 * Limit for one text from an upstream. Larger than a caller's: embeddings of 2,048 inputs (three million numbers) and
 * the log probabilities of 10,000 tokens with 20 alternatives each are legitimate responses, and already paid for.
 */
export const answerCost = 100_000_000;

/** Texts of at most this many bytes (or characters) cannot cost more than `cost`. */
export function freeBytes(cost: number): number {
  return Math.floor(cost / mostPerByte);
}

/** Position of a string in JSON text: its two quotes. */
export interface StringPlace {
  start: number;
  end: number;
}

/** Strings of more bytes are long. */
const longBytes = 8192;

/** Result of a scan, up to the end of the text or to the place that exceeds a limit. */
export interface JsonScan {
  cost: number;
  /** Deepest nesting of lists and objects. */
  depth: number;
  /** No key of the outermost object has an escape, and no two of them are alike. False where that is not certain. */
  plainKeys: boolean;
}

/**
 * Counts the cost and the depth of JSON text without parsing it, and stops where one of them exceeds its limit. Skips
 * the inside of strings, so a large image costs next to nothing. Never throws, for any bytes.
 * @param long receives the positions of long strings that are not keys
 */
export function scanJson(
  bytes: Buffer,
  costLimit: number,
  depthLimit: number,
  long?: StringPlace[],
): JsonScan {
  const { length } = bytes;
  const root = nextRoot();
  let cost = 0;
  let depth = 0;
  let deepest = 0;
  let outerKeys = 0;
  let plainKeys = true;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] as number;
    if (byte === quote) {
      const start = at;
      at = endOfString(bytes, at);
      cost += weights.value;
      if (at === -1) break;
      if (isKey(bytes, at)) {
        if (depth === 1 && plainKeys) plainKeys = isNewPlainKey(bytes, start + 1, at, outerKeys++);
        const layout = hash(layouts[depth & layoutMask] as number, bytes, start + 1, at);
        layouts[depth & layoutMask] = layout;
        if (!isKnown(layout)) cost += weights.newKey;
      } else if (long && at - start > longBytes) long.push({ start, end: at });
    } else if (byte === openBrace || byte === openBracket) {
      cost += byte === openBrace ? weights.object : weights.value;
      layouts[++depth & layoutMask] = root;
      if (depth > deepest) deepest = depth;
      if (depth > depthLimit) break;
    } else if (byte === closeBrace || byte === closeBracket) depth--;
    else if (byte > comma && byte !== colon) {
      cost += weights.scalar;
      while (isOfScalar(bytes[at + 1])) at++;
    } else continue;
    if (cost > costLimit) break;
  }
  return { cost, depth: deepest, plainKeys };
}

const quote = 0x22;
const plus = 0x2b;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** True inside numbers and literals. Other bytes are invalid JSON, and the parser stops at them. */
function isOfScalar(byte: number | undefined): boolean {
  return byte !== undefined && byte >= plus && byte !== comma && byte !== closeBrace && byte !== closeBracket;
}

/** True if the string that ends at `end` is a key. */
export function isKey(bytes: Buffer, end: number): boolean {
  let at = end + 1;
  for (
    let byte = bytes[at];
    byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
    byte = bytes[at]
  )
    at++;
  return bytes[at] === colon;
}

/** Bytes of a string that are read one by one; for longer strings a native search for quotes is faster. */
const lookedAt = 48;

/** Index of the closing quote; -1 if there is none. */
function endOfString(bytes: Buffer, start: number): number {
  const { length } = bytes;
  let at = start + 1;
  while (at < length) {
    const stop = Math.min(at + lookedAt, length);
    while (at < stop) {
      const byte = bytes[at];
      if (byte === quote) return at;
      at += byte === backslash ? 2 : 1;
    }
    const next = bytes.indexOf(quote, at);
    if (next === -1) return -1;
    let slashes = 0;
    while (next - 1 - slashes >= at && bytes[next - 1 - slashes] === backslash) slashes++;
    if (slashes % 2 === 0) return next;
    at = next + 1;
  }
  return -1;
}

/** For the open object of each depth, a hash of its keys so far, in order. Deeper objects share slots; a shared slot can only raise the cost. */
const layouts = new Int32Array(1024);
const layoutMask = layouts.length - 1;
/** Cache of layouts seen in this scan, indexed by their low bits. */
const known = new Int32Array(4096);
/** Start of every hash of one scan: random, so that a sender cannot construct collisions, and different for each scan. */
let seed = Math.floor(Math.random() * 2 ** 32) | 0;

/** Hashes of the outermost object's keys so far. Objects with more keys are not looked at further. */
const outer = new Int32Array(64);

/** True if the key has no escape and none of the `count` keys before has its hash. */
function isNewPlainKey(bytes: Buffer, from: number, to: number, count: number): boolean {
  if (count === outer.length) return false;
  for (let at = from; at < to; at++) if (bytes[at] === backslash) return false;
  const own = hash(seed, bytes, from, to);
  for (let index = 0; index < count; index++) if (outer[index] === own) return false;
  outer[count] = own;
  return true;
}

function nextRoot(): number {
  seed = (Math.imul(seed, 0x2c9277b5) + 0x3c6ef35f) | 0;
  return seed;
}

function isKnown(layout: number): boolean {
  const slot = layout & (known.length - 1);
  if (known[slot] === layout) return true;
  known[slot] = layout;
  return false;
}

/** FNV-1a with a final mix, because the cache uses the low bits. */
function hash(start: number, bytes: Buffer, from: number, to: number): number {
  let value = start;
  for (let at = from; at < to; at++) value = Math.imul(value ^ (bytes[at] as number), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return value ^ (value >>> 13);
}
