/** Largest piece of an event that is kept while its end is awaited. */
const pendingLimit = 16 * 1024 * 1024;

const newline = 0x0a;
const carriageReturn = 0x0d;
const empty = Buffer.alloc(0);

/**
 * Cuts a byte stream after whole server-sent events without decoding it. What comes back is the bytes as they came, up to
 * and including the last blank line; the rest waits for the next piece.
 */
export class SseFrames {
  #pending: Buffer = empty;

  /** @throws RangeError when one event grows beyond 16 MB */
  push(chunk: Buffer): Buffer {
    const bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const end = endOfLastFrame(bytes);
    if (end === bytes.length) {
      this.#pending = empty;
      return bytes;
    }
    const rest = bytes.subarray(end);
    if (rest.length > pendingLimit) throw new RangeError("an event of the stream is larger than 16 MB");
    this.#pending = rest;
    return bytes.subarray(0, end);
  }

  /** What came after the last blank line, at the end of the stream. */
  rest(): Buffer {
    const rest = this.#pending;
    this.#pending = empty;
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

/** The single events of a run of whole frames. */
export function splitFrames(bytes: Buffer): string[] {
  return bytes
    .toString("utf8")
    .split(/\r?\n\r?\n/)
    .filter((frame) => frame.trim() !== "");
}

/** The `data` of one frame, lines joined; empty for comments. */
export function frameData(frame: string): string {
  let data = "";
  for (const line of frame.split(/\r?\n/)) {
    if (!line.startsWith("data:")) continue;
    const value = line.startsWith("data: ") ? line.slice(6) : line.slice(5);
    data = data === "" ? value : `${data}\n${value}`;
  }
  return data;
}
