import type { UpstreamEvent } from "../provider.ts";
import { UnreadableAnswer } from "../provider.ts";

/** Cuts the bytes of a stream into server-sent events. */
export interface SseSplitter {
  /** Events that these bytes complete. @throws UnreadableAnswer if one event grows beyond the limit */
  push(bytes: Uint8Array): UpstreamEvent[];
  /** After the last byte: an event whose closing blank line is missing, if its data is whole; a half one is no event. */
  end(): UpstreamEvent[];
}

/** A single event may carry a file; more than this is no event. */
export const largestEvent = 16 * 1024 * 1024;

/**
 * Splits by the rules of the HTML standard: lines end in LF, CRLF or CR, `data` lines of one event are joined by LF, comments
 * and unknown fields are ignored. Bytes may be cut anywhere. Decodes whole lines only, since a line end is never part of
 * a UTF-8 sequence.
 */
export function createSseSplitter(limit = largestEvent): SseSplitter {
  let held = Buffer.alloc(0);
  let heldLength = 0;
  let afterCarriageReturn = false;
  let atStart = true;
  let event = "";
  let data: string | undefined;
  let dataLength = 0;

  function readLine(line: string, events: UpstreamEvent[]): void {
    if (line === "") {
      if (data !== undefined) events.push({ event, data });
      event = "";
      data = undefined;
      dataLength = 0;
      return;
    }
    if (line.startsWith("data:")) {
      const value = line.charCodeAt(5) === space ? line.slice(6) : line.slice(5);
      data = data === undefined ? value : `${data}\n${value}`;
      dataLength += value.length + 1;
      if (dataLength > limit) throw tooLarge(limit);
    } else if (line.startsWith("event:")) {
      event = line.charCodeAt(6) === space ? line.slice(7) : line.slice(6);
    } else if (line === "data") {
      data = data === undefined ? "" : `${data}\n`;
    }
  }

  function readLines(text: string, events: UpstreamEvent[]): void {
    let from = 0;
    for (let to = text.indexOf("\n"); to !== -1; to = text.indexOf("\n", from)) {
      readLine(text.slice(from, to), events);
      from = to + 1;
    }
    if (from < text.length) readLine(text.slice(from), events);
  }

  /** Keeps an unfinished line. The buffer doubles, so that a long line in small pieces costs no more than its length. */
  function hold(piece: Uint8Array): void {
    const length = heldLength + piece.length;
    if (length + dataLength > limit) throw tooLarge(limit);
    if (length > held.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, held.length * 2, 1024));
      held.copy(larger, 0, 0, heldLength);
      held = larger;
    }
    held.set(piece, heldLength);
    heldLength = length;
  }

  function takeText(last: Uint8Array): string {
    let text: string;
    if (heldLength === 0) text = view(last).toString("utf8");
    else {
      hold(last);
      text = held.toString("utf8", 0, heldLength);
      heldLength = 0;
      if (held.length > keptCapacity) held = Buffer.alloc(0);
    }
    if (atStart && text !== "") {
      atStart = false;
      if (text.charCodeAt(0) === byteOrderMark) text = text.slice(1);
    }
    return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  }

  return {
    push(bytes) {
      const events: UpstreamEvent[] = [];
      let rest = bytes;
      if (rest.length === 0) return events;
      // The line was ended by the CR at the end of the previous piece.
      if (afterCarriageReturn && rest[0] === lineFeed) rest = rest.subarray(1);
      afterCarriageReturn = bytes[bytes.length - 1] === carriageReturn;
      const cut = Math.max(rest.lastIndexOf(lineFeed), rest.lastIndexOf(carriageReturn)) + 1;
      if (cut > 0) {
        readLines(takeText(rest.subarray(0, cut)), events);
        rest = rest.subarray(cut);
      }
      if (rest.length > 0) hold(rest);
      return events;
    },
    end() {
      const events: UpstreamEvent[] = [];
      readLines(takeText(new Uint8Array(0)), events);
      const last: UpstreamEvent[] = [];
      readLine("", last);
      for (const candidate of last) if (isWhole(candidate.data)) events.push(candidate);
      return events;
    },
  };
}

/** A larger buffer is given back after its line: most streams never need it again. */
const keptCapacity = 64 * 1024;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const byteOrderMark = 0xfeff;

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function isWhole(data: string): boolean {
  if (data === "[DONE]") return true;
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
}

function tooLarge(limit: number): UnreadableAnswer {
  return new UnreadableAnswer(`an event of the stream is larger than ${limit} bytes`);
}
