import { GrowingBuffer } from "../../platform/growing-buffer.ts";
import { eventTooLarge, largestEvent } from "./largest-event.ts";
import { carriageReturn, dataOf, joinData, lineEnd, lineFeed, withoutByteOrderMark } from "./sse-line.ts";

const empty = Buffer.alloc(0);

/**
 * Splits a byte stream after whole server-sent events without decoding it, for the native path. Returns the bytes
 * unchanged, up to and including the last blank line; buffers the rest. Searches only the new chunk.
 */
export class SseFrames {
  #pending = new GrowingBuffer();

  /** @throws UnreadableAnswer if one event grows beyond 16 MB */
  push(chunk: Buffer): Buffer {
    const end = endOfLastFrame(chunk) || this.#endAcross(chunk);
    if (end === 0) {
      this.#retain(chunk);
      return empty;
    }
    const whole = end === chunk.length ? chunk : chunk.subarray(0, end);
    if (this.#pending.length === 0 && whole === chunk) return chunk;
    // A copy: the region is passed on and its buffer is reused.
    const region = this.#pending.length === 0 ? whole : Buffer.concat([this.#pending.peek(), whole]);
    this.#pending.clear();
    if (end < chunk.length) this.#retain(chunk.subarray(end));
    return region;
  }

  /** End of a blank line that began in an earlier chunk, 0 if there is none. */
  #endAcross(chunk: Buffer): number {
    const last = this.#pending.at(-1);
    if (last === undefined) return 0;
    if (chunk[0] === lineFeed) {
      if (last === lineFeed) return 1;
      return last === carriageReturn && this.#pending.at(-2) === lineFeed ? 1 : 0;
    }
    if (chunk[0] !== carriageReturn) return 0;
    if (last === carriageReturn) return 1;
    return last === lineFeed && chunk[1] === lineFeed ? 2 : 0;
  }

  /** Bytes that wait for the end of their event. */
  get retained(): number {
    return this.#pending.length;
  }

  #retain(piece: Buffer): void {
    if (this.#pending.length + piece.length > largestEvent) throw eventTooLarge(largestEvent);
    this.#pending.add(piece);
  }

  /** The bytes after the last blank line, at the end of the stream. */
  rest(): Buffer {
    return this.#pending.take();
  }
}

/** Two line ends of the same kind form a blank line; LF and CRLF may be mixed. */
function endOfLastFrame(bytes: Buffer): number {
  for (let at = bytes.lastIndexOf(lineFeed); at > 0; at = bytes.lastIndexOf(lineFeed, at - 1)) {
    const before = bytes[at - 1];
    if (before === lineFeed) return at + 1;
    if (before === carriageReturn && at > 1 && bytes[at - 2] === lineFeed) return at + 1;
  }
  for (let at = bytes.lastIndexOf(carriageReturn); at > 0; at = bytes.lastIndexOf(carriageReturn, at - 1))
    if (bytes[at - 1] === carriageReturn) return at + 1;
  return 0;
}

/** What ends a line of these events, as text. CR counts only where there is no LF. */
export function lineEndingOf(events: Buffer): "\n" | "\r" {
  return events.includes(lineFeed) ? "\n" : "\r";
}

/** Where the event around `at` ends: behind its blank line. `text` are whole events in latin1, with this line ending. */
export function endOfFrame(text: string, at: number, ending: "\n" | "\r"): number {
  for (let found = text.indexOf(ending, at); found !== -1; found = text.indexOf(ending, found + 1)) {
    let next = found + 1;
    if (ending === "\n" && text[next] === "\r") next++;
    if (text[next] === ending) return next + 1;
  }
  return text.length;
}

/** Where the event around `at` begins, as for `endOfFrame`. `from` is where it or an event before it begins. */
export function startOfFrame(text: string, at: number, ending: "\n" | "\r", from: number): number {
  let found = at;
  while (found > from) {
    found = text.lastIndexOf(ending, found - 1);
    if (found <= from) return from;
    const before = text[found - 1];
    if (before === ending) return found + 1;
    if (ending === "\n" && before === "\r" && text[found - 2] === "\n") return found + 1;
  }
  return from;
}

/** The events of a text without their blank lines; faster if all of them are read. */
export function frameTexts(text: string): string[] {
  return text.split(text.includes("\n") ? /\r?\n\r?\n/ : "\r\r");
}

/** The `data` of one frame, lines joined; empty for comments. */
export function frameData(frame: string): string {
  // Nearly every frame is one line of data.
  const only = frame.trimEnd();
  if (only.startsWith("data: ") && !only.includes("\n") && !only.includes("\r")) return only.slice(6);
  let data: string | undefined;
  for (const line of withoutByteOrderMark(frame).split(lineEnd)) {
    const value = dataOf(line);
    if (value !== undefined) data = joinData(data, value);
  }
  return data ?? "";
}
