/** Largest piece of an event that is kept while its end is awaited. */
const pendingLimit = 16 * 1024 * 1024;
/** A larger buffer is given back after its event: most streams never need it again. */
const keptCapacity = 64 * 1024;

const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const colon = 0x3a;
const space = 0x20;
/** Of `null`, the only JSON value that begins with it. */
const letterN = 0x6e;
const empty = Buffer.alloc(0);

/**
 * Cuts a byte stream after whole server-sent events without decoding it. What comes back is the bytes as they came, up to
 * and including the last blank line; the rest waits for the next piece. Only the new piece is searched, and the buffer of
 * what waits doubles, so that an event of megabytes in a thousand pieces costs no more than its length.
 */
export class SseFrames {
  #held = empty;
  #length = 0;

  /** @throws RangeError when one event grows beyond 16 MB */
  push(chunk: Buffer): Buffer {
    const end = endOfLastFrame(chunk) || this.#endAcross(chunk);
    if (end === 0) {
      this.#hold(chunk);
      return empty;
    }
    const whole = end === chunk.length ? chunk : chunk.subarray(0, end);
    if (this.#length === 0 && whole === chunk) return chunk;
    const region = this.#length === 0 ? whole : Buffer.concat([this.#held.subarray(0, this.#length), whole]);
    this.#length = 0;
    if (this.#held.length > keptCapacity) this.#held = empty;
    if (end < chunk.length) this.#hold(chunk.subarray(end));
    return region;
  }

  /** End of a blank line that began in what is held, 0 if there is none. */
  #endAcross(chunk: Buffer): number {
    if (this.#length === 0) return 0;
    const last = this.#held[this.#length - 1];
    if (chunk[0] === newline) {
      if (last === newline) return 1;
      return last === carriageReturn && this.#length > 1 && this.#held[this.#length - 2] === newline ? 1 : 0;
    }
    return last === newline && chunk[0] === carriageReturn && chunk[1] === newline ? 2 : 0;
  }

  /** Bytes that wait for the end of their event. */
  get retained(): number {
    return this.#length;
  }

  #hold(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (length > pendingLimit) throw new RangeError("an event of the stream is larger than 16 MB");
    if (length > this.#held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#held.length * 2, 1024));
      this.#held.copy(larger, 0, 0, this.#length);
      this.#held = larger;
    }
    piece.copy(this.#held, this.#length);
    this.#length = length;
  }

  /** What came after the last blank line, at the end of the stream. */
  rest(): Buffer {
    const rest = this.#held.subarray(0, this.#length);
    this.#held = empty;
    this.#length = 0;
    return rest;
  }
}

function endOfLastFrame(bytes: Buffer): number {
  for (let at = bytes.lastIndexOf(newline); at > 0; at = bytes.lastIndexOf(newline, at - 1)) {
    const before = bytes[at - 1];
    if (before === newline) return at + 1;
    if (before === carriageReturn && at > 1 && bytes[at - 2] === newline) return at + 1;
  }
  return 0;
}

/** The single events of a run of whole frames, each with its blank line: together they are the same bytes. */
export function splitFrames(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  let start = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) {
    let end = at + 1;
    if (bytes[end] === carriageReturn) end++;
    if (bytes[end] !== newline) continue;
    frames.push(bytes.subarray(start, end + 1));
    start = end + 1;
    at = end;
  }
  if (start < bytes.length) frames.push(bytes.subarray(start));
  return frames;
}

/** The same events as text without their blank lines, quicker where all of them are to be read. */
export function frameTexts(text: string): string[] {
  return text.split(/\r?\n\r?\n/);
}

/** The `data` of one frame, lines joined; empty for comments. */
export function frameData(frame: string): string {
  // Nearly every frame is one line of data.
  if (frame.startsWith("data: ") && !frame.trimEnd().includes("\n")) return frame.slice(6).trimEnd();
  let data = "";
  for (const line of frame.split(/\r?\n/)) {
    if (!line.startsWith("data:")) continue;
    const value = line.startsWith("data: ") ? line.slice(6) : line.slice(5);
    data = data === "" ? value : `${data}\n${value}`;
  }
  return data;
}

/**
 * True if a JSON key (given with its quotes) is followed by a value other than `null` and `""` somewhere in these bytes. Inside
 * texts the quotes are escaped, so it cannot match there.
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
